package dev.tolerant.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.crd.NodeReader;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.words.LabelSelector;
import dev.tolerant.engine.words.Requirement;
import dev.tolerant.engine.words.Requirement.Operator;
import dev.tolerant.testing.NodePoolFixture;
import dev.tolerant.testing.PolicyFixture;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which selectors a NodePool meets, before it has made any node. */
class NodePoolTest {
    private static final Map<String, String> TEMPLATES = Map.of(
            "label",
            "{metadata: {labels: {a: '1'}}}",
            // 2 alone is left
            "several",
            "{spec: {requirements: [{key: a, operator: In, values: ['1', '2', '3']},"
                    + " {key: a, operator: NotIn, values: ['3']}, {key: a, operator: Gt, values: ['1']}]}}",
            "unknown",
            "{spec: {requirements: [{key: a, operator: Gte, values: ['1']}]}}");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    # the NodePool's template                                                         | selector | meets
                    {}                                                                                | {matchLabels: {}} | true
                    {}                                                                                | {matchLabels: {karpenter.sh/nodepool: spot}} | true
                    {}                                                                                | {matchLabels: {karpenter.sh/nodepool: gpu}} | false
                    {}                                                                                | {matchLabels: {a: '1'}} | false
                    {metadata: {labels: {a: '1'}}}                                                    | {matchLabels: {a: '1'}} | true
                    {metadata: {labels: {a: '1'}}}                                                    | {matchLabels: {a: '2'}} | false
                    {metadata: {labels: {a: '1'}}}                                                    | {matchLabels: {a: '1', b: '2'}} | false
                    {metadata: {labels: {a: '1', b: '2'}}}                                            | {matchLabels: {a: '1', b: '2'}} | true
                    {metadata: {labels: {karpenter.sh/nodepool: gpu}}}                                | {matchLabels: {karpenter.sh/nodepool: gpu}} | false
                    {spec: {requirements: [{key: a, operator: In, values: ['1', '2']}]}}              | {matchLabels: {a: '2'}} | true
                    {spec: {requirements: [{key: a, operator: In, values: ['1', '2']}]}}              | {matchLabels: {a: '3'}} | false
                    {spec: {requirements: [{key: a, operator: Exists}]}}                              | {matchLabels: {a: '3'}} | true
                    {spec: {requirements: [{key: b, operator: Exists}]}}                              | {matchLabels: {a: '3'}} | false
                    {spec: {requirements: [{key: a, operator: NotIn, values: ['1']}]}}                | {matchLabels: {a: '3'}} | false
                    {spec: {requirements: [{key: a, operator: DoesNotExist}]}}                        | {matchLabels: {a: '3'}} | false
                    {spec: {requirements: [{key: a, operator: Gt, values: ['2']}]}}                   | {matchLabels: {a: '3'}} | false
                    {metadata: {labels: {a: '1'}}, spec: {requirements: [{key: a, operator: Exists}]}} | {matchLabels: {a: '2'}} | false
                    """)
    void matchLabelsAskForAValueThatTheNodePoolSetsOrAdmits(String template, String selector, boolean meets)
            throws InvalidManifestException {
        assertThat(nodePool(template).meets(selector(selector))).isEqualTo(meets);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    # requirement of the selector               | requirements of the NodePool
                    {key: a, operator: In, values: ['1', '2']}    |                                                            | false
                    {key: a, operator: In, values: ['1', '2']}    | {key: a, operator: In, values: ['2', '3']}                 | true
                    {key: a, operator: In, values: ['1', '2']}    | {key: a, operator: In, values: ['3']}                      | false
                    {key: a, operator: In, values: ['1', '2']}    | {key: a, operator: Exists}                                 | true
                    {key: a, operator: In, values: ['1', '2']}    | {key: a, operator: NotIn, values: ['3']}                   | false
                    {key: a, operator: In, values: ['1', '2']}    | {key: a, operator: Lt, values: ['2']}                      | false
                    {key: a, operator: Exists}                    |                                                            | false
                    {key: a, operator: Exists}                    | {key: a, operator: In, values: ['1']}                      | true
                    {key: a, operator: Exists}                    | {key: a, operator: Exists}                                 | true
                    {key: a, operator: Exists}                    | {key: a, operator: Gt, values: ['1']}                      | true
                    {key: a, operator: Exists}                    | {key: a, operator: Lt, values: ['1']}                      | true
                    {key: a, operator: Exists}                    | {key: a, operator: NotIn, values: ['1']}                   | false
                    {key: a, operator: Exists}                    | {key: a, operator: DoesNotExist}                           | false
                    {key: a, operator: NotIn, values: ['1', '2']} |                                                            | true
                    {key: a, operator: NotIn, values: ['1', '2']} | {key: a, operator: In, values: ['1', '2']}                 | false
                    {key: a, operator: NotIn, values: ['1', '2']} | {key: a, operator: In, values: ['2', '3']}                 | true
                    {key: a, operator: NotIn, values: ['1', '2']} | {key: a, operator: Exists}                                 | true
                    {key: a, operator: NotIn, values: ['1', '2']} | {key: a, operator: NotIn, values: ['1']}                   | true
                    {key: a, operator: NotIn, values: ['1', '2']} | {key: a, operator: DoesNotExist}                           | true
                    {key: a, operator: DoesNotExist}              |                                                            | true
                    {key: a, operator: DoesNotExist}              | {key: a, operator: In, values: ['1']}                      | false
                    {key: a, operator: DoesNotExist}              | {key: a, operator: Exists}                                 | false
                    {key: a, operator: DoesNotExist}              | {key: a, operator: Gt, values: ['1']}                      | false
                    {key: a, operator: DoesNotExist}              | {key: a, operator: NotIn, values: ['1']}                   | true
                    {key: a, operator: DoesNotExist}              | {key: a, operator: DoesNotExist}                           | true
                    """)
    void eachOperatorOfASelectorHasItsMeaningForRequirements(String asked, @Nullable String requirement, boolean meets)
            throws InvalidManifestException {
        NodePool pool = nodePool("{spec: {requirements: [" + (requirement == null ? "" : requirement) + "]}}");

        boolean met = pool.meets(selector("{matchExpressions: [" + asked + "]}"));

        assertThat(met).isEqualTo(meets);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    label   | {key: a, operator: In, values: ['1', '2']}                      | true
                    label   | {key: a, operator: In, values: ['2']}                           | false
                    label   | {key: a, operator: NotIn, values: ['1']}                        | false
                    label   | {key: a, operator: NotIn, values: ['2']}                        | true
                    label   | {key: a, operator: Exists}                                      | true
                    label   | {key: a, operator: DoesNotExist}                                | false
                    label   | {key: karpenter.sh/nodepool, operator: In, values: [spot, gpu]} | true
                    label   | {key: karpenter.sh/nodepool, operator: NotIn, values: [spot]}   | false
                    label   | {key: karpenter.sh/nodepool, operator: Exists}                  | true
                    label   | {key: karpenter.sh/nodepool, operator: DoesNotExist}            | false
                    several | {key: a, operator: In, values: ['1']}         | false
                    several | {key: a, operator: In, values: ['2']}         | true
                    several | {key: a, operator: In, values: ['3']}         | false
                    several | {key: a, operator: NotIn, values: ['2']}      | false
                    several | {key: a, operator: NotIn, values: ['3']}      | true
                    several | {key: a, operator: Exists}                    | true
                    unknown | {key: a, operator: In, values: ['1']} | false
                    unknown | {key: a, operator: NotIn, values: ['1']} | false
                    unknown | {key: a, operator: Exists} | false
                    unknown | {key: a, operator: DoesNotExist} | false
                    """)
    void aValueOrSeveralRequirementsOfOneLabelAreComparedAsAWhole(String template, String asked, boolean meets)
            throws InvalidManifestException {
        NodePool pool = nodePool(Objects.requireNonNull(TEMPLATES.get(template)));

        assertThat(pool.meets(selector("{matchExpressions: [" + asked + "]}"))).isEqualTo(meets);
    }

    @Test
    void operatorsThatLabelSelectorsDoNotHaveAreNeverMet() throws InvalidManifestException {
        NodePool pool = nodePool("{spec: {requirements: [{key: a, operator: Exists}]}}");

        for (Operator operator : List.of(Operator.GT, Operator.LT, Operator.UNKNOWN)) {
            Requirement asked = new Requirement("a", operator, List.of("1"));
            assertThat(pool.meets(new LabelSelector(Map.of(), List.of(asked)))).isFalse();
        }
    }

    @Test
    void everyRequirementOfASelectorMustBeMet() throws InvalidManifestException {
        NodePool pool = nodePool("{metadata: {labels: {a: '1'}}, spec: {requirements: [{key: b, operator: Exists}]}}");

        assertThat(pool.meets(selector("{matchLabels: {a: '1'}, matchExpressions: [{key: b, operator: Exists}]}")))
                .isTrue();
        assertThat(pool.meets(selector("{matchLabels: {a: '1'}, matchExpressions: [{key: c, operator: Exists}]}")))
                .isFalse();
    }

    private static NodePool nodePool(String template) throws InvalidManifestException {
        return NodeReader.nodePool(NodePoolFixture.manifest(template)).orElseThrow();
    }

    private static LabelSelector selector(String yaml) {
        return PolicyFixture.of("{metadata: {name: p}, spec: {match: {podSelector: " + yaml + "}}}")
                .match()
                .criteria()
                .podSelector();
    }
}
