package dev.tolerant.tools.reading;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tolerant.engine.words.OneLine;
import dev.tolerant.observed.objects.ClusterObject;
import dev.tolerant.observed.objects.ClusterObjects;
import dev.tolerant.observed.objects.ObjectKind;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Facts of a cluster in one JSON text, one object a line.
 *
 * @param context empty if it is unknown
 */
public record ClusterDump(String context, Instant at, String serverVersion, Map<ObjectKind, String> unknown) {
    public static final String API_VERSION = "cli.tolerant.dev/v1";

    public static final String KIND = "ClusterDump";

    private static final int MAX_TEXT = 500;

    private static final ObjectMapper TREES = new ObjectMapper();

    /**
     * The objects that an answer is about, or that a dump has.
     *
     * @param context the kubeconfig's context, or the files that the facts come from
     * @param at when they were read, such as 2026-01-31T12:00:00Z
     * @param serverVersion the API server's, such as v1.36.2; empty if it is unknown
     * @param unknown by kind, such as nodes, why its objects are not known; empty if all are
     */
    public record Metadata(String context, String at, String serverVersion, Map<String, String> unknown) {
        public static Metadata of(ClusterObjects objects) {
            Map<String, String> unknown = new LinkedHashMap<>();
            new TreeMap<>(objects.unknown()).forEach((kind, why) -> unknown.put(kind.plural(), why));
            return new Metadata(objects.source(), objects.at().toString(), objects.serverVersion(), unknown);
        }
    }

    public static void write(ClusterObjects clusterObjects, Writer out) throws IOException {
        JsonGenerator json = TREES.createGenerator(out).disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
        json.writeStartObject();
        json.writeStringField("apiVersion", API_VERSION);
        json.writeStringField("kind", KIND);
        json.writeObjectField("metadata", Metadata.of(clusterObjects));
        json.writeArrayFieldStart("items");
        for (ObjectKind kind : ObjectKind.values()) {
            for (ClusterObject object : clusterObjects.all(kind)) {
                json.writeRawValue("\n" + new String(object.json(), StandardCharsets.UTF_8));
            }
        }
        json.writeEndArray();
        json.writeEndObject();
        json.close();
        out.write("\n");
    }

    /** Fails with a sentence if another version of the program has written the dump, or it cannot be read. */
    static ClusterDump of(String apiVersion, byte[] metadata) throws IOException {
        if (!apiVersion.equals(API_VERSION)) {
            throw new IOException("it is a dump of the form " + OneLine.of(apiVersion, MAX_TEXT)
                    + ", and this program reads " + API_VERSION
                    + " alone: use the version of tolerant that wrote it, or dump the cluster again");
        }
        JsonNode json = metadata.length == 0 ? TREES.createObjectNode() : TREES.readTree(metadata);
        Map<ObjectKind, String> unknown = new EnumMap<>(ObjectKind.class);
        for (ObjectKind kind : ObjectKind.values()) {
            JsonNode why = json.path("unknown").path(kind.plural());
            if (why.isTextual()) {
                unknown.put(kind, OneLine.of(why.asText(), MAX_TEXT));
            }
        }
        return new ClusterDump(
                OneLine.of(json.path("context").asText(), MAX_TEXT),
                at(json.path("at").asText()),
                OneLine.of(json.path("serverVersion").asText(), MAX_TEXT),
                unknown);
    }

    private static Instant at(String text) throws IOException {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException notATime) {
            throw new IOException("metadata.at must be a time such as 2026-01-31T12:00:00Z", notATime);
        }
    }
}
