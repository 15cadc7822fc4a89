package dev.tolerant.engine.review;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tolerant.engine.model.Decision;
import dev.tolerant.engine.model.Mode;
import dev.tolerant.engine.model.OneLine;
import dev.tolerant.engine.model.Step;
import dev.tolerant.engine.model.Step.Refusal;
import dev.tolerant.engine.model.Step.SkipReason;
import dev.tolerant.engine.review.AdmissionRequest.Decidable;
import dev.tolerant.engine.review.AdmissionRequest.Unread;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the answer to an admission review (k8s.io/api/admission/v1). */
final class ResponseWriter {
    private static final int FORBIDDEN = 403;
    private static final int MAX_MESSAGE = 1000;
    private static final int MAX_REASONS = 4000;
    // The API server cuts warnings off at 256 characters once all of them have more than 4096.
    private static final int MAX_WARNING = 256;
    private static final int MAX_WARNINGS = 12;

    private final Mode mode;

    ResponseWriter(Mode mode) {
        this.mode = mode;
    }

    /** The answer that carries out the decision, or in audit mode only reports it. */
    byte[] write(AdmissionRequest request, Decision decision) {
        // First, because a generator within another finds Jackson's buffers taken, and makes new ones.
        byte @Nullable [] patch =
                mode == Mode.ENFORCE && request instanceof Decidable decidable ? patch(decidable, decision) : null;
        return JsonBytes.of(json -> {
            json.writeStartObject();
            json.writeStringField("apiVersion", "admission.k8s.io/v1");
            json.writeStringField("kind", "AdmissionReview");
            json.writeObjectFieldStart("response");
            writeResponse(json, request, decision, patch);
            json.writeEndObject();
            json.writeEndObject();
        });
    }

    /** Null for none. */
    private byte @Nullable [] patch(Decidable request, Decision decision) {
        return decision.changes().isEmpty()
                ? null
                : JsonBytes.of(json -> PatchWriter.write(json, request, decision.changes()));
    }

    private void writeResponse(JsonGenerator json, AdmissionRequest request, Decision decision, byte @Nullable [] patch)
            throws IOException {
        json.writeStringField("uid", request.uid());
        Refusal refusal = mode == Mode.ENFORCE ? decision.refusalOrNull() : null;
        json.writeBooleanField("allowed", refusal == null);
        if (refusal != null) {
            writeStatus(json, refusal);
        }
        if (patch != null) {
            json.writeStringField("patchType", "JSONPatch");
            json.writeBinaryField("patch", patch);
        }
        if (mode == Mode.ENFORCE) {
            writeWarnings(json, request, decision);
        }
        writeAuditAnnotations(json, decision);
    }

    private static void writeStatus(JsonGenerator json, Refusal refusal) throws IOException {
        json.writeFieldName("status");
        json.writeStartObject();
        json.writeNumberField("code", FORBIDDEN);
        json.writeStringField("reason", "Forbidden");
        json.writeStringField("message", OneLine.of(refusal.message(), MAX_MESSAGE));
        json.writeEndObject();
    }

    private static void writeWarnings(JsonGenerator json, AdmissionRequest request, Decision decision)
            throws IOException {
        List<String> warnings = warnings(request, decision);
        if (warnings.isEmpty()) {
            return;
        }
        json.writeFieldName("warnings");
        json.writeStartArray();
        for (String warning : warnings) {
            json.writeString(OneLine.of("tolerant: " + warning, MAX_WARNING));
        }
        json.writeEndArray();
    }

    private static List<String> warnings(AdmissionRequest request, Decision decision) {
        List<String> warnings = new ArrayList<>(0);
        if (request instanceof Unread unread && decision.refusalOrNull() == null) {
            warnings.add("the pod is left as it is: " + unread.inReview());
        }
        for (Step step : decision.steps()) {
            if (warnings.size() == MAX_WARNINGS) {
                break;
            }
            if (step instanceof Step.Problem || step instanceof Step.Restored) {
                warnings.add(step.sentence());
            } else if (step instanceof Step.Warned
                    || (step instanceof Step.Withheld && step.rule().isPolicy())) {
                warnings.add(step.rule() + " " + step.sentence());
            } else if (step instanceof Step.Skipped skipped && skipped.reason() == SkipReason.INTERNAL) {
                warnings.add("the pod is left as it is: " + step.sentence());
            }
        }
        return warnings;
    }

    /**
     * Writes nothing for an unchanged pod: if a reinvocation gave a key another value, the API server would log and drop
     * it.
     */
    private void writeAuditAnnotations(JsonGenerator json, Decision decision) throws IOException {
        boolean acted = !decision.changes().isEmpty() || decision.refusalOrNull() != null;
        String audited = decision.reasons(Step.Audited.class::isInstance);
        if (!acted && audited.isEmpty()) {
            return;
        }
        json.writeFieldName("auditAnnotations");
        json.writeStartObject();
        if (acted) {
            String would = mode == Mode.AUDIT ? "would-be-" : "";
            json.writeStringField("decision", would + decision.verdict().code());
            boolean refused = decision.refusalOrNull() != null;
            String reasons = decision.reasons(refused ? Step.Refused.class::isInstance : Step::isEffective);
            json.writeStringField("reasons", OneLine.of(reasons, MAX_REASONS));
        }
        if (!audited.isEmpty()) {
            json.writeStringField("audited", OneLine.of(audited, MAX_REASONS));
        }
        json.writeEndObject();
    }
}
