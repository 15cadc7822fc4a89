package dev.tolerant.fuzz;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** JSON as Jackson itself reads it, checking every byte: what an API server could have sent. */
final class StrictJson {
    private static final JsonFactory FACTORY = new JsonFactoryBuilder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNameLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();
    private static final ObjectMapper TREES = JsonMapper.builder(FACTORY)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .nodeFactory(JsonNodeFactory.instance)
            .build();

    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private StrictJson() {}

    /**
     * The same text without spaces and needless escapes, its numbers as they are; empty if the text is not one JSON
     * value in UTF-8, or repeats a field.
     */
    static Optional<byte[]> canonical(byte[] text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonParser parser = FACTORY.createParser(decoded(text));
                JsonGenerator json = FACTORY.createGenerator(bytes)) {
            if (parser.nextToken() == null) {
                return Optional.empty();
            }
            copyValue(parser, json);
            if (parser.nextToken() != null) {
                return Optional.empty();
            }
            json.flush();
            return Optional.of(bytes.toByteArray());
        } catch (IOException | NumberFormatException notJson) {
            return Optional.empty();
        }
    }

    /** Jackson itself would guess other encodings too. */
    private static String decoded(byte[] text) throws CharacterCodingException {
        String decoded = StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(text))
                .toString();
        return decoded.startsWith(BYTE_ORDER_MARK) ? decoded.substring(1) : decoded;
    }

    private static void copyValue(JsonParser parser, JsonGenerator json) throws IOException {
        int open = 0;
        do {
            JsonToken token = parser.currentToken();
            open += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
            if (token == JsonToken.FIELD_NAME
                    && !StandardCharsets.UTF_8.newEncoder().canEncode(parser.currentName())) {
                // Half of a surrogate pair: Jackson writes it as an escape that it then refuses to read in a name.
                throw new CharacterCodingException();
            }
            if (token.isNumeric()) {
                // Jackson reads no number with an exponent of more than ten digits.
                parser.getDecimalValue();
                json.writeNumber(parser.getText());
            } else {
                json.copyCurrentEvent(parser);
            }
        } while (open > 0 && parser.nextToken() != null);
    }

    /** The tree of a canonical text. */
    static JsonNode tree(byte[] canonical) {
        try {
            return TREES.readTree(canonical);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    static byte[] bytes(JsonNode tree) {
        try {
            return TREES.writeValueAsBytes(tree);
        } catch (JsonProcessingException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
