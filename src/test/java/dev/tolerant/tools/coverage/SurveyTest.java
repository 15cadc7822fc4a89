package dev.tolerant.tools.coverage;

import static dev.tolerant.observed.facts.ClusterFixture.node;
import static dev.tolerant.observed.facts.ClusterFixture.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.toleration.Taint;
import dev.tolerant.engine.toleration.Toleration;
import dev.tolerant.observed.facts.ClusterFixture;
import dev.tolerant.observed.facts.ClusterView;
import dev.tolerant.observed.owners.ClusterPod;
import dev.tolerant.observed.owners.PodOwner;
import dev.tolerant.tools.coverage.Coverage.OpenPool;
import dev.tolerant.tools.coverage.Coverage.PendingPod;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which taints and tolerations of a cluster meet. */
class SurveyTest {
    private static final String GPU = node("gpu", "pool: gpu", "{key: gpu, value: 'yes', effect: NoSchedule}");
    private static final String GENERAL = node("general", "", "");
    private static final String TOLERATES = "tolerations: [{key: gpu, operator: Exists, effect: NoSchedule}]";
    private static final String EVERYTHING = "tolerations: [{operator: Exists}]";
    private static final String POLICY = """
            {apiVersion: tolerant.dev/v1alpha1, kind: TolerationPolicy, metadata: {name: gpus},
             spec: {match: {namespaceSelector: {matchLabels: {team: ml}}},
               tolerations: [{key: gpu, operator: Exists, effect: NoSchedule}]}}""";

    private static Coverage coverage(String... objects) {
        return new Survey(ClusterFixture.view(objects), namespace -> true).coverage();
    }

    private static List<String> titles(List<PodOwner> owners) {
        return owners.stream().map(PodOwner::title).toList();
    }

    private static String pending(String name, String spec) {
        return pod(name, "", spec).replace("Running", "Pending");
    }

    @Test
    void aTaintIsToleratedByPodsTemplatesAndPoliciesThatNameItsKey() {
        // Given
        String template = ClusterFixture.workload("apps/v1", "Deployment", "idle", TOLERATES);

        // Then
        assertThat(coverage(GPU).taints())
                .extracting(each -> each.taint().key())
                .containsExactly("gpu");
        assertThat(coverage(GPU, pod("a", "gpu", TOLERATES)).taints()).isEmpty();
        assertThat(coverage(GPU, template).taints()).isEmpty();
        assertThat(coverage(GPU, POLICY).taints()).isEmpty();
    }

    @Test
    void whoToleratesEveryTaintIsCountedApart() {
        // When
        Coverage coverage = coverage(GPU, pod("a", "gpu", EVERYTHING));

        // Then
        assertThat(coverage.taints()).hasSize(1);
        assertThat(coverage.taints().get(0).wildcards()).isEqualTo(1);
        assertThat(coverage.taints().get(0).nodes()).containsExactly("gpu");
    }

    @Test
    void marksThatComeAndGoAreNobodysTaints() {
        String cordoned = node("n1", "", "{key: node.kubernetes.io/unschedulable, effect: NoSchedule}");
        assertThat(coverage(cordoned).taints()).isEmpty();
    }

