package dev.tolerant.engine.crd;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.manifest.InvalidManifestException;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.model.Taint;
import dev.tolerant.engine.model.Taint.Effect;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;

/** Reads the fields that Nodes and the templates of NodePools have in common; what is wrong is named by its path. */
final class NodeFields {
    private NodeFields() {}

    static boolean isAbsent(JsonNode field) {
        return field.isMissingNode() || field.isNull();
    }

    /** Labels; none where the field is absent. */
    static Map<String, String> labels(JsonNode json, String path, Manifest manifest) throws InvalidManifestException {
        if (!isAbsent(json) && !json.isObject()) {
            throw manifest.wrong(path, "must be an object");
        }
        Map<String, String> labels = new HashMap<>();
        for (Entry<String, JsonNode> label : json.properties()) {
            if (!label.getValue().isTextual() && !label.getValue().isNull()) {
                throw manifest.wrong(path + "." + label.getKey(), "must be a string, in quotes if need be");
            }
            // The API server reads a label that is null as an empty one.
            labels.put(label.getKey(), label.getValue().asText(""));
        }
        return labels;
    }

    /** Taints of every effect; none where the field is absent. */
    static List<Taint> taints(JsonNode json, String path, Manifest manifest) throws InvalidManifestException {
        List<Taint> taints = new ArrayList<>();
        int count = size(json, path, manifest);
        for (int i = 0; i < count; i++) {
            taints.add(taint(json.get(i), path + "[" + i + "]", manifest));
        }
        return taints;
    }

    /** The length of a list; 0 where the field is absent. */
    static int size(JsonNode list, String path, Manifest manifest) throws InvalidManifestException {
        if (!isAbsent(list) && !list.isArray()) {
            throw manifest.wrong(path, "must be a list");
        }
        return list.size();
    }

    private static Taint taint(JsonNode json, String path, Manifest manifest) throws InvalidManifestException {
        Effect effect = Effect.of(json.path("effect").asText());
        if (effect == Effect.ANY || effect == Effect.UNKNOWN) {
            throw manifest.wrong(path + ".effect", "must be NoSchedule, PreferNoSchedule or NoExecute");
        }
        String key = text(json.path("key"), path + ".key", manifest);
        if (key.isEmpty()) {
            throw manifest.wrong(path + ".key", "is missing");
        }
        return new Taint(key, text(json.path("value"), path + ".value", manifest), effect);
    }

    private static String text(JsonNode field, String path, Manifest manifest) throws InvalidManifestException {
        if (!isAbsent(field) && !field.isTextual()) {
            throw manifest.wrong(path, "must be a string, in quotes if need be");
        }
        return field.asText("");
    }
}
