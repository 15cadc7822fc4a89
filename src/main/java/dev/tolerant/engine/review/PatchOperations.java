package dev.tolerant.engine.review;

import java.nio.charset.StandardCharsets;

/** Writes the operations of a JSON Patch, one after the other. */
final class PatchOperations {
    private static final byte[] ADD = upToPath("add");
    private static final byte[] REPLACE = upToPath("replace");
    private static final byte[] REMOVE = upToPath("remove");

    private final JsonBytes json;

    PatchOperations(JsonBytes json) {
        this.json = json;
    }

    /** Begins an {@code add}; the caller writes its value, and then ends it. */
    void startAdd(String path) {
        start(ADD, path);
        json.field("value");
    }

    void endAdd() {
        json.endObject();
    }

    void replace(String path, String value) {
        start(REPLACE, path);
        json.field("value", value);
        json.endObject();
    }

    void remove(String path) {
        start(REMOVE, path);
        json.endObject();
    }

    private static byte[] upToPath(String op) {
        return ("{\"op\":\"" + op + "\",\"path\":").getBytes(StandardCharsets.US_ASCII);
    }

    private void start(byte[] upToPath, String path) {
        json.raw(upToPath);
        json.string(path);
    }
}
