package dev.tolerant.core.rule;

import dev.tolerant.core.decision.SkipReason;
import dev.tolerant.core.pod.Review;
import dev.tolerant.core.policy.NamespaceFacts;
import dev.tolerant.core.policy.Policy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a rule looks at: the review, its namespace, and the policies that match.
 *
 * @param policies in every mode, in order of precedence
 */
public record Situation(Review review, NamespaceFacts namespace, List<Policy> policies) {

    /** Which label turns additions off; null if neither the pod nor the namespace has it. */
    @Nullable
    SkipReason optOut() {
        if (review.pod().isOptedOut()) {
            return SkipReason.POD_OPTED_OUT;
        }
        return namespace.isOptedOut() ? SkipReason.NAMESPACE_OPTED_OUT : null;
    }
}
