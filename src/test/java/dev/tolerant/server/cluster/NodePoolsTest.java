package dev.tolerant.server.cluster;

import static dev.tolerant.server.cluster.ClusterFixture.eventually;
import static dev.tolerant.server.cluster.MockApiServer.NODE_POOLS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.server.webhook.Webhook;
import org.junit.jupiter.api.Test;

/** NodePools of Karpenter in a cluster: watched with the nodes, and nothing that a cluster must have. */
class NodePoolsTest extends PoolFixture {
    private static final String ANY_READ = NODE_POOLS + ".*";
    private static final String ML_POOL =
            "{metadata: {labels: {pool: ml}}, spec: {taints: [{key: declared, effect: NoSchedule}]}}";

    private void cannotReadNodePools(int code) {
        cluster.server.faults().answer("GET", ANY_READ, code);
    }

    private String reason() {
        return condition("NodesKnown").path("reason").asText();
    }

    @Test
    void aNodePoolMakesAPoolKnownThatHasNoNode() {
        // Given
        cluster.server.apply(POLICY);
        started();
        eventually(() -> assertThat(reason()).isEqualTo("NoNodesYet"));
        assertThat(given(webhook)).isEmpty();

        // When
        cluster.server.nodePool("ml", ML_POOL);

        // Then
        eventually(() -> assertThat(given(webhook)).containsExactly("declared"));
        eventually(() -> assertThat(reason()).isEqualTo("Read"));
        assertThat(cluster.server
                        .policy("ml")
                        .at("/status/nodes/nodePoolTaints")
                        .findValuesAsText("key"))
                .containsExactly("declared");

        // When
        cluster.server.deleteNodePool("ml");

        // Then
        eventually(() -> assertThat(reason()).isEqualTo("NoNodes"));
        another(other -> assertThat(given(Webhook.over(other))).containsExactly("declared"));
    }

    @Test
    void aClusterWithoutThemIsReadyAndGoesOnWithNodesAndNoticesThemLater() {
        // Given
        cannotReadNodePools(404);
        cluster.server.nodePool("ml", ML_POOL);
        cluster.server.node("n", ML, false, taint("dedicated"));
        cluster.server.apply(POLICY);

        // When
        started();

        // Then
        assertThat(given(webhook)).containsExactly("dedicated");
        eventually(() -> assertThat(reason()).isEqualTo("Read"));
        assertThat(cluster.source.state()).containsEntry("nodepools", "not a kind of this cluster");
        assertThat(cluster.gauge("tolerant.source.synced", "source", "nodepools"))
                .isEqualTo(1);
        assertThat(cluster.gauge("tolerant.source.age.seconds", "source", "nodepools"))
                .isZero();
        assertThat(cluster.metrics.find("tolerant.problems").counter()).isNull();

        // When
        cluster.server.faults().heal();

        // Then
        eventually(() -> assertThat(given(webhook)).containsExactly("declared", "dedicated"));
        assertThat(cluster.source.state()).containsEntry("nodepools", "watching");
    }

    @Test
    void whereTheyMayNotBeListedThatIsSaidOnceAndNodesGoOn() {
        // Given
        cannotReadNodePools(403);
        cluster.server.node("n", ML, false, taint("dedicated"));
        cluster.server.apply(POLICY);

        // When
        started();

        // Then
        assertThat(given(webhook)).containsExactly("dedicated");
        eventually(() -> assertThat(reason()).isEqualTo("NotReadable"));
        assertThat(condition("NodesKnown").path("message").asText())
                .endsWith("grant list and watch of nodepools.karpenter.sh");
        eventually(
                () -> assertThat(cluster.server.faults().count("GET", ANY_READ)).isGreaterThan(2));
        assertThat(cluster.metrics.get("tolerant.problems").counter().count()).isEqualTo(1);
    }

    /** As while Karpenter is away, which converts them. */
    @Test
    void thoseThatCannotBeReadNowDoNotHoldReadinessAndThePoolGivesWhatIsRemembered() {
        // Given
        cannotReadNodePools(500);
        cluster.server.node("n", ML, false, taint("dedicated"));
        cluster.server.apply(POLICY);

        // When
        started();

        // Then
        eventually(() -> assertThat(cluster.snapshot.current().nodes()).containsOnlyKeys("n"));
        assertThat(cluster.source.state()).containsEntry("nodepools", "not read yet");
        assertThat(given(webhook)).isEmpty();

        // When
        remember("gpu");

        // Then
        eventually(() -> assertThat(given(webhook)).containsExactly("gpu"));

        // When
        cluster.server.faults().heal();

        // Then
        eventually(() -> assertThat(given(webhook)).containsExactly("dedicated"));
    }

    @Test
    void oneThatCannotBeUsedIsSaidAndTheOthersCount() {
        // Given
        cluster.server.nodePool("broken", "{spec: {taints: [{key: x, effect: Sometimes}]}}");
        cluster.server.nodePool("ml", ML_POOL);
        cluster.server.apply(POLICY);

        // When
        started();

        // Then
        eventually(() -> assertThat(given(webhook)).containsExactly("declared"));
        assertThat(cluster.metrics.get("tolerant.problems").counter().count()).isEqualTo(1);
    }

    @Test
    void theyAreWatchedOnlyWhileAPolicyHasNodes() {
        // Given
        cluster.server.apply("{metadata: {name: ml}, spec: {match: {}}}");
        started();
        assertThat(cluster.server.faults().count("GET", ANY_READ)).isZero();

        // When
        cluster.server.apply(POLICY);
        eventually(() -> assertThat(cluster.source.state()).containsEntry("nodepools", "watching"));
        cluster.server.deletePolicy("ml");

        // Then
        eventually(() -> assertThat(cluster.source.state()).doesNotContainKey("nodepools"));
    }
}
