package dev.tolerant.engine.review;

import dev.tolerant.engine.json.Fields;
import dev.tolerant.engine.json.TreeReader;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.model.Owner.ControllerReference;
import dev.tolerant.engine.model.PodFacts;
import dev.tolerant.engine.model.Review.Provenance;
import dev.tolerant.engine.model.Review.Stored;
import dev.tolerant.engine.review.ProvenanceReader.ManagedFields;
import java.io.IOException;
import java.util.Set;

/**
 * A pod as a list or a watch of pods has it.
 *
 * @param owner its controller
 * @param node the node that it runs on; empty if it has none yet
 * @param finished whether it has succeeded or failed
 * @param terminating whether it is being deleted
 * @param gated whether it has scheduling gates
 * @param pod what rules look at; the node is left out, because nobody knows who chose it
 * @param applied whether a server-side apply owns its tolerations
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

    /** The field manager as which the fleet keeper writes, by which it knows the lists that it has changed. */
    public static final String KEEPER = "tolerant-fleet";

    Stored stored() {
        return new Stored(namespace, pod, node, provenance);
    }

    /**
     * Reads one pod from its JSON.
     *
     * @throws UnexpectedJsonException with the field, if it is not a pod as the API has it, or has more of something than
     *     rules decide about
     * @throws IOException if the text is not JSON
     */
    public static StoredPod read(byte[] json) throws IOException, UnexpectedJsonException {
        Fields read = Fields.of(TreeReader.readLimited(json, PodReader.STORED_POD, Set.of()));
        if (!read.isPresent()) {
            throw read.wrong("is null");
        }
        Fields metadata = read.object("metadata");
        PodFacts pod = PodReader.read(read);
        ManagedFields managed = ProvenanceReader.read(metadata);
        String phase = read.object("status").text("phase");
        return new StoredPod(
                metadata.text("namespace"),
                pod.name(),
                metadata.text("uid"),
                metadata.text("resourceVersion"),
                PodReader.controller(metadata),
                pod.nodeName(),
                phase.equals("Succeeded") || phase.equals("Failed"),
                !metadata.text("deletionTimestamp").isEmpty(),
                read.object("spec").size("schedulingGates") > 0,
                pod.withoutNode(),
                managed.tolerations(),
                managed.applied());
    }
}
