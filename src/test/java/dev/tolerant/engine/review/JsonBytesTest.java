package dev.tolerant.engine.review;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** JSON in memory holds any text. */
class JsonBytesTest {

    @ParameterizedTest
    @ValueSource(strings = {"plain", "\"\\\n\u0000\u007f", "é\u2028😀", ""})
    void anyTextReadsBackAsItWas(String text) throws IOException {
        byte[] json = JsonBytes.of(value -> value.writeString(text));

        assertThat(new ObjectMapper().readTree(json).textValue()).isEqualTo(text);
    }

    @Test
    void halfACharacterIsEscapedBecauseUtf8HasNoBytesForIt() {
        byte[] json = JsonBytes.of(value -> value.writeString("a\ud83db"));

        assertThat(json).asString(StandardCharsets.UTF_8).isEqualToIgnoringCase("\"a\\ud83db\"");
    }
}
