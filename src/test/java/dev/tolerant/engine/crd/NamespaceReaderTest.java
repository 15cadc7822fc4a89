package dev.tolerant.engine.crd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.TolerationRules;
import dev.tolerant.testing.NamespaceFixture;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a namespace's labels and annotations come to, of which every review in it pays for the entries. */
class NamespaceReaderTest {
    private static final String PROBLEM = "namespace shop, annotation scheduler.alpha.kubernetes.io/";
    private static final int MAX = 250;
    private static final String TOO_MANY = ", has " + (MAX + 1) + " entries, of which the first " + MAX + " are read";

    private static List<String> sentences(NamespaceFacts facts) {
        return facts.problems().stream()
                .map(NamespaceFacts.AnnotationProblem::sentence)
                .toList();
    }

    @Test
    void aNamespaceWithoutAnnotationsIsPlain() {
        Map<String, String> none = Map.of();

        NamespaceFacts facts = read(none);

        assertThat(facts).isEqualTo(NamespaceFacts.plain("shop"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"key\":\"a\",\"operator\":\"Equal\",\"value\":\"1\",\"effect\":\"NoExecute\",\"tolerationSeconds\":5}",
                "{\"Key\":\"a\",\"Operator\":\"Equal\",\"VALUE\":\"1\",\"Effect\":\"NoExecute\",\"tolerationseconds\":5}",
                "{\"key\":\"a\",\"value\":\"1\",\"effect\":\"NoExecute\",\"TolerationSeconds\":5,\"ofALaterApi\":{}}"
            })
    void namesOfFieldsAreReadInAnyCaseAndUnknownOnesPassedOver(String entry) {
        String annotation = "[" + entry + "]";

        NamespaceFacts facts = read(Map.of(NamespaceFacts.DEFAULT_TOLERATIONS, annotation));

        assertThat(facts.problems()).isEmpty();
        assertThat(facts.defaults()).extracting(Object::toString).containsExactly("a=1:NoExecute for 5s");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "null", "[]", " [ ] "})
    void anEmptyListIsNoProblem(String annotation) {
        Map<String, String> annotations = Map.of(
                NamespaceFacts.DEFAULT_TOLERATIONS, annotation, NamespaceFacts.TOLERATIONS_WHITELIST, annotation);

        NamespaceFacts facts = read(annotations);

        assertThat(facts).isEqualTo(NamespaceFacts.plain("shop"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "` `  | is ignored: it must be a JSON list of tolerations",
                "{    | is ignored: it is not JSON",
                "[] [] | is ignored: it is not JSON",
                "{}   | is ignored: it must be a JSON list of tolerations",
                "7    | is ignored: it must be a JSON list of tolerations",
                "'x'  | is ignored: it is not JSON"
            })
    void whatIsNoListIsIgnoredWithASentence(String annotation, String sentence) {
        Map<String, String> annotations = Map.of(
                NamespaceFacts.DEFAULT_TOLERATIONS, annotation, NamespaceFacts.TOLERATIONS_WHITELIST, annotation);

        NamespaceFacts facts = read(annotations);

        assertThat(facts.defaults()).isEmpty();
        assertThat(facts.whitelist()).isEmpty();
        assertThat(sentences(facts))
                .containsExactly(
                        PROBLEM + "defaultTolerations, " + sentence, PROBLEM + "tolerationsWhitelist, " + sentence);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "7                               | skips entry 1: it must be an object",
                "null                            | skips entry 1: it must be an object",
                "{\"key\":7}                     | skips entry 1: key must be a string",
                "{\"KEY\":7,\"key\":\"a\"}         | skips entry 1: key must be a string",
                "{\"OPERATOR\":{}}               | skips entry 1: operator must be a string",
                "{\"value\":true}                | skips entry 1: value must be a string",
                "{\"effect\":[]}                 | skips entry 1: effect must be a string",
                "{\"tolerationSeconds\":\"60\"}  | skips entry 1: tolerationSeconds must be a whole number",
                "{\"tolerationSeconds\":60.5}    | skips entry 1: tolerationSeconds must be a whole number",
                "{\"tolerationSeconds\":9223372036854775808} | skips entry 1: tolerationSeconds must be a whole number",
                "{\"key\":\"a b\"}               | skips a b op=Equal: key must be a label name such as example.com/pool",
                "{\"key\":\"a\",\"operator\":\"Lt\",\"value\":\"5\"} | skips a 5 op=Lt: operator Lt needs a cluster with TaintTolerationComparisonOperators and tolerant.comparison-operators=true",
                "{\"key\":\"a\",\"effect\":\"NoSchedule\",\"tolerationSeconds\":5} | skips a:NoSchedule op=Equal for 5s: tolerationSeconds needs effect NoExecute",
                "{\"operator\":\"Exists\",\"value\":\"x\"} | skips x op=Exists: value must be empty when operator is Exists"
            })
    void aBadEntryIsSkippedAndTheOthersCount(String bad, String sentence) {
        String annotation = "[{\"key\":\"first\",\"operator\":\"Exists\"}, " + bad
                + ", {\"key\":\"last\",\"operator\":\"Exists\"}]";

        NamespaceFacts facts = read(Map.of(NamespaceFacts.DEFAULT_TOLERATIONS, annotation));

        assertThat(facts.defaults()).extracting(toleration -> toleration.key()).containsExactly("first", "last");
        assertThat(sentences(facts)).singleElement().asString().contains(PROBLEM + "defaultTolerations, ");
        assertThat(sentences(facts).get(0).replaceAll("  +", " ")).endsWith(sentence);
    }

