package dev.tolerant.engine.review;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;

/** A JSON value, written when its bytes are asked for. A default method beside its constant would keep its lambdas out of the AOT cache. */
interface JsonValue {
    /** Escapes all but ASCII, because a text may have half a character, for which UTF-8 has no bytes. */
    JsonFactory FACTORY =
            new JsonFactoryBuilder().highestNonEscapedChar('\u007f').build();

    void writeTo(JsonGenerator json) throws IOException;

    static JsonValue list(Collection<JsonValue> values) {
        return json -> {
            json.writeStartArray();
            for (JsonValue value : values) {
                value.writeTo(json);
            }
            json.writeEndArray();
        };
    }

    static JsonValue object(String name, JsonValue value) {
        return json -> {
            json.writeStartObject();
            writeField(name, value, json);
            json.writeEndObject();
        };
    }

    static void writeField(String name, JsonValue value, JsonGenerator json) throws IOException {
        json.writeFieldName(name);
        value.writeTo(json);
    }

    /** Must not be called while another value is written, because that one has taken Jackson's recycled buffers, and new ones are 16 kB. */
    static byte[] bytes(JsonValue value) {
        try (ByteArrayBuilder bytes = new ByteArrayBuilder(FACTORY._getBufferRecycler())) {
            try (JsonGenerator json = FACTORY.createGenerator(bytes)) {
                value.writeTo(json);
            }
            return bytes.getClearAndRelease();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
