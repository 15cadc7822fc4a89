package dev.tolerant.server.webhook;

import dev.tolerant.engine.decision.SkipReason;
import dev.tolerant.engine.review.AdmissionRequest.Unread;
import dev.tolerant.engine.review.AdmissionResponse;

/** The program cannot tell whether a restriction forbids a pod, so the registration's {@code failurePolicy} decides. */
final class UnjudgedException extends Exception {
    private static final long serialVersionUID = 1L;

    UnjudgedException(AdmissionResponse response) {
        super("the pod cannot be judged: " + why(response), null, false, false);
    }

    private static String why(AdmissionResponse response) {
        return response.request() instanceof Unread unread
                ? unread.inReview()
                : response.decision().skipReason().map(SkipReason::sentence).orElse("");
    }
}
