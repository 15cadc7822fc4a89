package dev.tolerant.cli.lint;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.manifest.ManifestFile;
import dev.tolerant.manifest.Place;

/**
 * An object that is looked at, or a file that has none.
 *
 * @param title kind, namespace and name, as far as they are there
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
