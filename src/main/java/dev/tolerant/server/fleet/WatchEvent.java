package dev.tolerant.server.fleet;

import dev.tolerant.engine.json.FieldNames;
import dev.tolerant.engine.json.JsonCursor;
import dev.tolerant.engine.json.SkippingParser;
import dev.tolerant.engine.json.UnexpectedJsonException;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.util.Arrays;
import java.util.Objects;

/**
 * One change that a watch tells.
 *
 * @param type {@code ADDED}, {@code MODIFIED}, {@code DELETED}, {@code BOOKMARK} or {@code ERROR}
 * @param pod which one; without names in a bookmark or an error
 * @param resourceVersion from which a later watch goes on; empty in an error
 * @param code what went wrong; 0 unless this is an error
 * @param object what has changed, or what went wrong
 */
record WatchEvent(String type, PodKey pod, String resourceVersion, long code, byte[] object) {
    private static final FieldNames EVENT = FieldNames.of("type", "object");
    private static final FieldNames OBJECT = FieldNames.of("metadata", "code");
    private static final FieldNames METADATA = FieldNames.of("namespace", "name", "resourceVersion");

    /**
     * Reads a line of the watch.
     *
     * @throws IOException if it is not an event
     */
    static WatchEvent read(byte[] line) throws IOException {
        try {
            return new Reading().read(line);
        } catch (UnexpectedJsonException unexpected) {
            throw new IOException(unexpected.getMessage(), unexpected);
        }
    }

    /** The parts of an event that have been read. */
    private static final class Reading {
        private String type = "";
        private String namespace = "";
        private String name = "";
        private String resourceVersion = "";
        private long code;
        private byte[] object = {};

        WatchEvent read(byte[] line) throws IOException, UnexpectedJsonException {
            try (SkippingParser parser = begun(line)) {
                readEvent(new JsonCursor(parser), line);
            }
            try (SkippingParser parser = begun(object)) {
                readObject(new JsonCursor(parser));
            }
            return new WatchEvent(type, new PodKey(namespace, name), resourceVersion, code, object);
        }

        private static SkippingParser begun(byte[] text) throws IOException {
            SkippingParser parser = SkippingParser.of(text);
            if (parser.nextToken() == null) {
                throw new IOException("the watch tells an event without an object");
            }
            return parser;
        }

        private void readEvent(JsonCursor json, byte[] line) throws IOException, UnexpectedJsonException {
            boolean isEvent = json.enterObject("");
            for (String field = isEvent ? json.nextField(EVENT) : null; field != null; field = json.nextField(EVENT)) {
                if (field.equals("type")) {
                    type = json.text("type");
                } else {
                    int start = json.start();
                    json.skip();
                    object = Arrays.copyOfRange(line, start, json.end());
                }
            }
        }

        private void readObject(JsonCursor json) throws IOException, UnexpectedJsonException {
            boolean isObject = json.enterObject("object");
            for (String field = isObject ? json.nextField(OBJECT) : null;
                    field != null;
                    field = json.nextField(OBJECT)) {
                if (field.equals("code")) {
                    code = Objects.requireNonNullElse(json.integer("object.code"), 0L);
                } else if (json.enterObject("object.metadata")) {
                    readMetadata(json);
                }
            }
        }

        private void readMetadata(JsonCursor json) throws IOException, UnexpectedJsonException {
            for (String field = json.nextField(METADATA); field != null; field = json.nextField(METADATA)) {
                String text = json.text("object.metadata");
                switch (field) {
                    case "namespace" -> namespace = text;
                    case "name" -> name = text;
                    default -> resourceVersion = text;
                }
            }
        }
    }

    boolean isError() {
        return type.equals("ERROR");
    }

    /** Whether the watch cannot go on from where it was. */
    boolean isExpired() {
        return isError() && code == HttpURLConnection.HTTP_GONE;
    }
}
