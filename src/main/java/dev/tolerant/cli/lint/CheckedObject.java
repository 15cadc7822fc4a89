package dev.tolerant.cli.lint;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.manifest.ManifestFile;
import dev.tolerant.manifest.Place;

/**
 * An object that lint has checked, or a file that it could not read.
 *
 * @param title kind, namespace and name, as far as the object has them
 */
public record CheckedObject(Place place, String title) {

    static CheckedObject of(ManifestFile.Entry entry) {
        JsonNode metadata = entry.content().path("metadata");
        String namespace = metadata.path("namespace").asText();
        String name = metadata.path("name").asText();
        String title =
                entry.content().path("kind").asText() + " " + (namespace.isEmpty() ? "" : namespace + "/") + name;
        return new CheckedObject(entry.place(), title.trim());
    }
}
