package dev.tolerant.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.manifest.ManifestFile;
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
            manifests.add(of(file, each));
        }
        return List.copyOf(manifests);
    }

    /**
     * One object of a file that has been read already.
     *
     * @throws InvalidManifestException if it is anything but an object
     */
    public static Manifest of(String file, ManifestFile.Manifest read) throws InvalidManifestException {
        String place = file + ", " + read.place();
        if (read.object() instanceof ObjectNode object) {
            return new Manifest(place, object);
        }
        throw new InvalidManifestException(place + ": it must be a Kubernetes object, with apiVersion and kind");
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
    public String type() {
        return object.path("apiVersion").asText() + "/" + object.path("kind").asText();
    }

    public String kind() {
        return object.path("kind").asText();
    }

    public String name() {
        return object.path("metadata").path("name").asText();
    }

    public String namespace() {
        String namespace = object.path("metadata").path("namespace").asText();
        return namespace.isEmpty() ? "default" : namespace;
    }

    /** Whether an explanation can be given of it. */
    public boolean isExplainable() {
        return type().equals("admission.k8s.io/v1/AdmissionReview") || hasPods();
    }

    /** Whether it is a pod, or a workload that pods are made by. */
    public boolean hasPods() {
        return type().equals("v1/Pod") || Workload.of(this).isPresent();
    }

    /** Kind, namespace and name, for messages. */
    public String title() {
        return kind() + " " + namespace() + "/" + name();
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
