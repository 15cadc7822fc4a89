package dev.tolerant.engine.rule;

import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.rule.Step.SkipReason;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.Review;
import dev.tolerant.engine.words.Review.Subject;
import dev.tolerant.engine.words.Toleration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a rule looks at: the review, its namespace, and the policies that match.
 *
 * @param policies in every mode, in order of precedence
 * @param ofRuntimeClass the tolerations that the API server gives the pod by its RuntimeClass, as far as it is known
 * @param optOut null if no label turns additions off
 */
public record Situation(
        Review review,
        NamespaceFacts namespace,
        List<Policy> policies,
        List<Toleration> ofRuntimeClass,
        @Nullable SkipReason optOut) {

    Situation with(List<Policy> others) {
        return new Situation(review, namespace, others, ofRuntimeClass, optOut);
    }

    /** Null if rules may add something to the pod. */
    @Nullable
    SkipReason givesNothing() {
        return review.pod().mirror() ? SkipReason.MIRROR_POD : optOut;
    }

    /** The names of the policies that have a say in the review. */
    List<String> asked() {
        List<String> asked = new ArrayList<>(policies.size());
        for (Policy policy : policies) {
            if (review.subject() == Subject.POD || policy.daemonSetTemplates()) {
                asked.add(policy.name());
            }
        }
        return asked;
    }

    /** The objects whose label {@value PodFacts#INJECT_LABEL} turns additions off. */
    public enum OptOut {
        PODS_AND_NAMESPACES,
        NAMESPACES;

        /** Null if no label turns additions to the pod off. */
        @Nullable
        SkipReason of(PodFacts pod, NamespaceFacts namespace) {
            if (this == PODS_AND_NAMESPACES && pod.isOptedOut()) {
                return SkipReason.POD_OPTED_OUT;
            }
            return namespace.isOptedOut() ? SkipReason.NAMESPACE_OPTED_OUT : null;
        }
    }
}
