package dev.tolerant.engine.review;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/** Writes the operations of a JSON Patch, one after the other. */
final class PatchOperations {
    private static final String ADD = "add";
    private static final String REPLACE = "replace";
    private static final String REMOVE = "remove";

    private final JsonGenerator json;

    PatchOperations(JsonGenerator json) {
        this.json = json;
    }

    /** Begins an {@code add}; the caller writes its value, and then ends it. */
    void startAdd(String path) throws IOException {
        start(ADD, path);
        json.writeFieldName("value");
    }

    void endAdd() throws IOException {
        json.writeEndObject();
    }

    void replace(String path, String value) throws IOException {
        start(REPLACE, path);
        json.writeStringField("value", value);
        json.writeEndObject();
    }

    void remove(String path) throws IOException {
        start(REMOVE, path);
        json.writeEndObject();
    }

    private void start(String operation, String path) throws IOException {
        json.writeStartObject();
        json.writeStringField("op", operation);
        json.writeStringField("path", path);
    }
}
