package dev.tolerant.engine.review;

import dev.tolerant.engine.toleration.Toleration;

/** Writes tolerations as the API has them. */
final class TolerationWriter {
    private TolerationWriter() {}

    static void write(JsonBytes json, Toleration toleration) {
        json.startObject();
        writeFields(json, toleration);
        json.endObject();
    }

    /** Writes the fields of an object that the caller starts and ends. */
    static void writeFields(JsonBytes json, Toleration toleration) {
        writeUnlessEmpty(json, "key", toleration.key());
        writeUnlessEmpty(json, "operator", toleration.operator().text());
        writeUnlessEmpty(json, "value", toleration.value());
        writeUnlessEmpty(json, "effect", toleration.effect().text());
        if (!toleration.seconds().never()) {
            json.field("tolerationSeconds", toleration.seconds().seconds());
        }
    }

    private static void writeUnlessEmpty(JsonBytes json, String field, String value) {
        if (!value.isEmpty()) {
            json.field(field, value);
        }
    }
}
