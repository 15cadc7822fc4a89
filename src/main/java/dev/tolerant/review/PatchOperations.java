package dev.tolerant.review;

/** Writes the operations of a JSON Patch, one after the other. */
final class PatchOperations {
    private final JsonBytes json;

    PatchOperations(JsonBytes json) {
        this.json = json;
    }

    /** Begins an {@code add}; the caller writes its value, and then ends it. */
    void startAdd(String path) {
        start("add", path);
        json.field("value");
    }

    void endAdd() {
        json.endObject();
    }

    void replace(String path, String value) {
        start("replace", path);
        json.field("value", value);
        json.endObject();
    }

    void remove(String path) {
        start("remove", path);
        json.endObject();
    }

    private void start(String op, String path) {
        json.startObject();
        json.field("op", op);
        json.field("path", path);
    }
}
