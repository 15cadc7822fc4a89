package dev.tolerant.cli.lint;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.manifest.ManifestFile;

/**
 * An object that is looked at, or a file that has none.
 *
 * @param document counted from 1; 0 for the file as a whole
 * @param item within a List, counted from 1; 0 outside of one
 * @param title kind, namespace and name, as far as they are there
 */
public record CheckedObject(String file, int document, int item, String title) {

    static CheckedObject of(String file, ManifestFile.Manifest read) {
        JsonNode metadata = read.object().path("metadata");
        String namespace = metadata.path("namespace").asText();
        String name = metadata.path("name").asText();
        String title = read.object().path("kind").asText() + " " + (namespace.isEmpty() ? "" : namespace + "/") + name;
        return new CheckedObject(file, read.document(), read.item(), title.trim());
    }

    static CheckedObject wholeFile(String file) {
        return new CheckedObject(file, 0, 0, "");
    }

    String place() {
        return file + (document == 0 ? "" : ", document " + document) + (item == 0 ? "" : ", item " + item);
    }
}
