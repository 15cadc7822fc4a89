package dev.tolerant.facts;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.manifest.Manifest;
import dev.tolerant.manifest.Place;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;

/**
 * An object of a cluster, without what no question looks at. Its JSON is kept as bytes, because a cluster has many pods and
 * a tree takes ten times as much.
 *
 * @param namespace empty for objects in none
 * @param json an object with {@code apiVersion} and {@code kind}
 */
public record Fact(FactKind kind, String namespace, String name, Place place, byte[] json) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** {@code kind/name} in lower case, as kubectl takes it. */
    public String title() {
        return kind.kind().toLowerCase(Locale.ROOT) + "/" + name;
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
