package dev.tolerant.engine.crd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.model.NamespaceFacts;
import dev.tolerant.engine.model.TolerationRules;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every review in a namespace pays for its annotations, which may have a quarter of a megabyte. */
class NamespaceLimitsTest {
    private static final int MAX = 250;
    private static final String TOO_MANY = ", has " + (MAX + 1) + " entries, of which the first " + MAX + " are read";

    @Test
    void onlyTheFirstOfVeryManyDefaultTolerationsAreRead() {
        String annotation = tolerations(MAX + 1);

        NamespaceFacts facts = read(NamespaceFacts.DEFAULT_TOLERATIONS, annotation);

        assertThat(facts.defaults()).hasSize(MAX);
        assertThat(facts.problems()).singleElement().asString().endsWith("defaultTolerations" + TOO_MANY);
    }

    @Test
    void onlyTheFirstOfAVeryLongWhitelistAreReadSoThatItAdmitsLess() {
        String annotation = tolerations(MAX + 1);

        NamespaceFacts facts = read(NamespaceFacts.TOLERATIONS_WHITELIST, annotation);

        assertThat(facts.whitelist()).hasSize(MAX);
        assertThat(facts.problems()).singleElement().asString().endsWith("tolerationsWhitelist" + TOO_MANY);
    }

    @ParameterizedTest
    @ValueSource(strings = {NamespaceFacts.DEFAULT_TOLERATIONS, NamespaceFacts.TOLERATIONS_WHITELIST})
    void aHundredThousandBrokenEntriesAreNotReportedOneByOne(String annotation) {
        String numbers = "[" + joined(100_000, Integer::toString) + "]";

        List<String> problems = read(annotation, numbers).problems();

        assertThat(problems).hasSize(MAX + 1);
    }

    @Test
    void asManyAsThatAreFine() {
        NamespaceFacts facts = read(NamespaceFacts.DEFAULT_TOLERATIONS, tolerations(MAX));

        assertThat(facts.problems()).isEmpty();
    }

    private static String tolerations(int count) {
        return "[" + joined(count, number -> "{\"key\":\"k" + number + "\",\"operator\":\"Exists\"}") + "]";
    }

    private static String joined(int count, IntFunction<String> entry) {
        return IntStream.range(0, count).mapToObj(entry).collect(Collectors.joining(","));
    }

    private static NamespaceFacts read(String annotation, String text) {
        return NamespaceFixture.read(
                new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("shop")
                        .addToAnnotations(annotation, text)
                        .endMetadata()
                        .build(),
                new TolerationRules(false));
    }
}
