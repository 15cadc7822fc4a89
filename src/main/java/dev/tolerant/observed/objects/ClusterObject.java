package dev.tolerant.observed.objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.json.Fields;
import dev.tolerant.engine.json.Mask;
import dev.tolerant.engine.json.TreeReader;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.ManifestProblem.Place;
import dev.tolerant.engine.standing.ReservationsText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * An object of a cluster, without what no question looks at; its JSON is kept as bytes, because a cluster has many pods
 * and a tree takes ten times as much.
 *
 * @param namespace empty for objects in none
 * @param json an object with {@code apiVersion} and {@code kind}
 */
public record ClusterObject(ObjectKind kind, String namespace, String name, Place place, byte[] json) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Mask NAMED =
            Mask.of().with("metadata", Mask.ofValues("namespace", "name").with("managedFields", Mask.VALUE));

    /**
     * Empty if no question needs the object.
     *
     * @throws IOException if it is not a JSON object, or its metadata is not one
     */
    public static Optional<ClusterObject> ifNeeded(ObjectKind kind, Place place, byte[] object) throws IOException {
        ClusterObject pruned = named(kind, place, prune(kind, object));
        if (kind == ObjectKind.RESERVATIONS && !pruned.name.equals(ReservationsText.OBJECT)) {
            return Optional.empty();
        }
        if (kind != ObjectKind.CONFIG_MAP) {
            return Optional.of(pruned);
        }
        return ReleaseSettings.only(pruned.manifest()).map(map -> pruned.with(map.object()));
    }

    /**
     * @throws IOException if it is not a JSON object
     */
    static byte[] prune(ObjectKind kind, byte[] json) throws IOException {
        JsonNode kept = TreeReader.read(json, kind.kept());
        if (kind == ObjectKind.POD && ReleaseSettings.isOfProgram(kept)) {
            kept = TreeReader.read(json, Pruning.PROGRAM_POD);
        }
        if (!(kept instanceof ObjectNode fields)) {
            throw new IOException("it is not a JSON object");
        }
        ObjectNode object =
                JSON.createObjectNode().put("apiVersion", kind.apiVersion()).put("kind", kind.kind());
        fields.remove("apiVersion");
        fields.remove("kind");
        return JSON.writeValueAsBytes(object.setAll(fields));
    }

    private ClusterObject with(ObjectNode object) {
        return new ClusterObject(kind, namespace, name, place, object.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static ClusterObject named(ObjectKind kind, Place place, byte[] kept) throws IOException {
        try {
            Fields metadata = metadata(kept);
            String namespace = metadata.text("namespace");
            return new ClusterObject(
                    kind,
                    !kind.isNamespaced() ? "" : namespace.isEmpty() ? "default" : namespace,
                    metadata.text("name"),
                    place,
                    kept);
        } catch (UnexpectedJsonException wrong) {
            throw new IOException(wrong.getMessage(), wrong);
        }
    }

    private static Fields metadata(byte[] object) throws IOException, UnexpectedJsonException {
        return Fields.of(TreeReader.read(object, NAMED)).object("metadata");
    }

    public boolean hasManagedFields() {
        try {
            return metadata(json).has("managedFields");
        } catch (IOException | UnexpectedJsonException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** People learn less from its place than from its name. */
    public ClusterObject withoutPlace() {
        return new ClusterObject(kind, namespace, name, Place.NOWHERE, json);
    }

    /** {@code kind/name} in lower case, as kubectl takes it. */
    public String title() {
        return kind.singular() + "/" + name;
    }

    /** Each call parses it again. */
    public Manifest manifest() {
        try {
            return new Manifest(place, (ObjectNode) JSON.readTree(json));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
