package dev.tolerant.observed.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.json.Fields;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.review.PodReader;
import dev.tolerant.engine.words.NodeAffinity;
import dev.tolerant.observed.explain.Placement.NodeDemands;
import dev.tolerant.observed.explain.Placement.PlacedVolume;
import dev.tolerant.observed.objects.ClusterObject;
import dev.tolerant.observed.objects.ClusterObjects;
import dev.tolerant.observed.objects.ObjectKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The volumes to which the claims of pods are bound, as far as claims and volumes were read.
 *
 * @param claims by {@code namespace/name}
 */
public record Volumes(Map<String, ClusterObject> claims, Map<String, ClusterObject> volumes, boolean areKnown) {
    static final Volumes UNKNOWN = new Volumes(Map.of(), Map.of(), false);

    static Volumes in(ClusterObjects clusterObjects) {
        Map<String, ClusterObject> claims = new HashMap<>();
        clusterObjects
                .all(ObjectKind.VOLUME_CLAIM)
                .forEach(claim -> claims.put(claim.namespace() + "/" + claim.name(), claim));
        Map<String, ClusterObject> volumes = new HashMap<>();
        clusterObjects.all(ObjectKind.VOLUME).forEach(volume -> volumes.put(volume.name(), volume));
        return new Volumes(
                claims,
                volumes,
                Stream.of(ObjectKind.VOLUME_CLAIM, ObjectKind.VOLUME)
                        .allMatch(kind -> clusterObjects.unknown(kind).isEmpty()));
    }

    /** True where the pod claims a volume of which it is not known where it can be used. */
    public boolean isUnknown(JsonNode spec) {
        return !areKnown && !claimsOf(spec).isEmpty();
    }

    /** Those of the pod that not every node can use. */
    public List<PlacedVolume> of(String namespace, JsonNode spec) {
        return claimsOf(spec).stream()
                .flatMap(claim -> boundTo(namespace, claim).stream())
                .flatMap(volume -> placed(volume).stream())
                .toList();
    }

    private static List<String> claimsOf(JsonNode spec) {
        return spec.path("volumes").findValuesAsText("claimName");
    }

    Optional<JsonNode> boundTo(String namespace, String claim) {
        return Optional.ofNullable(claims.get(namespace + "/" + claim))
                .map(found -> found.manifest().object().at("/spec/volumeName").asText())
                .map(volumes::get)
                .map(found -> found.manifest().object());
    }

    /** A volume's required node affinity is written as a pod's. */
    private static Optional<PlacedVolume> placed(JsonNode volume) {
        ObjectNode pod = JsonNodeFactory.instance.objectNode();
        pod.withObject("/spec/affinity/nodeAffinity")
                .set("requiredDuringSchedulingIgnoredDuringExecution", volume.at("/spec/nodeAffinity/required"));
        try {
            NodeAffinity affinity = PodReader.nodeAffinity(Fields.of(pod));
            return affinity.depth() == NodeAffinity.Depth.REQUIRED
                    ? Optional.of(new PlacedVolume(
                            volume.at("/metadata/name").asText(), new NodeDemands(Map.of(), affinity.terms(), true)))
                    : Optional.empty();
        } catch (UnexpectedJsonException notAsTheApiHasIt) {
            return Optional.empty();
        }
    }
}
