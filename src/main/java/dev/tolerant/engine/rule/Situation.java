package dev.tolerant.engine.rule;

import dev.tolerant.engine.model.NamespaceFacts;
import dev.tolerant.engine.model.Node;
import dev.tolerant.engine.model.PodFacts;
import dev.tolerant.engine.model.Policy;
import dev.tolerant.engine.model.Requirement;
import dev.tolerant.engine.model.Review;
import dev.tolerant.engine.model.Review.Subject;
import dev.tolerant.engine.model.Step.SkipReason;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a rule looks at: the review, its namespace, and the policies that match.
 *
 * @param policies in every mode, in order of precedence
 * @param node the node that the pod names, or that its DaemonSet has chosen; null if there is none, or it is not known
 * @param optOut which label turns additions off; null if none does
 */
public record Situation(
        Review review,
        NamespaceFacts namespace,
        List<Policy> policies,
        @Nullable Node node,
        @Nullable SkipReason optOut) {

    /** The same situation of a pod on this node. */
    Situation on(@Nullable Node other) {
        return new Situation(review, namespace, policies, other, optOut);
    }

    /** The same situation with other policies. */
    Situation with(List<Policy> others) {
        return new Situation(review, namespace, others, node, optOut);
    }

    /**
     * Whether the pod asks for nodes that meet all requirements, or its node is one of them: the kubelet checks affinity where a
     * pod names its node.
     */
    boolean keepsTo(List<Requirement> requirements) {
        PodFacts pod = review.pod();
        for (Requirement requirement : requirements) {
            boolean asked = requirement.isMetByAllWith(pod.nodeSelector())
                    || pod.nodeAffinity().requires(requirement);
            if (!asked && (node == null || !requirement.matches(node.labels()))) {
                return false;
            }
        }
        return true;
    }

    /** Why rules add nothing to the pod; null if they may. */
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
}
