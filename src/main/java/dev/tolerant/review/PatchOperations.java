package dev.tolerant.review;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.IOException;

/** Writes the operations of a JSON Patch, one after the other. */
final class PatchOperations {
    // Parts of nearly every patch, in bytes already.
    private static final SerializedString OP = new SerializedString("op");
    private static final SerializedString ADD = new SerializedString("add");
    private static final SerializedString REPLACE = new SerializedString("replace");
    private static final SerializedString REMOVE = new SerializedString("remove");
    private static final SerializedString PATH = new SerializedString("path");
    private static final SerializedString VALUE = new SerializedString("value");

    private final JsonGenerator json;

    PatchOperations(JsonGenerator json) {
        this.json = json;
    }

    /** Begins an {@code add}; the caller writes its value, and then ends it. */
    void startAdd(String path) throws IOException {
        start(ADD, path);
        json.writeFieldName(VALUE);
    }

    void endAdd() throws IOException {
        json.writeEndObject();
    }

    void replace(String path, String value) throws IOException {
        start(REPLACE, path);
        json.writeFieldName(VALUE);
        json.writeString(value);
        json.writeEndObject();
    }

    void remove(String path) throws IOException {
        start(REMOVE, path);
        json.writeEndObject();
    }

    private void start(SerializedString op, String path) throws IOException {
        json.writeStartObject();
        json.writeFieldName(OP);
        json.writeString(op);
        json.writeFieldName(PATH);
        json.writeString(path);
    }
}
