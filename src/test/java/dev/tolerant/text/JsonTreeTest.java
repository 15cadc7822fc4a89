package dev.tolerant.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.testing.ManyTrials;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written as YAML is what kubectl reads. */
class JsonTreeTest {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final int TREES = 3000;
    private static final int MAX_DEPTH = 3;
    private static final int MAX_WIDTH = 4;
    /** Longer than a line, and than a key that may stand without a question mark. */
    private static final int LONG = 200;

    private static final String[] WORDS = """
            y Y yes on off No NULL null Null ~ true False .nan .NaN .inf -.Inf +.INF << = - + . ? : ! & * % @ ` | > -- --- ...
            ---a 4830e12 7e10 1e-3 1e06 1e400 0o644 0b11 0x1F 0x1F90 0o22 017 08 010 1_000 1__0 _1 1_a 0x 0b .5 5. +1 +.5 -0
            12:30 190:20:30 1:30.5 2001-01-01 2001-12-14t21:59:43.10-05:00 1.2.3 10Gi 100m {} [] {a} [a] a:b a: a#b !!str %YAML
            18446744073709551616 99999999999999999999999999999999 -9223372036854775809 'a' "a" nvidia.com/gpu app:1 \\n $(A) ${A}
            """.split("\\s+");
    private static final String AWKWARD =
            "0123456789exobXn_.:-+~'\"#%@`!&*?|<>=[]{},\\/ \t\n\r yaZ\u0000\u0007\u001b\u007f\u0085\u00a0\u00e4\u2028\ufeff\uffff";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "4830e12",
                "7e10",
                "1e-3",
                "1e06",
                "0o644",
                "0b11",
                "0x1F",
                "1_000",
                "1__0",
                ".inf",
                "-.Inf",
                ".nan",
                "+1",
                ".5",
                "y",
                "null",
                "~",
                "18446744073709551616"
            })
    void aTextThatKubectlReadsAsSomethingElseIsInQuotes(String text) {
        assertThat(JsonTree.yaml(JSON.objectNode().put("field", text))).isEqualTo("field: \"" + text + "\"\n");
        assertThat(JsonTree.yaml(JSON.objectNode().put(text, "value"))).isEqualTo("\"" + text + "\": value\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "web",
                "nvidia.com/gpu",
                "app:1",
                "1.2.3",
                "10Gi",
                "100m",
                "12:30",
                "2001-01-01",
                "-a",
                "it's",
                "1e",
                "0x"
            })
    void anyOtherTextIsPlain(String text) {
        assertThat(JsonTree.yaml(JSON.objectNode().put("field", text))).isEqualTo("field: " + text + "\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"\tfirst\nsecond\n", "\n \tfirst\n", "a\rb\nc", "a\u0085b\nc", "a\u2028b", "\ufeffa", "a\ufeffb"
            })
    void aTextOfWhichReadersChangeCharactersIsOnOneLineAndWithoutThem(String text) {
        assertThat(JsonTree.yaml(JSON.objectNode().put("field", text)))
                .matches("field: \"[^\\p{Cntrl}\u2028\ufeff]*\"\n");
    }

    @ManyTrials
    void whatIsWrittenReadsBackAsTheSameTree(long seed) throws Exception {
        Random random = new Random(seed);
        for (int i = 0; i < TREES; i++) {
            JsonNode tree = tree(random, 0);

            String yaml = JsonTree.yaml(tree);

            assertThat(ManifestFile.of("written", yaml).documents()).as(yaml).containsExactly(tree);
        }
    }

    private static JsonNode tree(Random random, int depth) {
        return switch (random.nextInt(depth == MAX_DEPTH ? 6 : 12)) {
            case 0 -> JSON.nullNode();
            case 1 -> JSON.booleanNode(random.nextBoolean());
            case 2 -> JSON.numberNode(random.nextInt());
            case 3 -> JSON.numberNode(random.nextDouble());
            case 4, 5 -> JSON.textNode(text(random));
            case 6, 7, 8 -> list(random, depth);
            default -> object(random, depth);
        };
    }

    private static ArrayNode list(Random random, int depth) {
        ArrayNode list = JSON.arrayNode();
        for (int i = random.nextInt(MAX_WIDTH); i > 0; i--) {
            list.add(tree(random, depth + 1));
        }
        return list;
    }

    private static ObjectNode object(Random random, int depth) {
        ObjectNode object = JSON.objectNode();
        for (int i = random.nextInt(MAX_WIDTH); i > 0; i--) {
            object.set(text(random), tree(random, depth + 1));
        }
        return object;
    }

    private static String text(Random random) {
        return switch (random.nextInt(8)) {
            case 0, 1, 2 -> WORDS[random.nextInt(WORDS.length)];
            case 3 -> WORDS[random.nextInt(WORDS.length)] + characters(random, 2);
            case 4 -> characters(random, 2) + WORDS[random.nextInt(WORDS.length)];
            case 5 -> characters(random, LONG);
            default -> characters(random, 6);
        };
    }

    private static String characters(Random random, int most) {
        return IntStream.range(0, random.nextInt(most + 1))
                .mapToObj(i -> String.valueOf(AWKWARD.charAt(random.nextInt(AWKWARD.length()))))
                .collect(Collectors.joining());
    }
}
