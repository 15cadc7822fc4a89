package dev.tolerant.engine.rule;

import static dev.tolerant.testing.PodReview.aPod;
import static dev.tolerant.testing.PodReview.tolerating;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.testing.PolicyCluster;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The order of precedence: the author, policies by priority and name, the namespace's annotations, the built-in rules.
 */
class PolicyPrecedenceTest {
    private static final String TWO_OF_ONE_MIND = """
            metadata: {name: slow}
            spec:
              priority: 1
              match: {}
              tolerations: [{key: flaky, operator: Exists, effect: NoExecute, tolerationSeconds: 600}]
            ---
            metadata: {name: fast}
            spec:
              priority: 2
              match: {}
              tolerations: [{key: flaky, operator: Exists, effect: NoExecute, tolerationSeconds: 5}]
            """;

    @Test
    void ofTwoPoliciesThatDisagreeAboutATaintTheHigherPriorityWins() {
        PolicyCluster cluster = PolicyCluster.with(TWO_OF_ONE_MIND);

        assertThat(PolicyCluster.tolerations(cluster.create(aPod())))
                .containsExactly("not-ready:NoExecute@300", "unreachable:NoExecute@300", "flaky:NoExecute@5");
        assertThat(cluster.steps(aPod()))
                .contains(
                        "policies/fast added: adds flaky:NoExecute op=Exists for 5s",
                        "policies/slow lost: does not add flaky:NoExecute op=Exists for 600s: toleration 2"
                                + " (flaky:NoExecute op=Exists for 5s) of policies/fast comes first");
    }

    @Test
    void ofTheSamePriorityTheFirstNameWins() {
        PolicyCluster cluster = PolicyCluster.with(TWO_OF_ONE_MIND.replace("priority: 1", "priority: 2"));

        assertThat(PolicyCluster.tolerations(cluster.create(aPod()))).contains("flaky:NoExecute@5");
        assertThat(PolicyCluster.tolerations(PolicyCluster.with(TWO_OF_ONE_MIND
                                .replace("priority: 1", "priority: 2")
                                .replace("fast", "zeta"))
                        .create(aPod())))
                .contains("flaky:NoExecute@600")
                .doesNotContain("flaky:NoExecute@5");
    }

    @Test
    void theOrderOfThePoliciesThemselvesIsWithoutMeaning() {
        String[] documents = TWO_OF_ONE_MIND.split("---");

        PolicyCluster turned = PolicyCluster.with(documents[1] + "---\n" + documents[0]);

        assertThat(PolicyCluster.tolerations(turned.create(aPod())))
                .isEqualTo(PolicyCluster.tolerations(
                        PolicyCluster.with(TWO_OF_ONE_MIND).create(aPod())));
    }

    @Test
    void ofTwoPoliciesThatAgreeNobodyHasLost() {
        PolicyCluster cluster = PolicyCluster.with(TWO_OF_ONE_MIND.replace("600", "5"));

        assertThat(cluster.steps(aPod()))
                .filteredOn(step -> step.startsWith("policies/slow"))
                .singleElement()
                .asString()
                .startsWith("policies/slow already-covered: ");
    }

    @Test
    void ofTwoPoliciesThatDisagreeAboutFailedNodesTheFirstWins() {
        PolicyCluster cluster = PolicyCluster.with("""
                {metadata: {name: a}, spec: {match: {}, nodeFailure: {notReady: 10}}}
                ---
                {metadata: {name: b}, spec: {match: {}, nodeFailure: {notReady: 20, unreachable: 30}}}
                """);

        assertThat(PolicyCluster.tolerations(cluster.create(aPod())))
                .containsExactly("not-ready:NoExecute@10", "unreachable:NoExecute@30");
        assertThat(cluster.steps(aPod()))
                .contains("policies/b lost: does not add node.kubernetes.io/not-ready:NoExecute op=Exists for 20s:"
                        + " toleration 0 (node.kubernetes.io/not-ready:NoExecute op=Exists for 10s) of policies/a"
                        + " comes first");
    }

    @Test
    void theAuthorComesBeforePolicies() {
        PolicyCluster cluster = PolicyCluster.with("""
                metadata: {name: p}
                spec:
                  match: {}
                  tolerations: [{key: flaky, operator: Exists, effect: NoExecute, tolerationSeconds: 600}]
                  nodeFailure: {notReady: 10}
                """);
        String own = "[{key: flaky, operator: Exists, tolerationSeconds: 1, effect: NoExecute},"
                + " {key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute, tolerationSeconds: 77}]";

        assertThat(PolicyCluster.tolerations(cluster.create(tolerating(own))))
                .containsExactly("flaky:NoExecute@1", "not-ready:NoExecute@77", "unreachable:NoExecute@300");
        assertThat(cluster.steps(tolerating(own)))
                .contains("policies/p already-covered: does not add flaky:NoExecute op=Exists for 600s: toleration 0"
                        + " (flaky:NoExecute op=Exists for 1s) of the pod's author comes first");
    }

    @Test
    void policiesComeBeforeTheNamespacesAnnotationsAndThoseBeforeTheBuiltInRules() {
        PolicyCluster cluster = PolicyCluster.with(
                        "{metadata: {name: p}, spec: {match: {}, nodeFailure: {notReady: 10}}}")
                .setting("rules.node-failure.not-ready", "30")
                .setting("rules.node-failure.unreachable", "30")
                .namespace("shop", Map.of(), Map.of(NamespaceFacts.DEFAULT_TOLERATIONS, """
                        [{"key": "node.kubernetes.io/not-ready", "operator": "Exists", "effect": "NoExecute",
                          "tolerationSeconds": 20},
                         {"key": "node.kubernetes.io/unreachable", "operator": "Exists", "effect": "NoExecute",
                          "tolerationSeconds": 20}]"""));

        List<String> tolerations = PolicyCluster.tolerations(cluster.create(aPod()));

        assertThat(tolerations).containsExactly("not-ready:NoExecute@10", "unreachable:NoExecute@20");
        assertThat(cluster.steps(aPod()))
                .filteredOn(step -> step.contains(" lost: "))
                .extracting(step -> step.substring(0, step.indexOf(' ')))
                .containsExactly("namespace-annotations", "node-failure", "node-failure");
    }

    @Test
    void aPolicyThatToleratesEverythingDecidesAboutFailedNodesToo() {
        PolicyCluster cluster =
                PolicyCluster.with("{metadata: {name: p}, spec: {match: {}, tolerations: [{operator: Exists}]}}");

        assertThat(PolicyCluster.tolerations(cluster.create(aPod())))
                .containsExactly("not-ready:NoExecute", "unreachable:NoExecute", "*");
    }

    @Test
    void aWiderTolerationOfALowerPolicyStandsBehindTheNarrowOne() {
        PolicyCluster cluster = PolicyCluster.with("""
                metadata: {name: narrow}
                spec:
                  priority: 1
                  match: {}
                  tolerations: [{key: flaky, value: a, effect: NoExecute, tolerationSeconds: 5}]
                ---
                metadata: {name: wide}
                spec:
                  match: {}
                  tolerations: [{key: flaky, operator: Exists, effect: NoExecute}]
                """);

        assertThat(PolicyCluster.tolerations(cluster.create(aPod())))
                .endsWith("flaky=a:NoExecute@5", "flaky:NoExecute");
    }
}
