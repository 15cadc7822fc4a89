package dev.tolerant.engine.review;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The JSON that is written holds any text. */
class JsonValueTest {

    @ParameterizedTest
    @ValueSource(strings = {"plain", "\"\\\n\u0000\u007f", "é\u2028😀", ""})
    void anyTextReadsBackAsItWas(String text) throws IOException {
        byte[] json = bytes(text);

        assertThat(new ObjectMapper().readTree(json).textValue()).isEqualTo(text);
    }

    @Test
    void halfACharacterIsEscapedBecauseUtf8HasNoBytesForIt() {
        byte[] json = bytes("a\ud83db");

        assertThat(json).asString(StandardCharsets.UTF_8).isEqualToIgnoringCase("\"a\\ud83db\"");
    }

    private static byte[] bytes(String text) {
        JsonValue value = json -> json.writeString(text);
        return JsonValue.bytes(value);
    }
}
