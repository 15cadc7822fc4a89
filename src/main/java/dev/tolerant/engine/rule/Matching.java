package dev.tolerant.engine.rule;

import dev.tolerant.engine.model.NamespaceFacts;
import dev.tolerant.engine.model.PodFacts;
import dev.tolerant.engine.model.Policy;
import dev.tolerant.engine.model.PolicySet;
import dev.tolerant.engine.model.Review;
import dev.tolerant.engine.model.Review.Stored;
import dev.tolerant.engine.model.Snapshot;
import java.util.List;
import java.util.function.Function;

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
