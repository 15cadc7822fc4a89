package dev.tolerant.server.webhook;

import dev.tolerant.engine.review.AdmissionRequest;
import dev.tolerant.engine.review.AdmissionResponse;
import dev.tolerant.engine.rule.Decision;
import dev.tolerant.engine.rule.Step;
import dev.tolerant.engine.words.OneLine;
import dev.tolerant.thread.FewLines;
import io.quarkus.runtime.util.ExceptionUtil;
import java.time.Duration;
import org.jboss.logging.Logger;

/**
 * Logs decisions: failures and refusals always, a few malformed pods a second, the rest at DEBUG, and never the content of a
 * pod. Any number of threads may use it at once.
 */
final class AdmissionLog {
    private static final Logger LOG = Logger.getLogger(AdmissionLog.class);

    private static final int MAX_NAME = 300;
    private static final int MAX_TEXT = 2000;
    private static final int MAX_STACK = 20_000;

    private final FewLines malformed = new FewLines(LOG, Duration.ofSeconds(1), System::nanoTime);

    void log(AdmissionResponse response) {
        AdmissionRequest request = response.request();
        if (response.failure() != null) {
            LOG.errorf(
                    "the decision about a pod failed, and the pod was left unchanged: %s failure=%s",
                    who(request), OneLine.quoted(ExceptionUtil.generateStackTrace(response.failure()), MAX_STACK));
        }
        Decision decision = response.decision();
        boolean refused = decision.refusal() != null;
        Logger.Level level = refused
                ? Logger.Level.INFO
                : request instanceof AdmissionRequest.Unread ? Logger.Level.WARN : Logger.Level.DEBUG;
        String leftOut = "";
        if (level == Logger.Level.WARN) {
            // Anyone can send thousands of them a second.
            long before = malformed.take();
            level = before < 0 ? Logger.Level.DEBUG : level;
            leftOut = before > 0 ? " left-out=" + before : "";
        }
        if (LOG.isEnabled(level)) {
            LOG.log(
                    level,
                    who(request) + " decision=" + decision.verdict().code() + " " + why(request, decision, refused)
                            + leftOut);
        }
    }

    /** The sender of a review can write anything into these fields. */
    private static String who(AdmissionRequest request) {
        String asked = "uid=" + OneLine.quoted(request.uid(), MAX_NAME) + " operation="
                + OneLine.quoted(request.operation(), MAX_NAME);
        return request instanceof AdmissionRequest.Decidable decidable
                ? asked + " namespace=" + OneLine.quoted(decidable.review().namespace(), MAX_NAME) + " pod="
                        + OneLine.quoted(decidable.review().pod().name(), MAX_NAME)
                : asked;
    }

    private static String why(AdmissionRequest request, Decision decision, boolean refused) {
        if (request instanceof AdmissionRequest.Unread unread && !refused) {
            return "problem=" + OneLine.quoted(unread.inReview(), MAX_TEXT);
        }
        String reasons = decision.reasons(step -> !refused || step instanceof Step.Refused);
        return "reasons=" + OneLine.quoted(reasons, MAX_TEXT);
    }
}
