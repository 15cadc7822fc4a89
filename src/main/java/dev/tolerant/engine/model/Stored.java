package dev.tolerant.engine.model;

/**
 * A pod that the cluster stores already.
 *
 * @param pod without a node, because nobody knows who chose it
 * @param node the node that it runs on; empty if it has none yet
 * @param provenance who owns its tolerations
 */
public record Stored(String namespace, PodFacts pod, String node, Provenance provenance) {

    /** The pod as a review would ask about it if it were new, and nobody knew who creates it. */
    public Review asNew() {
        return new Review(
                Review.Subject.POD, Review.Operation.CREATE, namespace, Requester.UNKNOWN, pod, provenance, null, true);
    }
}