    @Test
    void comparisonOperatorsAreReadWhereTheClusterHasThem() {
        Map<String, String> annotations =
                Map.of(NamespaceFacts.DEFAULT_TOLERATIONS, "[{\"key\":\"a\",\"operator\":\"Lt\",\"value\":\"5\"}]");

        NamespaceFacts facts = read(annotations, true);

        assertThat(facts.defaults()).extracting(Object::toString).containsExactly("a 5 op=Lt");
        assertThat(facts.problems()).isEmpty();
    }

    private static NamespaceFacts read(Map<String, String> annotations) {
        return read(annotations, false);
    }

    private static NamespaceFacts read(Map<String, String> annotations, boolean comparisonOperators) {
        return NamespaceFixture.read(
                new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("shop")
                        .withAnnotations(annotations)
                        .endMetadata()
                        .build(),
                new TolerationRules(comparisonOperators));
    }

    @Test
    void onlyTheFirstOfVeryManyDefaultTolerationsAreRead() {
        String annotation = tolerations(MAX + 1);

        NamespaceFacts facts = read(Map.of(NamespaceFacts.DEFAULT_TOLERATIONS, annotation));

        assertThat(facts.defaults()).hasSize(MAX);
        assertThat(sentences(facts)).singleElement().asString().endsWith("defaultTolerations" + TOO_MANY);
    }

    @Test
    void onlyTheFirstOfAVeryLongWhitelistAreReadSoThatItAdmitsLess() {
        String annotation = tolerations(MAX + 1);

        NamespaceFacts facts = read(Map.of(NamespaceFacts.TOLERATIONS_WHITELIST, annotation));

        assertThat(facts.whitelist()).hasSize(MAX);
        assertThat(sentences(facts)).singleElement().asString().endsWith("tolerationsWhitelist" + TOO_MANY);
    }

    @ParameterizedTest
    @ValueSource(strings = {NamespaceFacts.DEFAULT_TOLERATIONS, NamespaceFacts.TOLERATIONS_WHITELIST})
    void aHundredThousandBrokenEntriesAreNotReportedOneByOne(String annotation) {
        String numbers = "[" + joined(100_000, Integer::toString) + "]";

        List<String> problems = sentences(read(Map.of(annotation, numbers)));

        assertThat(problems).hasSize(MAX + 1);
    }

    @Test
    void asManyEntriesAsThatAreFine() {
        NamespaceFacts facts = read(Map.of(NamespaceFacts.DEFAULT_TOLERATIONS, tolerations(MAX)));

        assertThat(facts.problems()).isEmpty();
    }

    private static String tolerations(int count) {
        return "[" + joined(count, number -> "{\"key\":\"k" + number + "\",\"operator\":\"Exists\"}") + "]";
    }

    private static String joined(int count, IntFunction<String> entry) {
        return IntStream.range(0, count).mapToObj(entry).collect(Collectors.joining(","));
    }
}
