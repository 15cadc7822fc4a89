package dev.tolerant.observed.explain;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.manifest.Manifest;

/**
 * The object that an explanation describes.
 *
 * @param generated whether the name is only a beginning, which the API server completes
 * @param madeBy the workload that makes the pod, as {@code kind/name}; empty for a single pod or a review
 */
public record ExplainedObject(
        String kind, String name, boolean generated, String namespace, String operation, String madeBy) {

    static ExplainedObject of(AdmissionReview question) {
        JsonNode request = question.request();
        JsonNode metadata = request.path("object").path("metadata");
        String name = metadata.path("name").asText();
        boolean isGenerated = name.isEmpty() && metadata.hasNonNull("generateName");
        String kind = request.path("kind").path("kind").asText();
        Manifest manifest = question.manifest();
        boolean made = PodTemplate.of(manifest).controller().isPresent();
        return new ExplainedObject(
                kind,
                isGenerated ? metadata.path("generateName").asText() : name,
                isGenerated,
                request.path("namespace").asText(),
                request.path("operation").asText(),
                made ? manifest.kind() + "/" + manifest.name() : "");
    }
}
