package dev.tolerant.engine.review;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tolerant.engine.model.Toleration;
import java.io.IOException;

/** Writes tolerations as the API has them. */
final class TolerationWriter {
    private TolerationWriter() {}

    static void write(JsonGenerator json, Toleration toleration) throws IOException {
        json.writeStartObject();
        writeFields(json, toleration);
        json.writeEndObject();
    }

    /** Writes the fields of an object that the caller starts and ends. */
    static void writeFields(JsonGenerator json, Toleration toleration) throws IOException {
        writeUnlessEmpty(json, "key", toleration.key());
        writeUnlessEmpty(json, "operator", toleration.operator().text());
        writeUnlessEmpty(json, "value", toleration.value());
        writeUnlessEmpty(json, "effect", toleration.effect().text());
        if (!toleration.seconds().never()) {
            json.writeNumberField("tolerationSeconds", toleration.seconds().seconds());
        }
    }

    private static void writeUnlessEmpty(JsonGenerator json, String field, String value) throws IOException {
        if (!value.isEmpty()) {
            json.writeStringField(field, value);
        }
    }
}
