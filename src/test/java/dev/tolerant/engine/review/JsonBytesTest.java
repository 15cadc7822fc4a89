package dev.tolerant.engine.review;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tolerant.engine.decision.OneLine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds what the writer of JSON writes against what Jackson reads. */
class JsonBytesTest {
    private static final ObjectMapper JACKSON = new ObjectMapper();
    private static final List<String> PIECES = List.of(
            "a",
            "tolerant",
            " ",
            "/",
            "\"",
            "\\",
            "\n",
            "\u0000",
            "\u001f",
            "\u007f",
            "?",
            "plain text",
            "é",
            "€",
            "\u2028",
            "😀");

    @Test
    void commasComeBetweenFieldsAndBetweenElementsAndNowhereElse() {
        // Given
        JsonBytes json = new JsonBytes(1);

        // When
        json.startObject();
        json.field("s", "x");
        json.field("n", -7);
        json.field("t", true);
        json.field("f", false);
        json.field("list");
        json.startArray();
        json.startObject();
        json.endObject();
        json.startArray();
        json.endArray();
        json.number(1);
        json.string("");
        json.raw("-{2}".getBytes(StandardCharsets.US_ASCII), 1, 3 + 1);
        json.endArray();
        json.field("", "");
        json.endObject();

        // Then
        assertThat(text(json))
                .isEqualTo("{\"s\":\"x\",\"n\":-7,\"t\":true,\"f\":false,\"list\":[{},[],1,\"\",{2}],\"\":\"\"}");
    }

    @Test
    void anyTextReadsBackAsItWas() throws IOException {
        Random random = new Random(18);
        for (int i = 0; i < 2000; i++) {
            // Given
            StringBuilder text = new StringBuilder();
            for (int pieces = random.nextInt(8); pieces > 0; pieces--) {
                text.append(PIECES.get(random.nextInt(PIECES.size())));
            }

            // When
            JsonBytes json = new JsonBytes(random.nextInt(4));
            json.startObject();
            json.field(text.toString(), text.toString());
            json.endObject();

            // Then
            assertThat(JACKSON.readTree(json.toByteArray()))
                    .isEqualTo(JACKSON.createObjectNode().put(text.toString(), text.toString()));
        }
    }

    @Test
    void everyCharacterOfALineIsMadeSafeWhereverItStands() throws IOException {
        for (char c = 0; c < 0x300; c++) {
            for (int before = 0; before < 10; before++) {
                // Given
                String text = "x".repeat(before) + c + "y";

                // When
                JsonBytes json = new JsonBytes(1);
                json.line(text, 11);

                // Then
                assertThat(JACKSON.readTree(text(json)).textValue())
                        .as("%s after %s characters", (int) c, before)
                        .isEqualTo(OneLine.of(text, 11));
            }
        }
    }

    @Test
    void aLineIsCut() {
        // Given
        JsonBytes json = new JsonBytes(1);

        // When
        json.line("a long text", 8);

        // Then
        assertThat(text(json)).isEqualTo("\"a lon...\"");
    }

    @Test
    void textThatEndsLikeTheBeginningOfAnObjectIsFollowedByAComma() {
        // Given
        JsonBytes json = new JsonBytes(16);

        // When
        json.startArray();
        json.string("{");
        json.string("[");
        json.string(":");
        json.endArray();

        // Then
        assertThat(text(json)).isEqualTo("[\"{\",\"[\",\":\"]");
    }

    @Test
    void halfACharacterIsEscapedBecauseUtf8HasNoBytesForIt() {
        // Given
        JsonBytes json = new JsonBytes(16);

        // When
        json.string("a\ud83db");

        // Then
        assertThat(text(json)).isEqualTo("\"a\\ud83db\"");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100})
    void aValueBecomesAStringOfItsBase64(int expected) throws IOException {
        // Given
        JsonBytes json = new JsonBytes(expected);
        json.startObject();
        json.field("patch");
        int start = json.length();

        // When
        json.startArray();
        json.string("é");
        json.endArray();
        json.toBase64(start);
        json.field("after", 1);
        json.endObject();

        // Then
        assertThat(JACKSON.readTree(json.toByteArray()).get("patch").binaryValue())
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("[\"é\"]");
        assertThat(text(json)).endsWith("\",\"after\":1}");
    }

    private static String text(JsonBytes json) {
        return new String(json.toByteArray(), StandardCharsets.UTF_8);
    }
}
