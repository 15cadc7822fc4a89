package dev.tolerant.engine.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.words.NodeAffinity.Depth;
import dev.tolerant.engine.words.NodeAffinity.NodeSelectorTerm;
import dev.tolerant.engine.words.NodeAffinity.Preference;
import dev.tolerant.engine.words.NodeAffinityRules.Violation;
import dev.tolerant.engine.words.Requirement.Operator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the API refuses of node affinity; the scripts of lint have the sentences. */
class NodeAffinityRulesTest {
    @ParameterizedTest
    @CsvSource({
        "IN, 1, true",
        "IN, 0, false",
        "NOT_IN, 2, true",
        "NOT_IN, 0, false",
        "EXISTS, 0, true",
        "EXISTS, 1, false",
        "DOES_NOT_EXIST, 0, true",
        "DOES_NOT_EXIST, 1, false",
        "GT, 1, true",
        "GT, 0, false",
        "LT, 1, true",
        "LT, 2, false",
        "UNKNOWN, 1, false",
    })
    void anOperatorTakesSoManyValues(Operator operator, int values, boolean isValid) {
        Requirement requirement = requirement("a", operator, values);

        assertThat(NodeAffinityRules.violations(required(requirement)).isEmpty())
                .isEqualTo(isValid);
        assertThat(NodeAffinityRules.violations(preferred(1, requirement)).isEmpty())
                .isEqualTo(isValid);
    }

    @ParameterizedTest
    @CsvSource({"-1, false", "0, false", "1, true", "100, true", "101, false"})
    void aWeightIsFrom1To100(long weight, boolean isValid) {
        assertThat(NodeAffinityRules.violations(preferred(weight, requirement("a", Operator.EXISTS, 0)))
                        .isEmpty())
                .isEqualTo(isValid);
    }

    @ParameterizedTest
    @CsvSource({
        "metadata.name, IN, n1.example, true",
        "metadata.name, NOT_IN, n1, true",
        "metadata.name, GT, '1', false",
        "metadata.name, EXISTS, n1, false",
        "metadata.name, IN, N1, false",
        "metadata.name, IN, '', false",
        "metadata.uid, IN, n1, false",
    })
    void aFieldIsTheNameOfOneNode(String key, Operator operator, String value, boolean isValid) {
        NodeSelectorTerm term =
                new NodeSelectorTerm(List.of(), List.of(new Requirement(key, operator, List.of(value))));

        assertThat(NodeAffinityRules.violations(new NodeAffinity(Depth.REQUIRED, List.of(term), List.of()))
                        .isEmpty())
                .isEqualTo(isValid);
    }

    @Test
    void keysAreLabelNamesAndOnlyRequiredValuesAreLabelValues() {
        Requirement badKey = requirement("a b", Operator.EXISTS, 0);
        Requirement badValue = new Requirement("a", Operator.IN, List.of("b", "c d"));

        assertThat(NodeAffinityRules.violations(required(badKey)))
                .singleElement()
                .matches(violation -> !violation.isOfMissing());
        assertThat(NodeAffinityRules.violations(preferred(1, badKey))).hasSize(1);
        assertThat(NodeAffinityRules.violations(required(badValue))).hasSize(1);
        assertThat(NodeAffinityRules.violations(preferred(1, badValue))).isEmpty();
    }

    @Test
    void whatIsRequiredHasATerm() {
        assertThat(NodeAffinityRules.violations(new NodeAffinity(Depth.REQUIRED, List.of(), List.of())))
                .singleElement()
                .matches(Violation::isOfMissing);
        assertThat(NodeAffinityRules.violations(new NodeAffinity(Depth.NODE_AFFINITY, List.of(), List.of())))
                .isEmpty();
        assertThat(NodeAffinityRules.violations(NodeAffinity.NONE)).isEmpty();
    }

    @Test
    void aPathLeadsToEachPart() {
        Requirement good = requirement("a", Operator.EXISTS, 0);
        Requirement bad = requirement("a", Operator.IN, 0);
        NodeAffinity affinity = new NodeAffinity(
                Depth.REQUIRED,
                List.of(
                        new NodeSelectorTerm(List.of(good), List.of()),
                        new NodeSelectorTerm(List.of(good, bad), List.of(bad))),
                List.of(new Preference(1, new NodeSelectorTerm(List.of(bad), List.of()))));

        assertThat(NodeAffinityRules.violations(affinity))
                .extracting(Violation::path)
                .containsExactly(
                        "affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[1]"
                                + ".matchExpressions[1]",
                        "affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[1]"
                                + ".matchFields[0]",
                        "affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].preference"
                                + ".matchExpressions[0]");
    }

    @ParameterizedTest
    @CsvSource({"1.5, 1", "x, 1", "9223372036854775808, 1", "9223372036854775807, 0", "007, 0", "0, 0"})
    void numbersAreComparedWithWholeOnes(String value, int inVain) {
        for (Operator operator : new Operator[] {Operator.GT, Operator.LT}) {
            NodeAffinity affinity = required(new Requirement("a", operator, List.of(value)));

            assertThat(NodeAffinityRules.inVain(affinity)).hasSize(inVain);
            assertThat(NodeAffinityRules.violations(affinity)).isEmpty();
        }
        assertThat(NodeAffinityRules.inVain(required(new Requirement("a", Operator.IN, List.of(value)))))
                .isEmpty();
    }

    private static Requirement requirement(String key, Operator operator, int values) {
        return new Requirement(key, operator, Stream.of("1", "2").limit(values).toList());
    }

    private static NodeAffinity required(Requirement requirement) {
        return new NodeAffinity(
                Depth.REQUIRED, List.of(new NodeSelectorTerm(List.of(requirement), List.of())), List.of());
    }

    private static NodeAffinity preferred(long weight, Requirement requirement) {
        return new NodeAffinity(
                Depth.NODE_AFFINITY,
                List.of(),
                List.of(new Preference(weight, new NodeSelectorTerm(List.of(requirement), List.of()))));
    }
}
