package dev.tolerant.observed.objects;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.observed.explain.ClusterView;
import dev.tolerant.observed.explain.Explanation;
import dev.tolerant.testing.ClusterFixture;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a policy's status remembers of its pool counts in a cluster's view as it does for the program. */
class RememberedPoolsTest {
    private static final String POLICY = """
            apiVersion: tolerant.dev/v1alpha1
            kind: TolerationPolicy
            metadata: {name: gpu, generation: 2}
            spec: {match: {}, nodes: {selector: {matchLabels: {pool: gpu}}, taintKeys: [nvidia.com/gpu, dedicated, example.com/*]}}
            status:
              observedGeneration: 2
              nodes:
                selector: {matchLabels: {pool: gpu}}
                taints: [{key: nvidia.com/gpu, value: present, effect: NoSchedule}]
            """;

    @Test
    void aPoolThatIsScaledToZeroGivesWhatItsStatusRemembers() {
        assertThat(given(ClusterFixture.view(POLICY, node("web", "web", "other"))))
                .containsExactly("nvidia.com/gpu");
    }

    @Test
    void nodesThatAreNotKnownLeaveWhatIsRemembered() {
        ClusterObjects clusterObjects = ClusterFixture.clusterObjects(POLICY);
        ClusterObjects blind = new ClusterObjects(
                "test",
                clusterObjects.at(),
                "v1.36.2",
                Map.of(ObjectKind.POLICY, clusterObjects.all(ObjectKind.POLICY)),
                Map.of(ObjectKind.NODE, "you may not list nodes"),
                List.of());

        assertThat(given(ClusterFixture.view(blind))).containsExactly("nvidia.com/gpu");
    }

    @Test
    void aNodePoolOfTheClusterMakesThePoolKnown() {
        assertThat(given(ClusterFixture.view(POLICY.replaceAll("(?s)status:.*", ""), """
                apiVersion: karpenter.sh/v1
                kind: NodePool
                metadata: {name: gpu}
                spec: {template: {metadata: {labels: {pool: gpu}}, spec: {taints: [{key: declared, effect: NoSchedule}]}}}
                """)))
                .containsExactly("declared");
    }

    @Test
    void nodePoolsThatAreNotKnownLeaveWhatIsRememberedOfThem() {
        String declared =
                POLICY.replace("taints: [", "nodePoolTaints: [{key: declared, effect: NoSchedule}]\n    taints: [");
        ClusterObjects clusterObjects = ClusterFixture.clusterObjects(declared, node("n1", "gpu", "dedicated"));
        ClusterObjects blind = new ClusterObjects(
                "test",
                clusterObjects.at(),
                "v1.36.2",
                Map.of(
                        ObjectKind.POLICY,
                        clusterObjects.all(ObjectKind.POLICY),
                        ObjectKind.NODE,
                        clusterObjects.all(ObjectKind.NODE)),
                Map.of(ObjectKind.NODE_POOL, "you may not list nodepools"),
                List.of());

        assertThat(given(ClusterFixture.view(clusterObjects))).containsExactly("dedicated");
        assertThat(given(ClusterFixture.view(blind))).containsExactly("declared", "dedicated");
    }

    @Test
    void anExplanationOverTheNodesOfTheClusterKeepsWhatIsRemembered() throws InvalidManifestException {
        ClusterView view = ClusterFixture.view(POLICY, node("web", "web", "other"));
        Manifest pod = ClusterFixture.clusterObjects(ClusterFixture.pod("web", "", "containers: []"))
                .manifests(ObjectKind.POD)
                .get(0);

        Explanation explanation = view.explainer()
                .explain(pod, view.snapshot(), List.copyOf(view.nodes().values()));

        assertThat(explanation.tolerations())
                .anySatisfy(
                        given -> assertThat(given.json().path("key").asText()).isEqualTo("nvidia.com/gpu"));
    }

    @Test
    void aSelectedNodeReplacesWhatIsRemembered() {
        assertThat(given(ClusterFixture.view(POLICY, node("n1", "gpu", "dedicated"))))
                .containsExactly("dedicated");
    }

    @Test
    void aSelectedNodeWithoutTaintsReplacesItWithNothing() {
        assertThat(given(ClusterFixture.view(POLICY, ClusterFixture.node("n1", "pool: gpu", ""))))
                .isEmpty();
    }

    @Test
    void nodesWithTooManyTaintsLeaveWhatIsRememberedAndTheProblemIsSaid() {
        String taints = IntStream.range(0, 33)
                .mapToObj(each -> "{key: example.com/t" + each + ", effect: NoSchedule}")
                .collect(Collectors.joining(", "));

        ClusterView view = ClusterFixture.view(POLICY, ClusterFixture.node("n1", "pool: gpu", taints));

        assertThat(given(view)).containsExactly("nvidia.com/gpu");
        assertThat(view.problems()).singleElement().asString().contains("more than 32 different taints");
    }

    @ParameterizedTest
    @ValueSource(strings = {"nodes: {selector: {matchLabels: {pool: tpu}}, taintKeys: [dedicated]}", "priority: 1"})
    void anotherSelectorInThePolicyDropsWhatIsRemembered(String spec) {
        String changed = POLICY.replace(
                "nodes: {selector: {matchLabels: {pool: gpu}}, taintKeys: [nvidia.com/gpu, dedicated, example.com/*]}}",
                spec + "}");

        assertThat(given(ClusterFixture.view(changed))).isEmpty();
    }

    @Test
    void taintsThatThePolicyNamesNoMoreAreNotGiven() {
        String changed = POLICY.replace("[nvidia.com/gpu, dedicated, example.com/*]", "[]");

        assertThat(given(ClusterFixture.view(changed))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{nodes: 1}", "{later: {field: 1}}", "{nodes: {taints: [{key: a, effect: Odd}]}}"})
    void aStatusThatThisVersionCannotReadLeavesThePolicyInUse(String status) {
        ClusterView view = ClusterFixture.view(POLICY.replaceAll("(?s)status:.*", "status: " + status));

        assertThat(view.snapshot().policies().policies()).hasSize(1);
        assertThat(view.problems()).isEmpty();
        assertThat(given(view)).isEmpty();
    }

    @Test
    void aPolicyInTheSamePlaceOfWhichTheFileHasNoStatusTakesOverWhatTheClusterRemembers() {
        ClusterView today = ClusterFixture.view(POLICY);
        String other = POLICY.replaceAll("(?s)status:.*", "").replace("match: {}", "match: {}, priority: 7");

        ClusterView changed = ClusterView.of(
                today.clusterObjects(),
                today.config(),
                today.policiesWith(ClusterFixture.clusterObjects(other).manifests(ObjectKind.POLICY)));

        assertThat(changed.snapshot().policies().policies().get(0).priority()).isEqualTo(7);
        assertThat(given(changed)).containsExactly("nvidia.com/gpu");
    }

    @Test
    void whatAFileClaimsToRememberDoesNotCount() {
        ClusterView today = ClusterFixture.view(POLICY.replaceAll("(?s)status:.*", ""));

        ClusterView changed = ClusterView.of(
                today.clusterObjects(),
                today.config(),
                today.policiesWith(ClusterFixture.clusterObjects(POLICY).manifests(ObjectKind.POLICY)));

        assertThat(given(changed)).isEmpty();
    }

    private static String node(String name, String pool, String taint) {
        return ClusterFixture.node(name, "pool: " + pool, "{key: " + taint + ", effect: NoSchedule}");
    }

    private static List<String> given(ClusterView view) {
        return view.snapshot().policies().policies().get(0).tolerations().stream()
                .map(Toleration::key)
                .toList();
    }
}
