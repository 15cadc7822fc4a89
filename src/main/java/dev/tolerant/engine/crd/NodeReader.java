package dev.tolerant.engine.crd;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.controlplane.Node;
import dev.tolerant.engine.controlplane.NodeTaints;
import dev.tolerant.engine.manifest.InvalidManifestException;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.toleration.Effect;
import dev.tolerant.engine.toleration.Taint;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;

/** Reads what counts of a Node: its name, labels and taints. */
public final class NodeReader {
    /** What a Node is in a file. */
    public static final String TYPE = "v1/Node";

    private static final int MAX_COMPACT = 64;

    private NodeReader() {}

    /**
     * The nodes in manifests, in the same order.
     *
     * @throws InvalidManifestException if one of them is not a v1 Node
     */
    public static List<Node> read(List<Manifest> manifests) throws InvalidManifestException {
        List<Node> nodes = new ArrayList<>();
        for (Manifest manifest : manifests) {
            nodes.add(read(manifest));
        }
        return List.copyOf(nodes);
    }

    /** The node of a manifest; what an API server would not accept is an error that names the field. */
    public static Node read(Manifest manifest) throws InvalidManifestException {
        if (!manifest.type().equals(TYPE)) {
            throw manifest.wrong("it must be a v1 Node, but is '" + manifest.type() + "'");
        }
        if (manifest.name().isEmpty()) {
            throw manifest.wrong("metadata.name", "is missing");
        }
        JsonNode spec = manifest.object().path("spec");
        JsonNode list = spec.path("taints");
        if (!list.isMissingNode() && !list.isNull() && !list.isArray()) {
            throw manifest.wrong("spec.taints", "must be a list");
        }
        JsonNode unschedulable = spec.path("unschedulable");
        if (!unschedulable.isMissingNode() && !unschedulable.isNull() && !unschedulable.isBoolean()) {
            throw manifest.wrong("spec.unschedulable", "must be true or false");
        }
        List<Taint> taints = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            taints.add(taint(list.get(i), "spec.taints[" + i + "]", manifest));
        }
        return read(manifest.name(), labels(manifest), taints, unschedulable.asBoolean());
    }

    /** The node with these taints, and with the one that {@code spec.unschedulable} implies. */
    public static Node read(String name, Map<String, String> labels, List<Taint> taints, boolean unschedulable) {
        List<Taint> all = new ArrayList<>(taints);
        // The scheduler reads the flag itself, and requires a toleration of exactly this taint (NodeUnschedulable).
        if (unschedulable && !all.contains(NodeTaints.UNSCHEDULABLE)) {
            all.add(NodeTaints.UNSCHEDULABLE);
        }
        return new Node(name.intern(), compact(labels), List.copyOf(all));
    }

    /** A copy that takes little room: most nodes of a cluster have the same labels, and a cluster may have many nodes. */
    private static Map<String, String> compact(Map<String, String> labels) {
        Map<String, String> shared = new HashMap<>();
        // The API server reads a label that is null as an empty one.
        labels.forEach((key, value) -> shared.put(key.intern(), value == null ? "" : value.intern()));
        // The JDK's compact maps take time quadratic in the keys that share a hash, which kubelets can choose.
        return shared.size() <= MAX_COMPACT ? Map.copyOf(shared) : Collections.unmodifiableMap(shared);
    }

    private static Map<String, String> labels(Manifest manifest) throws InvalidManifestException {
        JsonNode labels = manifest.object().path("metadata").path("labels");
        if (!labels.isMissingNode() && !labels.isNull() && !labels.isObject()) {
            throw manifest.wrong("metadata.labels", "must be an object");
        }
        Map<String, String> read = new HashMap<>();
        for (Entry<String, JsonNode> label : labels.properties()) {
            if (!label.getValue().isTextual() && !label.getValue().isNull()) {
                throw manifest.wrong("metadata.labels", "must have strings as values, in quotes if need be");
            }
            read.put(
                    label.getKey(),
                    label.getValue().isNull() ? "" : label.getValue().asText());
        }
        return read;
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
