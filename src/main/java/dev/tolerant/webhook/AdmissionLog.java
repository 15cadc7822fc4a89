package dev.tolerant.webhook;

import dev.tolerant.core.decision.Decision;
import dev.tolerant.core.decision.OneLine;
import dev.tolerant.core.decision.Step;
import dev.tolerant.core.pod.Review;
import dev.tolerant.review.AdmissionRequest;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Says in the log what was decided: refusals and pods of the wrong form always, the rest at DEBUG, a pod's content never. */
final class AdmissionLog {
    private static final Logger LOG = Logger.getLogger(AdmissionLog.class);

    private static final int MAX_LENGTH = 2000;

    private AdmissionLog() {}

    static void log(AdmissionRequest request, Decision decision) {
        String problem = request.problem();
        boolean wrong = problem != null;
        boolean refused = decision.refusalOrNull() != null;
        Logger.Level level = wrong ? Logger.Level.WARN : refused ? Logger.Level.INFO : Logger.Level.DEBUG;
        if (!LOG.isEnabled(level)) {
            return;
        }
        String why = problem != null
                ? "problem=\"" + OneLine.of(problem, MAX_LENGTH)
                : "reasons=\""
                        + OneLine.of(decision.reasons(step -> !refused || step instanceof Step.Refused), MAX_LENGTH);
        LOG.log(
                level,
                OneLine.of("uid=" + request.uid() + who(request.review()), MAX_LENGTH) + " decision="
                        + decision.verdict().code() + " " + why + "\"");
    }

    private static String who(@Nullable Review review) {
        return review == null
                ? ""
                : " namespace=" + review.namespace() + " pod=" + review.pod().name();
    }
}
