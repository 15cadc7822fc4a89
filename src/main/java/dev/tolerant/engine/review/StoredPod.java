package dev.tolerant.engine.review;

import dev.tolerant.engine.json.JsonCursor;
import dev.tolerant.engine.json.SkippingParser;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.model.Owner.ControllerReference;
import dev.tolerant.engine.model.PodFacts;
import dev.tolerant.engine.model.Review.Provenance;
import dev.tolerant.engine.model.Review.Stored;
import dev.tolerant.engine.review.MetadataReader.PodMetadata;
import dev.tolerant.engine.review.PodReader.PodRead;
import java.io.IOException;

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
        try (SkippingParser parser = SkippingParser.of(json)) {
            parser.nextToken();
            PodRead read = PodReader.readStored(new JsonCursor(parser));
            if (read == null) {
                throw new UnexpectedJsonException("", "is null");
            }
            PodMetadata metadata = read.metadata();
            PodMetadata.Identity identity = metadata.identity();
            return new StoredPod(
                    identity.namespace(),
                    metadata.name(),
                    identity.uid(),
                    identity.resourceVersion(),
                    identity.owner(),
                    read.facts().nodeName(),
                    read.phase().equals("Succeeded") || read.phase().equals("Failed"),
                    identity.terminating(),
                    read.gated(),
                    read.facts().withoutNode(),
                    metadata.managed().tolerations(),
                    metadata.managed().applied());
        }
    }
}
