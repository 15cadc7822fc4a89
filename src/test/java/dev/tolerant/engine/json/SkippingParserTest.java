package dev.tolerant.engine.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.testing.ManyTrials;
import dev.tolerant.testing.Names;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Skipping parts of a text ends where a parser that reads them ends, in time linear in their length (Promise 8). */
class SkippingParserTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int TEXTS = 2000;
    private static final List<String> NAMES = List.of(
            "a", "spec", "f:spec", "größe", "k:{\"name\":\"c\"}", "a\\b", "", "metadata", "status", "tab\there");
    private static final List<String> STRINGS = List.of(
            "", "\"", "\\", "}", "]\"{[", "\\\"", "plain text that is long enough", "\u00e9漢字😀", "line\nbreak");

    @ManyTrials
    void whatIsPassedOverEndsWhereItEnds(long seed) throws IOException {
        Random random = new Random(seed);
        for (int i = 0; i < TEXTS; i++) {
            ArrayNode around = MAPPER.createArrayNode().add(value(random, 4)).add(7);
            byte[] text = written(around, random);

            SkippingParser parser = SkippingParser.of(text);
            parser.nextToken();
            parser.nextToken();
            parser.skipChildren();

            assertThat(parser.nextToken()).as("seed %d: %s", seed, around).isEqualTo(JsonToken.VALUE_NUMBER_INT);
            assertThat(parser.getIntValue()).isEqualTo(7);
            assertThat(parser.nextToken()).isEqualTo(JsonToken.END_ARRAY);
            assertThat(parser.nextToken()).isNull();
        }
    }

    @ManyTrials
    void theFieldsThatAreAskedForAreThoseThatAreThere(long seed) throws IOException {
        Random random = new Random(seed);
        for (int i = 0; i < TEXTS; i++) {
            ObjectNode object = object(random, 4);
            List<String> wanted = NAMES.stream()
                    .filter(name -> name.matches("[a-z:]+") && random.nextBoolean())
                    .toList();
            ObjectNode expected = object.deepCopy().retain(wanted);

            JsonNode found = read(written(object, random), wanted.toArray(String[]::new));

            assertThat(found).as("seed %d: %s of %s", seed, wanted, object).hasToString(expected.toString());
        }
    }

    /** A limited tree keeps its fields in another way, but has the same. */
    private static JsonNode read(byte[] text, String... wanted) throws IOException {
        Mask mask = Mask.of(wanted);
        JsonNode read = TreeReader.read(text, mask);
        JsonNode limited = TreeReader.readLimited(text, mask);
        assertThat(MAPPER.readTree(limited.toString())).isEqualTo(MAPPER.readTree(read.toString()));
        return read;
    }

    @ManyTrials
    void aTextThatEndsTooEarlyIsToldWhereverItEnds(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < TEXTS / 20; i++) {
            byte[] text = object(random, 3).toString().getBytes(StandardCharsets.UTF_8);

            for (int length = 1; length < text.length; length++) {
                byte[] cut = Arrays.copyOf(text, length);

                assertThatThrownBy(() -> read(cut, "a", "spec"))
                        .as("seed %d: %s", seed, new String(cut, StandardCharsets.UTF_8))
                        .isInstanceOf(JsonProcessingException.class);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"sp\\u0065c\": 1}",
                "{\"no\\u006eot\": {\"spec\": 2}, \"spec\": 1}",
                "{\"spec\": 3, \"sp\\u0065c\": 2, \"spec\": 1}",
                "\uFEFF{\"spec\": 1}",
                "{ \"other\" : [ 1 , {} ] ,\n\t\"spec\" : 1 }",
                "{\"a\": -1.5e3,\"b\":true,\"c\":null,\"spec\":1,\"d\":false}"
            })
    void aFieldIsFoundHoweverItIsWritten(String text) throws IOException {
        JsonNode found = read(text.getBytes(StandardCharsets.UTF_8), "spec");

        assertThat(found).hasToString("{\"spec\":1}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"other\" 1, \"spec\": 1}",
                "{other: 1, \"spec\": 1}",
                "{\"other\": [}, \"spec\": 1",
                "{\"spec\": 1, }",
                "{\"spec\": 1,, \"other\": 1}",
                "{\"spec\"}",
                "{\"spec\": tru}"
            })
    void whatIsNoJsonAmongTheFieldsIsTold(String text) {
        assertThatThrownBy(() -> read(text.getBytes(StandardCharsets.UTF_8), "spec"))
                .isInstanceOf(JsonProcessingException.class);
    }

    @Test
    void threeBytesThatAreNoByteOrderMarkAreNotPassedOver() {
        byte[] text = {(byte) 0xEF, 'A', 'B', '{', '}'};

        assertThatThrownBy(() -> read(text, "spec")).isInstanceOf(JsonProcessingException.class);
    }

    /** An API server sends only what it has parsed itself. */
    @ParameterizedTest
    @ValueSource(strings = {"{\"other\": {\"a\": nul, 7}, \"spec\": 1}", "{\"not\u0007plain\": 1, \"spec\": 1}"})
    void whatIsPassedOverIsNotChecked(String text) throws IOException {
        JsonNode found = read(text.getBytes(StandardCharsets.UTF_8), "spec");

        assertThat(found).hasSize(1);
    }

    /** Names of equal hashes once filled a table that all parsers share, until every text failed. */
    @Test
    void theNamesOfOneTextDoNotMatterToAnother() throws IOException {
        ObjectNode hostile = MAPPER.createObjectNode();
        for (String name : Names.SAME_HASH_IN_JACKSON.of(5000, new Random(1))) {
            hostile.put(name, 1);
        }
        byte[] text = hostile.toString().getBytes(StandardCharsets.UTF_8);

        int names = names(text);

        assertThat(names).isEqualTo(5000);
        for (String name : Names.RANDOM.of(5000, new Random(1))) {
            assertThat(names(("{\"" + name + "\": 1, \"a\": 2}").getBytes(StandardCharsets.UTF_8)))
                    .isEqualTo(2);
        }
    }

    private static int names(byte[] text) throws IOException {
        int names = 0;
        try (SkippingParser parser = SkippingParser.of(text)) {
            parser.nextToken();
            while (parser.nextFieldName() != null) {
                parser.nextToken();
                names++;
            }
        }
        return names;
    }

    @ManyTrials
    void everyNameIsReadAsJacksonReadsIt(long seed) throws IOException {
        Random random = new Random(seed);
        for (int i = 0; i < TEXTS; i++) {
            ObjectNode object = object(random, 3);
            List<String> expected = new ArrayList<>();
            object.fieldNames().forEachRemaining(expected::add);
            List<String> found = new ArrayList<>();

            try (SkippingParser parser = SkippingParser.of(written(object, random))) {
                parser.nextToken();
                for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
                    found.add(name);
                    parser.nextToken();
                    parser.skipChildren();
                }
            }

            assertThat(found).as("seed %d: %s", seed, object).isEqualTo(expected);
        }
    }

    private static byte[] written(JsonNode node, Random random) {
        String text = random.nextBoolean() ? node.toString() : node.toPrettyString();
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static ObjectNode object(Random random, int depth) {
        ObjectNode object = MAPPER.createObjectNode();
        for (int i = random.nextInt(6); i > 0; i--) {
            object.set(NAMES.get(random.nextInt(NAMES.size())), value(random, depth - 1));
        }
        return object;
    }

    private static JsonNode value(Random random, int depth) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        return switch (random.nextInt(depth > 0 ? 8 : 5)) {
            case 0 -> nodes.numberNode(random.nextInt());
            case 1 -> nodes.booleanNode(random.nextBoolean());
            case 2 -> nodes.nullNode();
            case 3, 4 -> nodes.textNode(STRINGS.get(random.nextInt(STRINGS.size())));
            case 5 -> {
                ArrayNode array = nodes.arrayNode();
                for (int i = random.nextInt(4); i > 0; i--) {
                    array.add(value(random, depth - 1));
                }
                yield array;
            }
            default -> object(random, depth);
        };
    }
}
