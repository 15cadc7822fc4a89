package dev.tolerant.engine.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.standing.PolicySet;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.RuleId;
import dev.tolerant.testing.PodReview;
import dev.tolerant.testing.PolicyFixture;
import dev.tolerant.testing.RequestFixture;
import dev.tolerant.testing.WholeProgram;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** If the program cannot read a pod's namespace in time, it decides without it and says so. */
class UnknownNamespaceTest {
    private static final PolicySet POLICIES = PolicySet.of(PolicyFixture.all("""
            metadata: {name: everywhere}
            spec: {match: {}, tolerations: [{key: a, operator: Exists}]}
            ---
            metadata: {name: by-label}
            spec: {match: {namespaceSelector: {matchLabels: {team: ml}}}, tolerations: [{key: b, operator: Exists}]}
            """));

    @Test
    void policiesThatDoNotAskForItsLabelsAreAppliedAndAProblemIsNoted() {
        Decision decision = RequestFixture.decide(
                PodReview.aPod().creation(),
                WholeProgram.config(Map.of()),
                PolicyFixture.snapshot(POLICIES),
                NamespaceFacts.unknown("shop"));

        assertThat(decision.steps())
                .filteredOn(Step.Problem.class::isInstance)
                .singleElement()
                .satisfies(step -> {
                    assertThat(step.code()).isEqualTo("problem-namespace-unknown");
                    assertThat(step.sentence())
                            .isEqualTo(
                                    "namespace shop is not known yet, so its annotations and policies that ask for its labels are ignored");
                });
        assertThat(decision.steps())
                .filteredOn(Step.Added.class::isInstance)
                .extracting(Step::rule)
                .containsExactly(RuleId.policy("everywhere"));
    }

    /** Not having read a label says nothing about whether the namespace has it. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {}                                                                                       | true
                    {podSelector: {matchExpressions: [{key: a, operator: DoesNotExist}]}}                      | true
                    {namespaceSelector: {matchExpressions: [{key: team, operator: DoesNotExist}]}}             | false
                    {namespaceSelector: {matchExpressions: [{key: team, operator: NotIn, values: [web]}]}}     | false
                    {exclude: [{namespaceSelector: {matchLabels: {team: web}}}]}                               | false
                    {exclude: [{podSelector: {matchLabels: {a: b}}}]}                                          | true
                    {namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: shop}}}                    | true
                    {namespaceSelector: {matchExpressions: [{key: kubernetes.io/metadata.name, operator: NotIn, values: [web]}]}} | true
                    {namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: web}}}                     | false
                    {exclude: [{namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: shop}}}]}       | false
                    {namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: shop, team: ml}}}          | false
                    """)
    void noPolicyTakesPartThatAsksMoreOfItThanItsName(String match, boolean takesPart) {
        PolicySet policies = PolicySet.of(PolicyFixture.all(
                "{metadata: {name: p}, spec: {match: " + match + ", tolerations: [{key: a, operator: Exists}]}}"));

        Decision decision = RequestFixture.decide(
                PodReview.aPod().creation(),
                WholeProgram.config(Map.of()),
                PolicyFixture.snapshot(policies),
                NamespaceFacts.unknown("shop"));

        assertThat(decision.steps().stream().anyMatch(step -> step.rule().equals(RuleId.policy("p"))))
                .isEqualTo(takesPart);
    }
}
