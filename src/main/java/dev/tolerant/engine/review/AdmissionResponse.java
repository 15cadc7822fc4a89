package dev.tolerant.engine.review;

import dev.tolerant.engine.model.Decision;
import dev.tolerant.engine.review.AdmissionRequest.Decidable;
import org.jspecify.annotations.Nullable;

/**
 * What the engine answers to a request.
 *
 * @param body the bytes of the AdmissionReview with the response
 * @param failure the program's own error that kept it from deciding, null if it has decided
 */
public record AdmissionResponse(
        AdmissionRequest request,
        Decision decision,
        byte[] body,
        @Nullable RuntimeException failure) {
    private static final byte[] EMPTY_PATCH = {'[', ']'};

    /** The JSON Patch that carries out the decision, in audit mode too, where the body leaves it out. */
    public byte[] patch() {
        if (!(request instanceof Decidable decidable)) {
            return EMPTY_PATCH;
        }
        return Patch.of(decidable, decision.changes());
    }

    /** This response; throws the failure if there is one. */
    public AdmissionResponse orThrow() {
        if (failure != null) {
            throw failure;
        }
        return this;
    }
}
