package dev.tolerant.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.controlplane.Node;
import dev.tolerant.engine.toleration.Effect;
import dev.tolerant.engine.toleration.Taint;
import dev.tolerant.engine.toleration.Toleration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PoolTest {
    private static final Map<String, String> ML = Map.of("pool", "ml");

    private static Policy policy(String nodes) {
        return PolicyFixture.of("{metadata: {name: p}, spec: {match: {}, nodes: " + nodes + "}}");
    }

    private static List<Taint> taints(String nodes, Node... known) {
        Pool pool = policy(nodes).pool();
        return pool == null
                ? List.of()
                : CountedPool.of(pool, List.of(), List.of(known)).taints();
    }

    private static Node node(Map<String, String> labels, Taint... taints) {
        return new Node("n", labels, List.of(taints));
    }

    private static Taint noSchedule(String key, String value) {
        return new Taint(key, value, Effect.NO_SCHEDULE);
    }

    @Test
    void theTaintsAreThoseOfAllSelectedNodesSorted() {
        assertThat(taints(
                        "{selector: {matchLabels: {pool: ml}}}",
                        node(ML, noSchedule("b", "x"), noSchedule("a", "")),
                        node(ML, noSchedule("b", "x"), new Taint("b", "x", Effect.NO_EXECUTE)),
                        node(Map.of("pool", "web"), noSchedule("c", ""))))
                .containsExactly(noSchedule("a", ""), noSchedule("b", "x"), new Taint("b", "x", Effect.NO_EXECUTE));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "node.kubernetes.io/unschedulable",
                "node.kubernetes.io/not-ready",
                "node.cloudprovider.kubernetes.io/uninitialized",
                "ToBeDeletedByClusterAutoscaler",
                "DeletionCandidateOfClusterAutoscaler",
                "startup-taint.cluster-autoscaler.kubernetes.io/gpu",
                "karpenter.sh/disrupted",
                "karpenter.sh/unregistered",
                "quarantine",
                "example.com/any",
            })
    void whatPassesAndWhatIsIgnoredDoesNotCount(String key) {
        assertThat(taints(
                        "{selector: {matchLabels: {pool: ml}}, ignore: [quarantine, example.com/*]}",
                        node(ML, noSchedule(key, ""))))
                .isEmpty();
    }

    @Test
    void aWishOfTheSchedulerDoesNotCount() {
        assertThat(taints(
                        "{selector: {matchLabels: {pool: ml}}}",
                        node(ML, new Taint("a", "", Effect.PREFER_NO_SCHEDULE))))
                .isEmpty();
    }

    @Test
    void theTolerationsAreExactAndTheNodesRequired() {
        // When
        Policy policy = policy(
                        "{selector: {matchLabels: {pool: ml, a: b}, matchExpressions: [{key: c, operator: Exists}]}}")
                .withPoolTaints(List.of(noSchedule("a", ""), noSchedule("b", "x")));

        // Then
        assertThat(policy.tolerations())
                .extracting(Toleration::toString)
                .containsExactly("a:NoSchedule op=Exists", "b=x:NoSchedule");
        assertThat(policy.requiredNodeAffinity()).hasToString("[a in (b), pool in (ml), c]");
        assertThat(policy.preferredNodeAffinity()).isEmpty();
    }

    @Test
    void thePoolOfTheMomentReplacesTheOneBefore() {
        // Given
        Policy before = policy("{selector: {matchLabels: {pool: ml}}}").withPoolTaints(List.of(noSchedule("old", "")));

        // Then
        assertThat(before.withPoolTaints(List.of(noSchedule("new", ""))).tolerations())
                .extracting(Toleration::key)
                .containsExactly("new");
    }

    @Test
    void aPoolWithoutNodesGivesWhatItGaveLast() {
        // Given
        Policy before =
                policy("{selector: {matchLabels: {pool: ml}}}").withNodes(List.of(node(ML, noSchedule("a", ""))));

        // When
        Policy policy = policy("{selector: {matchLabels: {pool: ml}}}")
                .withPoolTaintsOf(before)
                .withNodes(List.of());

        // Then
        assertThat(policy.tolerations()).isEqualTo(before.tolerations()).hasSize(1);
    }

    @Test
    void podsCanPreferThePoolOrStayFree() {
        assertThat(policy("{selector: {matchLabels: {pool: ml}}, affinity: Preferred}")
                        .preferredNodeAffinity())
                .hasToString("[pool in (ml) (weight 50)]");
        assertThat(policy("{selector: {matchLabels: {pool: ml}}, affinity: Preferred}")
                        .requiredNodeAffinity())
                .isEmpty();
        assertThat(policy("{selector: {matchLabels: {pool: ml}}, affinity: None}")
                        .preferredNodeAffinity())
                .isEmpty();
    }
}
