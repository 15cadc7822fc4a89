package dev.tolerant.tools.lint;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.engine.manifest.Place;
import org.jspecify.annotations.Nullable;

/**
 * An object that lint has checked, or a file that it could not read.
 *
 * @param title kind, namespace and name, as far as the object has them
 * @param file where the object is written; null if it could not be read
 */
public record CheckedObject(
        Place place, String title, @Nullable ManifestFile file) {
    static CheckedObject ofFile(Place place) {
        return new CheckedObject(place, "", null);
    }

    static CheckedObject of(ManifestFile file, ManifestFile.Entry entry) {
        JsonNode metadata = entry.content().path("metadata");
        String namespace = metadata.path("namespace").asText();
        String name = metadata.path("name").asText();
        String title =
                entry.content().path("kind").asText() + " " + (namespace.isEmpty() ? "" : namespace + "/") + name;
        return new CheckedObject(entry.place(), title.trim(), file);
    }

    /** The line of a field, counted from 1; 0 where lines say nothing. */
    int line(String path) {
        return file == null ? 0 : file.line(place, path);
    }
}
