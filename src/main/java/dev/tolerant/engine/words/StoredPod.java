package dev.tolerant.engine.words;

import dev.tolerant.engine.words.Owner.ControllerReference;
import dev.tolerant.engine.words.Review.Provenance;

/**
 * A pod as a list or a watch of pods has it.
 *
 * @param node that it runs on; empty if it has none yet
 * @param finished true where it has succeeded or failed
 * @param terminating true while it is being deleted
 * @param gated true where it has scheduling gates
 * @param pod without the node, because it is unknown who chose it
 * @param applied true where a server-side apply owns its tolerations
 */
public record StoredPod(
        String namespace,
        String name,
        String uid,
        String resourceVersion,
        ControllerReference owner,
        String node,
        boolean finished,
        boolean terminating,
        boolean gated,
        PodFacts pod,
        Provenance provenance,
        boolean applied) {

    /** The field manager as which the keeper writes, by which it knows the lists that it has changed. */
    public static final String KEEPER = "tolerant-keeper";

    /** As a review would ask about it if it were new, and its creator unknown, as is who wrote what of a list that the keeper owns. */
    public Review asNew() {
        return new Review(
                Review.Subject.POD,
                Review.Operation.CREATE,
                namespace,
                Review.Requester.UNKNOWN,
                pod,
                provenance == Provenance.KEPT ? Provenance.UNREADABLE : provenance,
                true,
                null,
                true);
    }
}