    @Test
    void aTolerationThatMatchesNoNodeNamesItsPodsAndPolicies() {
        // When
        Coverage coverage = coverage(GENERAL, POLICY, pod("a", "general", TOLERATES));

        // Then
        assertThat(coverage.tolerations()).hasSize(1);
        assertThat(coverage.tolerations().get(0).pods()).isEqualTo(1);
        assertThat(coverage.tolerations().get(0).policies()).containsExactly("gpus");
        assertThat(coverage(GPU, pod("a", "gpu", TOLERATES)).tolerations()).isEmpty();
        assertThat(coverage(GENERAL, pod("a", "general", ClusterFixture.unreachable(30)))
                        .tolerations())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "CriticalAddonsOnly, true",
        "node-role.kubernetes.io/control-plane, true",
        "node-role.kubernetes.io/master, true",
        "archive, false"
    })
    void whatPodsOfTheSystemTolerateEverywhereIsNoFinding(String key, boolean complete) {
        // When
        Coverage coverage =
                coverage(GENERAL, pod("dns", "general", "tolerations: [{key: " + key + ", operator: Exists}]"));

        // Then
        assertThat(coverage.tolerations()).hasSize(1);
        assertThat(coverage.isComplete()).isEqualTo(complete);
    }

    @Test
    void aPodThatNamesThePoolAndDoesNotRequireItMayStray() {
        // When
        List<OpenPool> open = coverage(GPU, GENERAL, pod("a", "gpu", TOLERATES)).pools();

        // Then
        assertThat(open).hasSize(1);
        assertThat(titles(open.get(0).strays())).containsExactly("pod/a");
        assertThat(open.get(0).outsiders()).isEmpty();
        assertThat(coverage(GPU, GENERAL, pod("a", "gpu", TOLERATES + ", nodeSelector: {pool: gpu}"))
                        .pools())
                .isEmpty();
    }

    @Test
    void aPodThatToleratesEveryTaintIsAnOutsiderUnlessItIsAnAgent() {
        // Given
        String agent = pod("agent", "gpu", "apps/v1/DaemonSet/agent", EVERYTHING);

        // When
        List<OpenPool> open =
                coverage(GPU, GENERAL, agent, pod("a", "general", EVERYTHING)).pools();

        // Then
        assertThat(open).hasSize(1);
        assertThat(titles(open.get(0).outsiders())).containsExactly("pod/a");
    }

    @Test
    void aPoolOfAPolicyBelongsToThePodsThatItMatches() {
        // Given
        String namespace = "{apiVersion: v1, kind: Namespace, metadata: {name: shop, labels: {team: %s}}}";
        String pod = pod("a", "gpu", TOLERATES + ", nodeSelector: {pool: gpu}");

        // Then
        assertThat(coverage(GPU, GENERAL, POLICY, namespace.formatted("ml"), pod)
                        .pools())
                .isEmpty();
        List<OpenPool> open =
                coverage(GPU, GENERAL, POLICY, namespace.formatted("web"), pod).pools();
        assertThat(titles(open.get(0).outsiders())).containsExactly("pod/a");
        assertThat(open.get(0).policies()).containsExactly("gpus");
    }

    @Test
    void aPendingPodGetsTheTolerationAndThePolicyThatWouldLetItIn() {
        // When
        Coverage coverage = coverage(GPU, POLICY, pending("waits", "nodeSelector: {pool: gpu}"));

        // Then
        PendingPod pod = coverage.pending().get(0);
        assertThat(pod.taints()).extracting(Taint::toString).containsExactly("gpu=yes:NoSchedule");
        assertThat(pod.wayOut().tolerations()).extracting(Toleration::toString).containsExactly("gpu=yes:NoSchedule");
        assertThat(pod.wayOut().policy()).contains("gpus");
        assertThat(pod.wayOut().mismatch()).isEqualTo("match.namespaceSelector does not select the namespace");
        assertThat(coverage(GPU, pending("waits", "nodeSelector: {pool: gpu}"))
                        .pending()
                        .get(0)
                        .wayOut()
                        .policy())
                .isEmpty();
    }

    @Test
    void aPodThatWaitsForSomethingElseIsNotPendingForATaint() {
        assertThat(coverage(GPU, GENERAL, pending("a", "containers: []")).pending())
                .isEmpty();
        assertThat(coverage(GPU, pending("a", "nodeSelector: {pool: other}")).pending())
                .isEmpty();
        assertThat(coverage(GPU, pending("a", "schedulingGates: [{name: later}]"))
                        .pending())
                .isEmpty();
    }

    @Test
    void aPodThatWaitsForNodesToComeBackNeedsNoToleration() {
        // Given
        String cordoned = node("n1", "", "{key: node.kubernetes.io/unschedulable, effect: NoSchedule}");

        // Then
        assertThat(coverage(cordoned, pending("a", "containers: []"))
                        .pending()
                        .get(0)
                        .wayOut()
                        .tolerations())
                .isEmpty();
    }

    @Test
    void podsWithEqualFactsAreLookedAtOnce() {
        // Given
        List<String> objects = new ArrayList<>(List.of(GPU));
        for (int i = 0; i < 500; i++) {
            objects.add(pod("a" + i, "gpu", "apps/v1/ReplicaSet/web-" + i % 5, TOLERATES));
        }

        ClusterView view = ClusterFixture.view(objects.toArray(String[]::new));

        // When
        List<Shape> shapes = Shape.of(ClusterPod.unfinished(view.facts(), new ArrayList<>()), view.controlPlane());

        // Then
        assertThat(shapes).extracting(Shape::count).containsExactly(100, 100, 100, 100, 100);
    }
}
