package dev.tolerant.observed.facts;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.json.FieldNames;
import dev.tolerant.engine.json.JsonCursor;
import dev.tolerant.engine.json.SkippingParser;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.Place;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/**
 * An object of a cluster, without what no question looks at. Its JSON is kept as bytes, because a cluster has many pods and
 * a tree takes ten times as much.
 *
 * @param namespace empty for objects in none
 * @param json an object with {@code apiVersion} and {@code kind}
 */
public record Fact(FactKind kind, String namespace, String name, Place place, byte[] json) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * What is kept of an object of the API; empty if no question needs it.
     *
     * @throws IOException if it is not a JSON object, or its metadata is not one
     */
    public static Optional<Fact> ifNeeded(FactKind kind, Place place, byte[] object) throws IOException {
        byte[] kept = Pruning.prune(kind, object);
        Fact fact = named(kind, place, kept);
        if (kind != FactKind.CONFIG_MAP) {
            return Optional.of(fact);
        }
        return ReleaseSettings.only(fact.manifest()).map(map -> fact.with(map.object()));
    }

    private Fact with(ObjectNode object) {
        try {
            return new Fact(kind, namespace, name, place, JSON.writeValueAsBytes(object));
        } catch (JsonProcessingException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static Fact named(FactKind kind, Place place, byte[] kept) throws IOException {
        Metadata metadata = Metadata.of(kept);
        String namespace =
                !kind.isNamespaced() ? "" : metadata.namespace().isEmpty() ? "default" : metadata.namespace();
        return new Fact(kind, namespace, metadata.name(), place, kept);
    }

    /** Whether it says who wrote which of its fields. */
    public boolean hasManagedFields() {
        try {
            return Metadata.of(json).isManaged();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** The part of the metadata that is read. */
    private record Metadata(String namespace, String name, boolean isManaged) {
        private static final FieldNames METADATA = FieldNames.of("metadata");
        private static final FieldNames WANTED = FieldNames.of("namespace", "name", "managedFields");

        static Metadata of(byte[] object) throws IOException {
            String namespace = "";
            String name = "";
            boolean managed = false;
            try (SkippingParser parser = SkippingParser.of(object)) {
                parser.nextToken();
                JsonCursor json = new JsonCursor(parser);
                json.enterObject("");
                while (json.nextField(METADATA) != null) {
                    boolean entered = json.enterObject("metadata");
                    String field = entered ? json.nextField(WANTED) : null;
                    for (; field != null; field = json.nextField(WANTED)) {
                        switch (field) {
                            case "namespace" -> namespace = json.text("metadata.namespace");
                            case "name" -> name = json.text("metadata.name");
                            default -> {
                                managed = true;
                                json.skip();
                            }
                        }
                    }
                }
            } catch (UnexpectedJsonException wrong) {
                throw new IOException(wrong.getMessage(), wrong);
            }
            return new Metadata(namespace, name, managed);
        }
    }

    /** The same without its place, which says less to people than its name. */
    public Fact withoutPlace() {
        return new Fact(kind, namespace, name, Place.NOWHERE, json);
    }

    /** {@code kind/name} in lower case, as kubectl takes it. */
    public String title() {
        return kind.singular() + "/" + name;
    }

    /** The object, parsed anew by each call. */
    public Manifest manifest() {
        try {
            return new Manifest(place, (ObjectNode) JSON.readTree(json));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
