package dev.tolerant.engine.rule;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.policy.Match.Mismatch;
import dev.tolerant.engine.policy.NodePool;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.standing.PolicySet;
import dev.tolerant.engine.standing.Reservations;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.Requirement;
import dev.tolerant.engine.words.Requirement.Operator;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.testing.PodFixture;
import dev.tolerant.testing.PodReview;
import dev.tolerant.testing.PolicyCluster;
import dev.tolerant.testing.PolicyFixture;
import dev.tolerant.testing.WholeProgram;
import dev.tolerant.testing.Yaml;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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

        // The pod's own label decides nothing.
        WholeProgram.Answer answer = cluster.create(
                PodReview.pod("{metadata: {labels: {team: ml}}, spec: {}}").in("shop"));

        assertThat(answer.object().at("/spec/tolerations"))
                .contains(Yaml.tree("{key: dedicated, operator: Equal, value: web, effect: NoSchedule}"));
        assertThat(answer.object()
                        .at("/spec/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution"
                                + "/nodeSelectorTerms/0/matchExpressions/0"))
                .isEqualTo(Yaml.tree("{key: pool, operator: In, values: [web]}"));
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
        Map<String, String> read = WholeProgram.JSON.convertValue(Yaml.tree(labels), Map.class);
        PolicyCluster cluster = PolicyCluster.with(TENANTS).namespace("shop", read, Map.of());

        WholeProgram.Answer answer = cluster.create(PodReview.pod("spec: {}").in("shop"));

        assertThat(PolicyCluster.tolerations(answer))
                .containsExactly("not-ready:NoExecute@300", "unreachable:NoExecute@300");
        assertThat(answer.object().at("/spec/affinity").isMissingNode()).isTrue();
        assertThat(answer.response().path("warnings"))
                .singleElement()
                .extracting(JsonNode::asText)
                .isEqualTo("tolerant: TolerationPolicy tenants gives nothing: " + why);
    }

    @Test
    void aNamespaceThatIsNotKnownHasNoValue() {
        Policy policy = PolicyFixture.of(TENANTS);

        assertThat(policy.mismatch(PodFixture.aPod().build(), NamespaceFacts.unknown("shop")))
                .isEqualTo(new Mismatch("", "the namespace is not known, and values come from its labels"));
    }

    @Test
    void atMostTenNamespacesAreNamed() {
        List<NamespaceFacts> namespaces = IntStream.range(10, 23)
                .mapToObj(number -> NamespaceFacts.plain("n" + number))
                .toList();
        Policy policy = PolicyFixture.of(TENANTS);

        assertThat(policy.values().lackingIn(namespaces, policy.match().namespaceSelector()))
                .isEqualTo(
                        "selects namespaces without a usable value of label team, whose pods get nothing of this policy:"
                                + " n10, n11, n12, n13, n14, n15, n16, n17, n18, n19 and 3 more; label them, or let"
                                + " match.namespaceSelector ask for the label");
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

    private static final String POOLS = """
            metadata: {name: pools}
            spec:
              match: {namespaceSelector: {matchExpressions: [{key: team, operator: Exists}]}}
              nodes:
                selector: {matchLabelsFrom: {dedicated: {namespaceLabel: team}}}
                taintKeys: [dedicated, gpu]
              reserve: {}
            """;

    private static PolicyCluster poolsOf(String team) {
        return PolicyCluster.with(POOLS)
                .node(node("ml-1", "ml", "dedicated=ml:NoSchedule", "gpu=a100:NoSchedule"))
                .node(node("web-1", "web", "dedicated=web:NoSchedule"))
                .nodePool(new NodePool(
                        "any",
                        Map.of(),
                        List.of(new Requirement("dedicated", Operator.EXISTS, List.of())),
                        List.of(),
                        List.of()))
                .nodePool(new NodePool(
                        "data",
                        Map.of("dedicated", "data"),
                        List.of(),
                        List.of(new Taint("dedicated", "data", Effect.NO_SCHEDULE)),
                        List.of()))
                .namespace("shop", Map.of("team", team));
    }

    private static Node node(String name, String team, String... taints) {
        return new Node(
                name,
                Map.of("dedicated", team),
                Stream.of(taints)
                        .map(text -> text.split("[=:]"))
                        .map(part -> new Taint(part[0], part[1], Effect.of(part[2])))
                        .toList());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    ml    | dedicated=ml:NoSchedule, gpu=a100:NoSchedule
                    web   | dedicated=web:NoSchedule
                    # of a NodePool that sets the label
                    data  | dedicated=data:NoSchedule
                    # of a NodePool that admits any value
                    other | ''
                    """)
    void thePoolOfTheNamespacesValueSaysWhatThePodTolerates(String team, String taints) {
        Decision decision =
                poolsOf(team).decide(PodReview.pod("spec: {}").in("shop").creation());

        assertThat(decision.plainTolerations().stream()
                        .filter(each -> !each.key().startsWith("node."))
                        .map(Toleration::toString)
                        .collect(Collectors.joining(", ")))
                .isEqualTo(taints);
        assertThat(decision.steps())
                .filteredOn(Step.NodesRequired.class::isInstance)
                .extracting(Step::sentence)
                .containsExactly("requires nodes with dedicated in (" + team + ")");
    }

    @Test
    void aValueThatNoNodeHasGivesNeitherHalf() {
        PolicyCluster cluster = PolicyCluster.with(POOLS)
                .node(node("web-1", "web", "dedicated=web:NoSchedule"))
                .namespace("shop", Map.of("team", "ml"));

        Decision decision = cluster.decide(PodReview.pod("spec: {}").in("shop").creation());

        assertThat(decision.steps())
                .filteredOn(step -> step.rule().isPolicy())
                .extracting(Step::code)
                .containsExactly("value-taken", "warned");
        assertThat(decision.steps())
                .filteredOn(Step.Warned.class::isInstance)
                .singleElement()
                .satisfies(step -> assertThat(step.sentence())
                        .startsWith("gives nothing of its pool with dedicated=ml: spec.nodes selects no node"));
        assertThat(decision.steps()).noneMatch(Step.NodesRequired.class::isInstance);
    }

    @Test
    void whatNodesOfAValueHaveIsReservedForItsNamespaces() {
        Reservations reservations =
                PolicySet.of(poolsOf("ml").withPools()).reservations().reservations();

        assertThat(reservations.taints().values().stream()
                        .flatMap(List::stream)
                        .map(entry -> entry.taint() + " "
                                + entry.openTo().stream()
                                        .map(opening -> opening.fromLabel() + "=" + opening.value())
                                        .collect(Collectors.joining(" "))))
                .containsExactly(
                        "dedicated=data:NoSchedule team=data",
                        "dedicated=ml:NoSchedule team=ml",
                        "dedicated=web:NoSchedule team=web",
                        "gpu=a100:NoSchedule team=ml");
    }

    @Test
    void aPoolOfTheWholePolicyGivesItsTolerationsLast() {
        PolicyCluster cluster = PolicyCluster.with("""
                        metadata: {name: both}
                        spec:
                          match: {}
                          tolerations: [{key: team, valueFrom: {namespaceLabel: team}}, {key: spot, operator: Exists}]
                          nodes: {selector: {matchLabels: {dedicated: all}}, taintKeys: [dedicated]}
                        """)
                .node(node("all-1", "all", "dedicated=all:NoSchedule"))
                .namespace("shop", Map.of("team", "web"));

        Decision decision = cluster.decide(PodReview.pod("spec: {}").in("shop").creation());

        assertThat(decision.plainTolerations().stream().map(Toleration::key).filter(key -> !key.startsWith("node.")))
                .containsExactly("spot", "team", "dedicated");
        assertThat(decision.steps())
                .filteredOn(Step.NodesRequired.class::isInstance)
                .extracting(Step::sentence)
                .containsExactly("requires nodes with dedicated in (all)");
    }

    @Test
    void whatIsReservedForAValueIsReserved() {
        Policy policy = PolicyFixture.of("""
                metadata: {name: p}
                spec:
                  match: {namespaceSelector: {matchExpressions: [{key: team, operator: Exists}]}}
                  tolerations:
                  - {key: dedicated, valueFrom: {namespaceLabel: team}, effect: NoSchedule}
                  - {key: node.kubernetes.io/of-team, valueFrom: {namespaceLabel: team}}
                  reserve: {}
                """);

        assertThat(policy.reservedTaints()).hasToString("[dedicated:NoSchedule]");
        assertThat(policy.gives(new Taint("dedicated", "web", Effect.NO_SCHEDULE)))
                .isTrue();
        assertThat(policy.gives(new Taint("dedicated", "web", Effect.NO_EXECUTE)))
                .isFalse();
        assertThat(policy.gives(new Taint("other", "web", Effect.NO_SCHEDULE))).isFalse();
    }
}
