package dev.tolerant.explain;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.manifest.Manifest;

/**
 * What an explanation is about.
 *
 * @param madeBy the workload that the pod is made by, as {@code kind/name}; empty for a pod or a review of its own
 */
public record ExplainedObject(String kind, String name, String namespace, String operation, String madeBy) {

    static ExplainedObject of(Question question) {
        JsonNode request = question.request();
        JsonNode metadata = request.path("object").path("metadata");
        String name = metadata.path("name").asText();
        String kind = request.path("kind").path("kind").asText();
        Manifest manifest = question.manifest();
        boolean made = Workload.of(manifest).isPresent();
        return new ExplainedObject(
                kind,
                name.isEmpty() ? metadata.path("generateName").asText() : name,
                request.path("namespace").asText(),
                request.path("operation").asText(),
                made ? manifest.kind() + "/" + manifest.name() : "");
    }
}
