package dev.tolerant.engine.review;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.model.Decision;
import dev.tolerant.engine.model.Decision.Verdict;
import dev.tolerant.engine.model.Mode;
import dev.tolerant.engine.model.OneLine;
import dev.tolerant.engine.model.Step;
import dev.tolerant.engine.model.Step.Refusal;
import dev.tolerant.engine.model.Step.SkipReason;
import dev.tolerant.engine.review.AdmissionRequest.Decidable;
import dev.tolerant.engine.review.AdmissionRequest.Unread;
import java.util.ArrayList;
import java.util.List;

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
        ObjectNode review = Patch.JSON
                .createObjectNode()
                .put("apiVersion", "admission.k8s.io/v1")
                .put("kind", "AdmissionReview");
        Refusal refusal = mode == Mode.ENFORCE ? decision.refusalOrNull() : null;
        ObjectNode response =
                review.putObject("response").put("uid", request.uid()).put("allowed", refusal == null);
        if (refusal != null) {
            response.putObject("status")
                    .put("code", FORBIDDEN)
                    .put("reason", "Forbidden")
                    .put("message", OneLine.of(refusal.message(), MAX_MESSAGE));
        }
        if (mode == Mode.ENFORCE) {
            List<Step> changes = decision.changes();
            if (request instanceof Decidable decidable && !changes.isEmpty()) {
                response.put("patchType", "JSONPatch").put("patch", Patch.of(decidable, changes));
            }
            for (String warning : warnings(request, decision)) {
                response.withArray("warnings").add(OneLine.of("tolerant: " + warning, MAX_WARNING));
            }
        }
        annotate(response, decision);
        return Patch.bytes(review);
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
            boolean isProblem = step instanceof Step.Problem || step instanceof Step.Restored;
            if (isProblem && !step.rule().isPolicy()) {
                warnings.add(step.sentence());
            } else if (isProblem
                    || step instanceof Step.Warned
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
    private void annotate(ObjectNode response, Decision decision) {
        boolean refused = decision.refusalOrNull() != null;
        Verdict verdict = decision.verdict();
        if (refused || verdict == Verdict.PATCHED) {
            String would = mode == Mode.AUDIT ? "would-be-" : "";
            String reasons = decision.reasons(refused ? Step.Refused.class::isInstance : Step::isChange);
            response.withObject("/auditAnnotations")
                    .put("decision", would + verdict.code())
                    .put("reasons", OneLine.of(reasons, MAX_REASONS));
        }
        String audited = decision.reasons(Step.Audited.class::isInstance);
        if (!audited.isEmpty()) {
            response.withObject("/auditAnnotations").put("audited", OneLine.of(audited, MAX_REASONS));
        }
    }
}
