package dev.tolerant.engine.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.json.Fields;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.manifest.ManifestProblem.Place;
import dev.tolerant.engine.words.OneLine;
import java.util.List;

/** A Kubernetes object, and where it is written. */
public record Manifest(Place place, ObjectNode object) {
    private static final int MAX_TITLE = 500;

    /** {@code group/version/kind}, without the group and its slash in the core group. */
    public String type() {
        return object.path("apiVersion").asText("") + "/" + kind();
    }

    public String kind() {
        return object.path("kind").asText("");
    }

    public String name() {
        return object.path("metadata").path("name").asText("");
    }

    public String namespace() {
        return writtenNamespace().isEmpty() ? "default" : writtenNamespace();
    }

    /** Empty if it has none, or null. */
    public String writtenNamespace() {
        return object.path("metadata").path("namespace").asText("");
    }

    /** Empty without the label. */
    public String label(String name) {
        return object.path("metadata").path("labels").path(name).asText("");
    }

    /** This object, if it has no namespace itself, in the given one. */
    public Manifest in(String namespace) {
        if (namespace().equals(namespace)) {
            return this;
        }
        ObjectNode placed = object.deepCopy();
        placed.withObject("/metadata").put("namespace", namespace);
        return with(placed);
    }

    public String title() {
        return OneLine.of(kind() + " " + namespace() + "/" + name(), MAX_TITLE);
    }

    public Manifest with(ObjectNode other) {
        return new Manifest(place, other);
    }

    public ObjectNode child(List<String> fields) throws InvalidManifestException {
        JsonNode child = object;
        for (String field : fields) {
            child = child.path(field);
        }
        if (child instanceof ObjectNode found) {
            return found;
        }
        boolean absent = child.isMissingNode() || child.isNull();
        throw wrong(String.join(".", fields), absent ? "is missing" : "must be an object");
    }

    public <T> T read(Fields.Reader<T> reader) throws InvalidManifestException {
        return read(List.of(), reader);
    }

    /** Of the object to which the fields lead; fails, with the field, on what an API server would not accept. */
    public <T> T read(List<String> fields, Fields.Reader<T> reader) throws InvalidManifestException {
        ObjectNode child = child(fields);
        try {
            return reader.read(Fields.of(child));
        } catch (UnexpectedJsonException below) {
            UnexpectedJsonException wrong = below.below(String.join(".", fields));
            throw wrong(wrong.path(), wrong.problem());
        }
    }

    public InvalidManifestException wrong(String what) {
        return wrong("", what);
    }

    /**
     * @param message begins with a verb
     */
    public InvalidManifestException wrong(String path, String message) {
        return new InvalidManifestException(new ManifestProblem(place, path, message));
    }
}
