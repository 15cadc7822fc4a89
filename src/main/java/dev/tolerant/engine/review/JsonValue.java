package dev.tolerant.engine.review;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;

/** A JSON value that is written when its bytes are asked for, with no tree in between. */
interface JsonValue {
    /** Holds what an interface would have to initialize: the AOT cache keeps no lambda of such an interface. */
    final class Output {
        /** Escapes all but ASCII, because a text may have half a character, for which UTF-8 has no bytes. */
        private static final JsonFactory FACTORY =
                new JsonFactoryBuilder().highestNonEscapedChar('\u007f').build();

        private Output() {}
    }

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
            value.writeField(name, json);
            json.writeEndObject();
        };
    }

    default void writeField(String name, JsonGenerator json) throws IOException {
        json.writeFieldName(name);
        writeTo(json);
    }

    /** Must not be called while another value is written, because that one has taken Jackson's recycled buffers, and new ones are 16 kB. */
    default byte[] bytes() {
        try (ByteArrayBuilder bytes = new ByteArrayBuilder(Output.FACTORY._getBufferRecycler())) {
            try (JsonGenerator json = Output.FACTORY.createGenerator(bytes)) {
                writeTo(json);
            }
            return bytes.getClearAndRelease();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
