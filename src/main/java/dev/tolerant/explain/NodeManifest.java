package dev.tolerant.explain;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.core.controlplane.Node;
import dev.tolerant.core.controlplane.NodeTaints;
import dev.tolerant.core.toleration.Effect;
import dev.tolerant.core.toleration.Taint;
import dev.tolerant.manifest.InvalidManifestException;
import dev.tolerant.manifest.Manifest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A v1 Node in a manifest. */
public final class NodeManifest {
    private NodeManifest() {}

    /**
     * The nodes in manifests, in the same order.
     *
     * @throws InvalidManifestException if one of them is not a v1 Node
     */
    public static List<Node> of(List<Manifest> manifests) throws InvalidManifestException {
        List<Node> nodes = new ArrayList<>();
        for (Manifest manifest : manifests) {
            nodes.add(of(manifest));
        }
        return List.copyOf(nodes);
    }

    private static Node of(Manifest manifest) throws InvalidManifestException {
        if (!manifest.type().equals("v1/Node")) {
            throw manifest.wrong("it must be a v1 Node, but is '" + manifest.type() + "'");
        }
        if (manifest.name().isEmpty()) {
            throw manifest.wrong("metadata.name", "is missing");
        }
        JsonNode spec = manifest.object().path("spec");
        List<Taint> taints = new ArrayList<>();
        JsonNode list = spec.path("taints");
        if (!list.isMissingNode() && !list.isNull() && !list.isArray()) {
            throw manifest.wrong("spec.taints", "must be a list");
        }
        if (!spec.path("unschedulable").isMissingNode()
                && !spec.path("unschedulable").isBoolean()) {
            throw manifest.wrong("spec.unschedulable", "must be true or false");
        }
        for (int i = 0; i < list.size(); i++) {
            taints.add(taint(list.get(i), "spec.taints[" + i + "]", manifest));
        }
        // The scheduler reads the flag itself, and requires a toleration of exactly this taint (NodeUnschedulable).
        if (spec.path("unschedulable").asBoolean() && !taints.contains(NodeTaints.UNSCHEDULABLE)) {
            taints.add(NodeTaints.UNSCHEDULABLE);
        }
        return new Node(manifest.name(), Map.of(), List.copyOf(taints));
    }

    private static Taint taint(JsonNode json, String path, Manifest manifest) throws InvalidManifestException {
        Effect effect = Effect.of(json.path("effect").asText());
        if (effect == Effect.ANY || effect == Effect.UNKNOWN) {
            throw manifest.wrong(path + ".effect", "must be NoSchedule, PreferNoSchedule or NoExecute");
        }
        if (json.path("key").asText().isEmpty()) {
            throw manifest.wrong(path + ".key", "is missing");
        }
        return new Taint(json.path("key").asText(), json.path("value").asText(), effect);
    }
}
