package dev.tolerant.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.words.Node;
import dev.tolerant.testing.PolicyFixture;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The nodes to which a policy keeps its pods: of a policy that keeps them to none, no node is one. */
class PolicyNodesTest {
    private static final Node NODE = new Node("n", Map.of("pool", "ml", "zone", "a"), List.of());

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            tolerations: [{key: gpu}]                                                               | false | false
            preferredNodeAffinity: [{weight: 1, key: pool, operator: Exists}]                       | false | false
            requiredNodeAffinity: [{key: pool, operator: In, values: [ml]}]                         | true  | true
            requiredNodeAffinity: [{key: pool, operator: In, values: [ml]}, {key: x, operator: Exists}] | true | false
            requiredNodeAffinity: [{key: pool, operator: In, valuesFrom: {namespaceLabel: team}}]   | true  | true
            requiredNodeAffinity: [{key: team, operator: In, valuesFrom: {namespaceLabel: team}}]   | true  | false
            nodes: {selector: {matchLabels: {pool: ml}}, taintKeys: [gpu]}                          | true  | true
            nodes: {selector: {matchLabels: {pool: web}}, taintKeys: [gpu]}                         | true  | false
            """)
    void aNodeIsOneOfThemIfItHasWhatThePolicyRequires(String rest, boolean hasNodes, boolean isOne) {
        Policy policy = PolicyFixture.of("{metadata: {name: p}, spec: {match: {}, " + rest + "}}");

        assertThat(policy.hasNodes()).isEqualTo(hasNodes);
        assertThat(policy.keepsTo(NODE)).isEqualTo(isOne);
    }
}
