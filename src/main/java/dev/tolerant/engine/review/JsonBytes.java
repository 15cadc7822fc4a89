package dev.tolerant.engine.review;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;

/** JSON that is written into memory. */
interface JsonBytes {
    /** Escapes all but ASCII, because a text may have half a character, for which UTF-8 has no bytes. */
    JsonFactory FACTORY =
            new JsonFactoryBuilder().highestNonEscapedChar('\u007f').build();

    /** Writes one value. */
    void writeTo(JsonGenerator json) throws IOException;

    /** The bytes of the value. */
    static byte[] of(JsonBytes value) {
        try (ByteArrayBuilder bytes = new ByteArrayBuilder()) {
            try (JsonGenerator json = FACTORY.createGenerator(bytes)) {
                value.writeTo(json);
            }
            return bytes.toByteArray();
        } catch (IOException noMemoryFailsSo) {
            throw new UncheckedIOException(noMemoryFailsSo);
        }
    }
}
