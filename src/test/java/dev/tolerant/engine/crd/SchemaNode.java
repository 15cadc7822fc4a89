package dev.tolerant.engine.crd;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A place in the CRD's schema.
 *
 * @param path as in spec.tolerations[].key, with [] for a list's items and {} for a map's values
 * @param schema what stands there
 */
record SchemaNode(String path, JsonNode schema) {
    static final Path FILE = Path.of("helm/tolerant/files/crd.yaml");

    /** The whole CRD. */
    static final JsonNode CRD = read();

    private static JsonNode read() {
        try {
            return ManifestFile.read(FILE).documents().get(0);
        } catch (IOException | InvalidManifestException unreadable) {
            throw new AssertionError(unreadable);
        }
    }

    /** The schema of a whole policy. */
    static SchemaNode root() {
        return new SchemaNode("", CRD.at("/spec/versions/0/schema/openAPIV3Schema"));
    }

    /** The place with this path. */
    static SchemaNode at(String path) {
        return root().all()
                .filter(node -> node.path().equals(path))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + path + " in the schema"));
    }

    String type() {
        return schema.path("type").asText();
    }

    boolean isIntOrString() {
        return schema.path("x-kubernetes-int-or-string").asBoolean();
    }

    boolean isMap() {
        return schema.has("additionalProperties");
    }

    /** What a key holds, of a list's items, a map's values or an object's fields. */
    Map<String, SchemaNode> fields() {
        Map<String, SchemaNode> fields = new LinkedHashMap<>();
        schema.path("properties")
                .properties()
                .forEach(field -> fields.put(
                        field.getKey(),
                        new SchemaNode(
                                path.isEmpty() ? field.getKey() : path + "." + field.getKey(), field.getValue())));
        return fields;
    }

    /** What a list holds. */
    SchemaNode items() {
        return new SchemaNode(path + "[]", schema.path("items"));
    }

    /** What a map holds. */
    SchemaNode values() {
        return new SchemaNode(path + "{}", schema.path("additionalProperties"));
    }

    /** This node and all below it. */
    Stream<SchemaNode> all() {
        return Stream.concat(Stream.of(this), children().flatMap(SchemaNode::all));
    }

    private Stream<SchemaNode> children() {
        Stream<SchemaNode> items = schema.has("items") ? Stream.of(items()) : Stream.empty();
        Stream<SchemaNode> values = isMap() ? Stream.of(values()) : Stream.empty();
        return Stream.concat(fields().values().stream(), Stream.concat(items, values));
    }
}
