package dev.tolerant.review;

import dev.tolerant.core.decision.SkipReason;
import dev.tolerant.core.pod.Review;
import dev.tolerant.json.Span;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request of the API server as it was read.
 *
 * @param uid to be echoed
 * @param operation as the request names it
 * @param review what there is to decide, null if there is nothing
 * @param skip why there is nothing to decide, null if there is
 * @param problem what is wrong with the pod, null if nothing is
 * @param body the bytes of the review
 * @param oldTolerations where in the bytes each toleration of the stored pod stands
 */
public record AdmissionRequest(
        String uid,
        String operation,
        @Nullable Review review,
        @Nullable SkipReason skip,
        @Nullable String problem,
        byte[] body,
        List<Span> oldTolerations) {}
