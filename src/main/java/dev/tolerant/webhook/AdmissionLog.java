package dev.tolerant.webhook;

import dev.tolerant.core.decision.Decision;
import dev.tolerant.core.decision.OneLine;
import dev.tolerant.core.decision.Step;
import dev.tolerant.review.AdmissionRequest;
import dev.tolerant.review.AdmissionResponse;
import org.jboss.logging.Logger;

/** Logs decisions: failures, refusals and malformed pods always, the rest at DEBUG, and never the content of a pod. */
final class AdmissionLog {
    private static final Logger LOG = Logger.getLogger(AdmissionLog.class);

    private static final int MAX_LENGTH = 2000;

    private AdmissionLog() {}

    static void log(AdmissionResponse response) {
        AdmissionRequest request = response.request();
        if (response.failure() != null) {
            LOG.errorf(
                    response.failure(),
                    "the decision about a pod failed, and the pod was left as it is: uid=%s",
                    request.uid());
        }
        Decision decision = response.decision();
        Logger.Level level = level(request, decision);
        if (LOG.isEnabled(level)) {
            LOG.log(
                    level,
                    OneLine.of("uid=" + request.uid() + who(request), MAX_LENGTH) + " decision="
                            + decision.verdict().code() + " " + why(request, decision));
        }
    }

    private static Logger.Level level(AdmissionRequest request, Decision decision) {
        if (request instanceof AdmissionRequest.Unread && decision.refusalOrNull() == null) {
            return Logger.Level.WARN;
        }
        return decision.refusalOrNull() == null ? Logger.Level.DEBUG : Logger.Level.INFO;
    }

    private static String who(AdmissionRequest request) {
        return request instanceof AdmissionRequest.Decidable decidable
                ? " namespace=" + decidable.review().namespace() + " pod="
                        + decidable.review().pod().name()
                : "";
    }

    private static String why(AdmissionRequest request, Decision decision) {
        if (request instanceof AdmissionRequest.Unread unread) {
            return "problem=\"" + OneLine.of(unread.inReview(), MAX_LENGTH) + "\"";
        }
        boolean refused = decision.refusalOrNull() != null;
        String reasons = decision.reasons(step -> !refused || step instanceof Step.Refused);
        return "reasons=\"" + OneLine.of(reasons, MAX_LENGTH) + "\"";
    }
}
