package dev.tolerant.engine.crd;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.manifest.InvalidManifestException;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.model.NodePool;
import dev.tolerant.engine.model.Requirement;
import dev.tolerant.engine.model.Requirement.Operator;
import dev.tolerant.engine.model.Taint;
import dev.tolerant.engine.model.Taint.Effect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads what counts of a NodePool of Karpenter: its name, and the labels, requirements and taints of its template. */
public final class NodePoolReader {
    /** What a NodePool is in a file. */
    public static final String TYPE = "karpenter.sh/v1/NodePool";

    private static final String SPEC = "spec.template.spec";
    private static final String METADATA = "spec.template.metadata";

    private NodePoolReader() {}

    /**
     * The NodePool of a manifest; empty if it is being deleted, for it makes no more nodes.
     *
     * @throws InvalidManifestException if it is no karpenter.sh/v1 NodePool, or a field has a value that the API refuses
     */
    public static Optional<NodePool> read(Manifest manifest) throws InvalidManifestException {
        if (!manifest.type().equals(TYPE)) {
            throw manifest.wrong("it must be a karpenter.sh/v1 NodePool, but is '" + manifest.type() + "'");
        }
        if (manifest.name().isEmpty()) {
            throw manifest.wrong("metadata.name", "is missing");
        }
        if (!NodeFields.isAbsent(manifest.object().path("metadata").path("deletionTimestamp"))) {
            return Optional.empty();
        }
        JsonNode spec = manifest.child(List.of("spec", "template", "spec"));
        return Optional.of(new NodePool(
                manifest.name(),
                labels(manifest),
                requirements(spec.path("requirements"), SPEC + ".requirements", manifest),
                taints(spec.path("taints"), SPEC + ".taints", manifest),
                taints(spec.path("startupTaints"), SPEC + ".startupTaints", manifest)));
    }

    private static Map<String, String> labels(Manifest manifest) throws InvalidManifestException {
        JsonNode metadata = manifest.object().path("spec").path("template").path("metadata");
        if (!NodeFields.isAbsent(metadata) && !metadata.isObject()) {
            throw manifest.wrong(METADATA, "must be an object");
        }
        return Map.copyOf(NodeFields.labels(metadata.path("labels"), METADATA + ".labels", manifest));
    }

    /** Without PreferNoSchedule, which keeps no pod off. */
    private static List<Taint> taints(JsonNode list, String path, Manifest manifest) throws InvalidManifestException {
        return NodeFields.taints(list, path, manifest).stream()
                .filter(taint -> taint.effect() != Effect.PREFER_NO_SCHEDULE)
                .toList();
    }

    private static List<Requirement> requirements(JsonNode list, String path, Manifest manifest)
            throws InvalidManifestException {
        List<Requirement> requirements = new ArrayList<>();
        int count = NodeFields.size(list, path, manifest);
        for (int i = 0; i < count; i++) {
            requirements.add(requirement(list.get(i), path + "[" + i + "]", manifest));
        }
        return List.copyOf(requirements);
    }

    private static Requirement requirement(JsonNode json, String path, Manifest manifest)
            throws InvalidManifestException {
        String key = json.path("key").asText("");
        if (key.isEmpty()) {
            throw manifest.wrong(path + ".key", "is missing");
        }
        String operator = json.path("operator").asText("");
        if (operator.isEmpty()) {
            throw manifest.wrong(path + ".operator", "is missing");
        }
        List<String> values = values(json.path("values"), path + ".values", manifest);
        if (operator.equals(Operator.IN.text()) && values.isEmpty()) {
            throw manifest.wrong(path + ".values", "must have a value");
        }
        // Karpenter has operators that label selectors do not have, and may get more: the rest of the NodePool counts.
        return new Requirement(key, Operator.of(operator), values);
    }

    private static List<String> values(JsonNode list, String path, Manifest manifest) throws InvalidManifestException {
        List<String> values = new ArrayList<>();
        int count = NodeFields.size(list, path, manifest);
        for (int i = 0; i < count; i++) {
            if (!list.get(i).isTextual()) {
                throw manifest.wrong(path + "[" + i + "]", "must be a string, in quotes if need be");
            }
            values.add(list.get(i).asText());
        }
        return List.copyOf(values);
    }
}
