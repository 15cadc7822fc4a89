package dev.tolerant.engine.rule;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.model.NamespaceFacts;
import dev.tolerant.engine.model.PodFixture;
import dev.tolerant.engine.model.Policy;
import dev.tolerant.engine.model.PolicyFixture;
import dev.tolerant.engine.model.Toleration;
import dev.tolerant.server.webhook.PodReview;
import dev.tolerant.server.webhook.PolicyCluster;
import dev.tolerant.server.webhook.Webhook;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Policies that take values from labels of the pod's namespace. */
class NamespaceValuesTest {
    private static final String TENANTS = """
            metadata: {name: tenants}
            spec:
              match: {}
              tolerations:
              - {key: dedicated, valueFrom: {namespaceLabel: team}, effect: NoSchedule}
              - {key: spot, operator: Exists}
              requiredNodeAffinity: [{key: pool, operator: In, valuesFrom: {namespaceLabel: team}}]
              nodeFailure: {notReady: 30}
            """;

    @Test
    void thePodGetsTheValueOfItsNamespace() {
        PolicyCluster cluster = PolicyCluster.with(TENANTS).namespace("shop", Map.of("team", "web"), Map.of());

        Webhook.Answer answer = cluster.create(PodReview.pod("spec: {}").in("shop"));

        assertThat(answer.object().at("/spec/tolerations"))
                .contains(PodReview.yaml("{key: dedicated, operator: Equal, value: web, effect: NoSchedule}"));
        assertThat(answer.object()
                        .at("/spec/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution"
                                + "/nodeSelectorTerms/0/matchExpressions/0"))
                .isEqualTo(PodReview.yaml("{key: pool, operator: In, values: [web]}"));
        assertThat(cluster.steps(PodReview.pod("spec: {}").in("shop")))
                .contains("policies/tenants value-taken: takes web from label team of namespace shop")
                .filteredOn(step -> step.contains("value-taken"))
                .hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {}          | namespace shop has no label team
                    {team: ''}  | label team of namespace shop is empty
                    {team: a b} | label team of namespace shop is not a label value
                    """)
    void whereTheValueIsLackingThePolicyGivesNothing(String labels, String why) {
        Map<String, String> read = Webhook.JSON.convertValue(PodReview.yaml(labels), Map.class);
        PolicyCluster cluster = PolicyCluster.with(TENANTS).namespace("shop", read, Map.of());

        Webhook.Answer answer = cluster.create(PodReview.pod("spec: {}").in("shop"));

        assertThat(PolicyCluster.tolerations(answer))
                .containsExactly("not-ready:NoExecute@300", "unreachable:NoExecute@300");
        assertThat(answer.object().at("/spec/affinity").isMissingNode()).isTrue();
        assertThat(answer.response().path("warnings"))
                .singleElement()
                .extracting(JsonNode::asText)
                .isEqualTo("tolerant: policies/tenants gives nothing: " + why);
    }

    @Test
    void aNamespaceThatIsNotKnownHasNoValue() {
        Policy policy = PolicyFixture.of(TENANTS);

        assertThat(policy.mismatch(PodFixture.aPod().build(), NamespaceFacts.unknown("shop")))
                .isEqualTo("the namespace is not known, and values come from its labels");
    }

    @Test
    void atMostTenNamespacesAreNamed() {
        List<NamespaceFacts> namespaces = IntStream.range(10, 23)
                .mapToObj(number -> NamespaceFacts.plain("n" + number))
                .toList();
        Policy policy = PolicyFixture.of(TENANTS);

        assertThat(policy.values().lackingIn(namespaces, policy.match().namespaceSelector()))
                .isEqualTo(
                        "gives nothing to pods of namespaces that have no usable value of label team: n10, n11, n12, n13,"
                                + " n14, n15, n16, n17, n18, n19 and 3 more; label them, or have match.namespaceSelector ask for"
                                + " the label");
        assertThat(policy.values().lackingIn(List.of(), policy.match().namespaceSelector()))
                .isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    pool in (web) | requiredNodeAffinity: [{key: pool, operator: In, valuesFrom: {namespaceLabel: team}}] | true
                    pool in (ml)  | requiredNodeAffinity: [{key: pool, operator: In, valuesFrom: {namespaceLabel: team}}] | false
                    pool in (web) | requiredNodeAffinity: [{key: pool, operator: In, values: [web]}]                      | false
                    pool in (web) | mode: Enforce                                                                         | false
                    """)
    void aPodThatRunsGetsTheValueOnlyIfItRequiresItsNodes(String required, String more, boolean given) {
        PolicyCluster cluster = PolicyCluster.with("""
                        metadata: {name: tenants}
                        spec:
                          match: {}
                          tolerations: [{key: dedicated, valueFrom: {namespaceLabel: team}, effect: NoSchedule}]
                        """ + "  " + more + "\n").namespace("shop", Map.of("team", "web"));
        String pool = required.substring(required.indexOf('(') + 1, required.indexOf(')'));
        JsonNode stored = PodReview.pod(
                        "spec: {affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution:"
                                + " {nodeSelectorTerms: [{matchExpressions: [{key: pool, operator: In, values: [" + pool
                                + "]}]}]}}}}")
                .object();

        List<Toleration> tolerations = cluster.heal(stored).decision().plainTolerations();

        assertThat(tolerations.stream().anyMatch(each -> each.key().equals("dedicated")))
                .isEqualTo(given);
    }
}
