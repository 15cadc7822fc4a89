package dev.tolerant.rule;

import dev.tolerant.decision.SkipReason;
import dev.tolerant.pod.Review;
import dev.tolerant.policy.NamespaceFacts;
import dev.tolerant.policy.Policy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that a rule looks at: the review, its namespace, and the policies that match.
 *
 * @param policies of every mode, in their order of precedence
 */
public record Situation(Review review, NamespaceFacts namespace, List<Policy> policies) {

    /** Which label keeps additions away; null if none does. */
    @Nullable
    SkipReason optOut() {
        if (review.pod().isOptedOut()) {
            return SkipReason.POD_OPTED_OUT;
        }
        return namespace.isOptedOut() ? SkipReason.NAMESPACE_OPTED_OUT : null;
    }
}
