package dev.tolerant.tools.lint;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.observed.explain.PodTemplate;
import java.util.List;
import java.util.Optional;

/** Finds where {@value PodFacts#INJECT_LABEL} stands and opts nothing out, which only a label of a pod or Namespace does. */
record OptOutCheck(Findings found) {
    private static final String METADATA = "metadata.";

    /** The template is that of the pods that the object has or makes; empty for a Namespace. */
    void check(Manifest manifest, Optional<PodTemplate> template) {
        String path = template.map(PodTemplate::path).orElse("");
        JsonNode own = manifest.object().path("metadata");
        JsonNode judged = manifest.object()
                .at(template.map(PodTemplate::pointer).orElse(JsonPointer.empty()))
                .path("metadata");
        effective(judged, path);
        if (!path.isEmpty()) {
            ofMaker(own, judged, path);
        }
    }

    private void effective(JsonNode metadata, String path) {
        JsonNode label = metadata.path("labels").path(PodFacts.INJECT_LABEL);
        if (label.isTextual() && !List.of("true", "false").contains(label.textValue())) {
            add(path + METADATA + "labels", "has no effect: write \"false\" to opt out, or remove it");
        }
        annotation(metadata, path, path);
    }

    private void ofMaker(JsonNode own, JsonNode judged, String path) {
        String label = own.path("labels").path(PodFacts.INJECT_LABEL).asText();
        if (label.equals("false") && !judged.path("labels").has(PodFacts.INJECT_LABEL)) {
            add(METADATA + "labels", "has no effect on the pods: write it as " + path + "metadata.labels");
        }
        annotation(own, "", path);
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
