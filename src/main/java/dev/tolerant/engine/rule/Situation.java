package dev.tolerant.engine.rule;

import dev.tolerant.engine.model.NamespaceFacts;
import dev.tolerant.engine.model.Node;
import dev.tolerant.engine.model.PodFacts;
import dev.tolerant.engine.model.Policy;
import dev.tolerant.engine.model.PolicySet;
import dev.tolerant.engine.model.Requirement;
import dev.tolerant.engine.model.Review;
import dev.tolerant.engine.model.Review.Stored;
import dev.tolerant.engine.model.Review.Subject;
import dev.tolerant.engine.model.Snapshot;
import dev.tolerant.engine.model.Step.SkipReason;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
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

    /** Whose label {@value PodFacts#INJECT_LABEL} turns additions off. */
    public enum OptOut {
        PODS_AND_NAMESPACES,
        NAMESPACES;

        /** Which label turns additions to the pod off; null if none does. */
        @Nullable
        SkipReason of(PodFacts pod, NamespaceFacts namespace) {
            if (this == PODS_AND_NAMESPACES && pod.isOptedOut()) {
                return SkipReason.POD_OPTED_OUT;
            }
            return namespace.isOptedOut() ? SkipReason.NAMESPACE_OPTED_OUT : null;
        }
    }

    /** Finds the policies that match a pod, and so the situation in which rules look at it. */
    record Matching(Snapshot snapshot, NamespaceFacts namespace, OptOut optOut) {

        /**
         * The situation of a pod once everything is added to it. What one policy adds can make another match, and asked again
         * about the pod with its changes, the program must decide the same.
         *
         * @param offered what rules offer the pod in a situation
         */
        Situation settled(Review review, Function<Situation, Offers> offered) {
            Situation situation = of(review);
            boolean grows = policies().asksForNodes() && situation.optOut() == null;
            while (grows) {
                PodFacts changed = offered.apply(situation).addedTo(review.pod());
                List<Policy> matching = policies().matching(changed, namespace);
                grows = matching.size() > situation.policies().size();
                situation = situation.with(matching);
            }
            return situation;
        }

        /** The situation of a stored pod on its node, as if it were new and nobody knew who creates it. */
        Situation ofStored(Stored stored) {
            Review review = stored.asNew();
            String node = stored.node().isEmpty() ? review.pod().pinnedNode() : stored.node();
            return of(review).on(snapshot.nodes().get(node));
        }

        /** The situation of a pod as it is. */
        private Situation of(Review review) {
            PodFacts pod = review.pod();
            String node = pod.nodeName().isEmpty() && pod.isDaemonSetPod() ? pod.pinnedNode() : pod.nodeName();
            return new Situation(
                    review,
                    namespace,
                    policies().matching(pod, namespace),
                    snapshot.nodes().get(node),
                    optOut.of(pod, namespace));
        }

        private PolicySet policies() {
            return snapshot.policies();
        }
    }
}
