package dev.tolerant.tools.lint;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.words.PodFacts;
import java.util.List;

/** Finds where {@value PodFacts#INJECT_LABEL} stands and opts nothing out, which only a label of a pod or Namespace does. */
record OptOutCheck(Findings found) {
    private static final String METADATA = "metadata.";

    /** The path and the pointer are those of the pods that the object has or makes; empty for a Namespace. */
    void check(Manifest manifest, String path, JsonPointer pointer) {
        JsonNode judged = manifest.object().at(pointer).path("metadata");
        JsonNode label = judged.path("labels").path(PodFacts.INJECT_LABEL);
        if (label.isTextual() && !List.of("true", "false").contains(label.textValue())) {
            add(path + METADATA + "labels", "has no effect: write \"false\" to opt out, or remove it");
        }
        annotation(judged, path, path);
        if (!path.isEmpty()) {
            JsonNode own = manifest.object().path("metadata");
            boolean isOut =
                    own.path("labels").path(PodFacts.INJECT_LABEL).asText().equals("false");
            if (isOut && label.isMissingNode()) {
                add(METADATA + "labels", "has no effect on the pods: write it as " + path + "metadata.labels");
            }
            annotation(own, "", path);
        }
    }

    private void annotation(JsonNode metadata, String path, String meant) {
        if (metadata.path("annotations").has(PodFacts.INJECT_LABEL)) {
            add(
                    path + METADATA + "annotations",
                    "has no effect: write it as a label, in " + meant + METADATA + "labels");
        }
    }

    private void add(String path, String message) {
        found.add(path + "." + PodFacts.INJECT_LABEL, LintCode.INJECT_IGNORED, message);
    }
}
