package dev.tolerant.admission;

import dev.tolerant.decision.Decision;
import dev.tolerant.decision.Step;
import dev.tolerant.pod.Review;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Says in the log what was decided: refusals and problems always, the rest at DEBUG, a pod's content never. */
final class AdmissionLog {
    private static final Logger LOG = Logger.getLogger(AdmissionLog.class);

    private AdmissionLog() {}

    static void log(AdmissionRequest request, Decision decision) {
        if (request.problem() != null) {
            LOG.warnf(
                    "uid=%s decision=%s problem=\"%s\"",
                    request.uid(), decision.verdict().code(), request.problem());
            return;
        }
        Logger.Level level = decision.refusalOrNull() == null ? Logger.Level.DEBUG : Logger.Level.INFO;
        if (LOG.isEnabled(level)) {
            LOG.logf(
                    level,
                    "uid=%s %s decision=%s reasons=\"%s\"",
                    request.uid(),
                    who(request.review()),
                    decision.verdict().code(),
                    reasons(decision));
        }
    }

    private static String who(@Nullable Review review) {
        return review == null
                ? ""
                : "namespace=" + review.namespace() + " pod=" + review.pod().name();
    }

    private static String reasons(Decision decision) {
        StringBuilder reasons = new StringBuilder();
        for (Step step : decision.steps()) {
            reasons.append(reasons.isEmpty() ? "" : "; ")
                    .append(step.rule())
                    .append(' ')
                    .append(step.sentence());
        }
        return reasons.toString();
    }
}
