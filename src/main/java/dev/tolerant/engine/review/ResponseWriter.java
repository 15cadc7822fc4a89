package dev.tolerant.engine.review;

import dev.tolerant.engine.decision.Decision;
import dev.tolerant.engine.decision.Mode;
import dev.tolerant.engine.decision.Refusal;
import dev.tolerant.engine.decision.SkipReason;
import dev.tolerant.engine.decision.Step;
import dev.tolerant.engine.review.AdmissionRequest.Decidable;
import dev.tolerant.engine.review.AdmissionRequest.Unread;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Writes the answer to an admission review (k8s.io/api/admission/v1). */
final class ResponseWriter {
    // Room for most answers that change something, and for one that does not.
    private static final int USUAL_LENGTH = 1536;
    private static final int SHORT_LENGTH = 192;
    /** How every answer begins, up to its uid. */
    private static final byte[] HEAD =
            "{\"apiVersion\":\"admission.k8s.io/v1\",\"kind\":\"AdmissionReview\",\"response\":{\"uid\":"
                    .getBytes(StandardCharsets.US_ASCII);

    private static final int FORBIDDEN = 403;
    private static final int MAX_MESSAGE = 1000;
    private static final int MAX_REASONS = 4000;
    // The API server cuts warnings off at 256 characters once all of them have more than 4096.
    private static final int MAX_WARNING = 256;
    private static final int MAX_WARNINGS = 12;

    private final Mode mode;
    private final boolean records;

    /** {@code records} is whether pods get the record of who gave them their tolerations. */
    ResponseWriter(Mode mode, boolean records) {
        this.mode = mode;
        this.records = records;
    }

    /** The answer that carries out the decision, or in audit mode only reports it. */
    byte[] write(AdmissionRequest request, Decision decision) {
        JsonBytes json = new JsonBytes(isShort(decision) ? SHORT_LENGTH : USUAL_LENGTH);
        json.raw(HEAD);
        json.string(request.uid());
        Refusal refusal = mode == Mode.ENFORCE ? decision.refusalOrNull() : null;
        json.field("allowed", refusal == null);
        if (refusal != null) {
            writeStatus(json, refusal);
        }
        if (mode == Mode.ENFORCE) {
            if (request instanceof Decidable decidable) {
                writePatch(json, decidable, decision);
            }
            writeWarnings(json, request, decision);
        }
        writeAuditAnnotations(json, decision);
        json.endObject();
        json.endObject();
        return json.toByteArray();
    }

    private static boolean isShort(Decision decision) {
        return decision.changes().isEmpty() && decision.refusalOrNull() == null;
    }

    private static void writeStatus(JsonBytes json, Refusal refusal) {
        json.field("status");
        json.startObject();
        json.field("code", FORBIDDEN);
        json.field("reason", "Forbidden");
        json.field("message", refusal.message(), MAX_MESSAGE);
        json.endObject();
    }

    private void writePatch(JsonBytes json, Decidable request, Decision decision) {
        String record = records ? request.record().missing(request.review(), decision) : null;
        if (decision.changes().isEmpty() && record == null) {
            return;
        }
        json.field("patchType", "JSONPatch");
        json.field("patch");
        int start = json.length();
        PatchWriter.write(json, request, decision.changes(), record);
        json.toBase64(start);
    }

    private static void writeWarnings(JsonBytes json, AdmissionRequest request, Decision decision) {
        List<String> warnings = warnings(request, decision);
        if (warnings.isEmpty()) {
            return;
        }
        json.field("warnings");
        json.startArray();
        for (String warning : warnings) {
            json.line("tolerant: " + warning, MAX_WARNING);
        }
        json.endArray();
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
            } else if (step instanceof Step.Warned) {
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
    private void writeAuditAnnotations(JsonBytes json, Decision decision) {
        boolean acted = !decision.changes().isEmpty() || decision.refusalOrNull() != null;
        String audited = decision.reasons(Step.Audited.class::isInstance);
        if (!acted && audited.isEmpty()) {
            return;
        }
        json.field("auditAnnotations");
        json.startObject();
        if (acted) {
            String would = mode == Mode.AUDIT ? "would-be-" : "";
            json.field("decision", would + decision.verdict().code());
            boolean refused = decision.refusalOrNull() != null;
            String reasons = decision.reasons(refused ? Step.Refused.class::isInstance : Step::isEffective);
            json.field("reasons", reasons, MAX_REASONS);
        }
        if (!audited.isEmpty()) {
            json.field("audited", audited, MAX_REASONS);
        }
        json.endObject();
    }
}
