package dev.tolerant.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.source.ManifestFile;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * One object of a file, and where in it the object stands.
 *
 * @param place the file, the document and the item within a List, for messages
 */
public record Manifest(String place, ObjectNode object) {

    /**
     * The objects of a file in their order; a List stands for its items.
     *
     * @param file the file's name for messages
     * @throws InvalidManifestException if the file is no YAML or JSON, or holds anything but objects
     */
    public static List<Manifest> read(String file, InputStream content) throws InvalidManifestException {
        List<Manifest> manifests = new ArrayList<>();
        for (ManifestFile.Manifest each : objects(file, content)) {
            String place = file + ", " + each.place();
            if (!(each.object() instanceof ObjectNode object)) {
                throw new InvalidManifestException(
                        place + ": it must be a Kubernetes object, with apiVersion and kind");
            }
            manifests.add(new Manifest(place, object));
        }
        return List.copyOf(manifests);
    }

    private static List<ManifestFile.Manifest> objects(String file, InputStream content)
            throws InvalidManifestException {
        try {
            return ManifestFile.read(content);
        } catch (IOException unreadable) {
            throw new InvalidManifestException(file + " cannot be read: " + unreadable.getMessage());
        }
    }

    /** {@code group/version/kind}, without the group and its slash in the core group. */
    String type() {
        return object.path("apiVersion").asText() + "/" + object.path("kind").asText();
    }

    String kind() {
        return object.path("kind").asText();
    }

    String name() {
        return object.path("metadata").path("name").asText();
    }

    String namespace() {
        String namespace = object.path("metadata").path("namespace").asText();
        return namespace.isEmpty() ? "default" : namespace;
    }

    /** The object below the dots of the path. */
    ObjectNode child(String path) throws InvalidManifestException {
        JsonNode child = object;
        for (String field : path.split("\\.")) {
            child = child.path(field);
        }
        if (child instanceof ObjectNode found) {
            return found;
        }
        boolean absent = child.isMissingNode() || child.isNull();
        throw wrong(path + (absent ? " is missing" : " must be an object"));
    }

    /** The sentence that something in this object is wrong. */
    InvalidManifestException wrong(String what) {
        return new InvalidManifestException(place + ": " + what);
    }
}
