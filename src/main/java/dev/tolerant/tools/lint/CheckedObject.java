package dev.tolerant.tools.lint;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.engine.manifest.Place;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An object that lint has checked, or a file that it could not read.
 *
 * @param title kind, namespace and name, as far as the object has them
 * @param silenced the codes of the warnings that annotations of the object silence, each with a reason
 * @param file where the object is written; null if it could not be read
 */
public record CheckedObject(
        Place place,
        String title,
        Set<String> silenced,
        @Nullable ManifestFile file) {
    /** What the annotations begin with; a code and a reason follow. */
    static final String SILENCES = "lint.tolerant.dev/ignore-";

    static CheckedObject ofFile(Place place) {
        return new CheckedObject(place, "", Set.of(), null);
    }

    static CheckedObject of(ManifestFile file, ManifestFile.Entry entry) {
        JsonNode metadata = entry.content().path("metadata");
        String namespace = metadata.path("namespace").asText();
        String name = metadata.path("name").asText();
        String title =
                entry.content().path("kind").asText() + " " + (namespace.isEmpty() ? "" : namespace + "/") + name;
        return new CheckedObject(entry.place(), title.trim(), silenced(metadata.path("annotations")), file);
    }

    /** The line of a field, counted from 1; 0 where lines say nothing. */
    int line(String path) {
        return file == null ? 0 : file.line(place, path);
    }

    private static Set<String> silenced(JsonNode annotations) {
        return annotations.properties().stream()
                .filter(annotation -> annotation.getKey().startsWith(SILENCES)
                        && !annotation.getValue().asText().isBlank())
                .map(annotation -> annotation.getKey().substring(SILENCES.length()))
                .collect(Collectors.toUnmodifiableSet());
    }
}
