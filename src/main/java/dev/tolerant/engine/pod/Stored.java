package dev.tolerant.engine.pod;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A pod that the cluster stores already.
 *
 * @param pod without a node, because nobody knows who chose it
 * @param node the node that it runs on; empty if it has none yet
 * @param provenance who owns its tolerations
 * @param given the record of what is not its author's; null if the pod carries none
 * @param earlierSeconds without a record, seconds that this program may have set in the API server's entries
 */
public record Stored(
        String namespace,
        PodFacts pod,
        String node,
        Provenance provenance,
        @Nullable Given given,
        Set<Long> earlierSeconds) {

    /** The pod as a review would ask about it if it were new, and nobody knew who creates it. */
    public Review asNew() {
        return new Review(
                Review.Subject.POD, Review.Operation.CREATE, namespace, Requester.UNKNOWN, pod, provenance, null, true);
    }
}
