package dev.tolerant.review;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import dev.tolerant.core.toleration.Toleration;
import java.io.IOException;

/** Writes tolerations as the API has them. */
final class TolerationWriter {
    // Parts of nearly every patch, in bytes already.
    private static final SerializedString KEY = new SerializedString("key");
    private static final SerializedString OPERATOR = new SerializedString("operator");
    private static final SerializedString VALUE = new SerializedString("value");
    private static final SerializedString EFFECT = new SerializedString("effect");
    private static final SerializedString SECONDS = new SerializedString("tolerationSeconds");

    private TolerationWriter() {}

    static void write(JsonGenerator json, Toleration toleration) throws IOException {
        json.writeStartObject();
        writeFields(json, toleration);
        json.writeEndObject();
    }

    /** Writes the fields of an object that the caller starts and ends. */
    static void writeFields(JsonGenerator json, Toleration toleration) throws IOException {
        writeUnlessEmpty(json, KEY, toleration.key());
        writeUnlessEmpty(json, OPERATOR, toleration.operator().text());
        writeUnlessEmpty(json, VALUE, toleration.value());
        writeUnlessEmpty(json, EFFECT, toleration.effect().text());
        if (!toleration.seconds().never()) {
            json.writeFieldName(SECONDS);
            json.writeNumber(toleration.seconds().seconds());
        }
    }

    private static void writeUnlessEmpty(JsonGenerator json, SerializedString field, String value) throws IOException {
        if (!value.isEmpty()) {
            json.writeFieldName(field);
            json.writeString(value);
        }
    }
}
