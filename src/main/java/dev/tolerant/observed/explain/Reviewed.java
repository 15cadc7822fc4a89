package dev.tolerant.observed.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.fge.jsonpatch.JsonPatch;
import com.github.fge.jsonpatch.JsonPatchException;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.review.AdmissionRequest;
import dev.tolerant.engine.review.AdmissionRequest.Decidable;
import dev.tolerant.engine.review.AdmissionRequest.Undecidable;
import dev.tolerant.engine.review.AdmissionResponse;
import dev.tolerant.engine.review.Engine;
import dev.tolerant.engine.rule.Decision;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.Review;
import dev.tolerant.engine.words.Review.Subject;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.observed.explain.Explanation.Rewritten;
import dev.tolerant.observed.registration.Registration;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The answer of the webhook's own engine to an AdmissionReview, and what the guard in the API server says to that.
 *
 * @param snapshot by which the engine decided
 * @param review null if the engine skipped the request
 * @param unasked a clause that says why the API server does not ask the webhook; null if it asks, or refuses the object
 *     anyway
 * @param patch empty if the decision changes nothing
 * @param rewritten the request's object without and with the patch
 * @param pod in the object with the patch applied
 */
record Reviewed(
        AdmissionReview question,
        Snapshot snapshot,
        @Nullable Review review,
        NamespaceFacts namespace,
        Decision decision,
        @Nullable String unasked,
        JsonNode patch,
        Rewritten rewritten,
        PodFacts pod) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * @param enforced true where the answer is carried out, and not only reported
     */
    static Reviewed of(
            AdmissionReview question, Engine engine, Registration registration, Snapshot snapshot, boolean enforced)
            throws InvalidManifestException {
        AdmissionRequest request = question.read();
        JsonNode object = question.request().path("object");
        NamespaceFacts namespace =
                snapshot.namespaces().getOrDefault(request.namespace(), NamespaceFacts.plain(request.namespace()));
        Optional<String> unasked = registration.unasked(question.request(), namespace);
        Review review = null;
        Decision decision;
        JsonNode patch = JsonNodeFactory.instance.arrayNode();
        if (request instanceof Decidable decidable) {
            AdmissionResponse response = enforced
                    ? engine.outcome(decidable, unasked.isEmpty(), snapshot, namespace)
                    : engine.unchanged(decidable);
            review = decidable.review();
            decision = response.decision();
            patch = json(response.patch());
        } else {
            decision = enforced && unasked.isEmpty()
                    ? engine.answer(request, snapshot, namespace).decision()
                    : Decision.skipped(((Undecidable) request).reason());
        }
        JsonNode patched = patch.isEmpty() ? object : applied(object, patch);
        return new Reviewed(
                question,
                snapshot,
                review,
                namespace,
                decision,
                decision.refusal() == null ? unasked.orElse(null) : null,
                patch,
                new Rewritten(object, patched),
                patch.isEmpty() ? question.pod() : question.with(patched).pod());
    }

    /** True where the DaemonSet is asked about that makes the pods. */
    boolean isOfTemplate() {
        return review != null && review.subject() == Subject.DAEMON_SET;
    }

    List<Toleration> tolerations() {
        return pod.tolerations();
    }

    JsonNode object() {
        return rewritten.after();
    }

    private static JsonNode json(byte[] patch) {
        try {
            return JSON.readTree(patch);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** Applies one of the engine's patches, as the API server does; never a patch from elsewhere. */
    private static ObjectNode applied(JsonNode object, JsonNode patch) {
        try {
            return (ObjectNode) JsonPatch.fromJson(patch).apply(object);
        } catch (IOException | JsonPatchException doesNotApply) {
            throw new IllegalStateException("our own patch does not apply: " + patch, doesNotApply);
        }
    }
}
