package dev.tolerant.server.cluster;

import static dev.tolerant.testing.MockApiServer.NODE_POOLS;
import static dev.tolerant.testing.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.testing.WholeProgram;
import java.time.Duration;
import java.util.List;
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
        cluster.server.apply(POLICY);
        started();
        eventually(() -> assertThat(reason()).isEqualTo("NoNodesYet"));
        assertThat(given(webhook)).isEmpty();

        cluster.server.nodePool("ml", ML_POOL);

        eventually(() -> assertThat(given(webhook)).containsExactly("declared"));
        eventually(() -> assertThat(reason()).isEqualTo("Read"));
        assertThat(declared()).containsExactly("declared");

        cluster.server.deleteNodePool("ml");

        eventually(() -> assertThat(reason()).isEqualTo("NoNodes"));
        another(other -> assertThat(given(WholeProgram.over(other))).containsExactly("declared"));
    }

    @Test
    void aClusterWithoutThemIsReadyAndGoesOnWithNodesAndNoticesThemLater() {
        cannotReadNodePools(404);
        cluster.server.hasNodePools(false);
        cluster.server.nodePool("ml", ML_POOL);
        cluster.server.node("n", ML, false, taint("dedicated"));
        cluster.server.apply(POLICY);

        started();

        assertThat(given(webhook)).containsExactly("dedicated");
        eventually(() -> assertThat(reason()).isEqualTo("Read"));
        assertThat(cluster.source.state()).containsEntry("nodepools", "not a kind of this cluster");
        assertThat(cluster.gauge("tolerant.source.synced", "source", "nodepools"))
                .isEqualTo(1);
        assertThat(cluster.gauge("tolerant.source.age.seconds", "source", "nodepools"))
                .isZero();
        assertThat(cluster.metrics.find("tolerant.problems").counter()).isNull();

        cluster.server.faults().heal();
        cluster.server.hasNodePools(true);

        eventually(() -> assertThat(given(webhook)).containsExactly("declared", "dedicated"));
        assertThat(cluster.source.state()).containsEntry("nodepools", "watching");
    }

    @Test
    void aClusterWithoutThemNeedsNoRightToThem() {
        cannotReadNodePools(403);
        cluster.server.hasNodePools(false);
        cluster.server.node("n", ML, false, taint("dedicated"));
        cluster.server.apply(POLICY);

        started();

        assertThat(given(webhook)).containsExactly("dedicated");
        eventually(() -> assertThat(reason()).isEqualTo("Read"));
        assertThat(cluster.metrics.find("tolerant.problems").counter()).isNull();
    }

    @Test
    void whereTheyMayNotBeListedThatIsSaidOnceAndNodesGoOn() {
        cannotReadNodePools(403);
        cluster.server.node("n", ML, false, taint("dedicated"));
        cluster.server.apply(POLICY);

        startedWithout(ANY_READ);

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
    void aReplicaThatStartsWhileTheyCannotBeReadGivesWhatNodesHaveAndWhatIsRememberedOfThem() {
        cannotReadNodePools(500);
        cluster.server.node("n", ML, false, taint("dedicated"));
        cluster.server.apply(POLICY);
        remember("taints", "gpu");

        cluster.source.start();
        eventually(() -> assertThat(given(webhook)).containsExactly("dedicated"));
        assertThat(cluster.source.isReady()).isFalse();

        cluster.sooner(() -> assertThat(cluster.source.isReady()).isTrue());
        assertThat(cluster.source.state().get("nodepools"))
                .startsWith("the API server answers the list of nodepools with 500");
        eventually(() -> assertThat(reason()).isEqualTo("NotReadable"));
        remember("nodePoolTaints", "declared");
        eventually(() -> assertThat(given(webhook)).containsExactly("declared", "dedicated"));

        cluster.server.faults().heal();

        eventually(() -> assertThat(given(webhook)).containsExactly("dedicated"));
    }

    @Test
    void whileTheyCannotBeReadAnyMoreNodesAreFollowedAndWhatTheyDeclaredIsRemembered() {
        cluster.server.nodePool("ml", ML_POOL);
        cluster.server.apply(POLICY);
        started();
        eventually(() -> assertThat(reason()).isEqualTo("Read"));

        fail(429);

        eventually(() -> assertThat(reason()).isEqualTo("NotReadable"));
        eventually(() -> assertThat(condition("NodesKnown").path("message").asText())
                .contains("the API server answers the list of nodepools with 429")
                .doesNotContain("grant"));
        assertThat(given(webhook)).containsExactly("declared");
        cluster.server.node("n", ML, false, taint("dedicated"));
        eventually(() -> assertThat(given(webhook)).containsExactly("declared", "dedicated"));
        eventually(() -> assertThat(remembered()).containsExactly("dedicated"));
        assertThat(declared()).containsExactly("declared");

        cluster.server.apply(POLICY.replace("name: ml", "name: late"));
        eventually(() -> assertThat(cluster.server
                        .condition("late", "NodesKnown")
                        .path("reason")
                        .asText())
                .isEqualTo("NotReadable"));
        cluster.server.deletePolicy("ml");
        cluster.server.deleteNode("n");

        eventually(() -> assertThat(cluster.snapshot.current().nodes()).isEmpty());
        eventually(() -> assertThat(cluster.policies()).containsExactly("late"));
        assertThat(given(webhook)).containsExactly("dedicated");

        cluster.server.faults().heal();

        eventually(() -> assertThat(cluster.server
                        .condition("late", "NodesKnown")
                        .path("status")
                        .asText())
                .isEqualTo("True"));
    }

    @Test
    void aKindThatIsGoneForAMinuteIsAbsent() {
        cluster.server.nodePool("ml", ML_POOL);
        cluster.server.node("n", ML, false, taint("dedicated"));
        cluster.server.apply(POLICY);
        started();
        eventually(() -> assertThat(declared()).containsExactly("declared"));

        cluster.server.hasNodePools(false);
        fail(404);

        eventually(() -> assertThat(reason()).isEqualTo("NotReadable"));
        eventually(() -> assertThat(condition("NodesKnown").path("message").asText())
                .contains("the API server answers the list of nodepools with 404")
                .doesNotContain("grant"));
        assertThat(given(webhook)).containsExactly("declared", "dedicated");

        cluster.pass(KindHealth.ABSENT_AFTER);

        eventually(() -> assertThat(reason()).isEqualTo("Read"));
        assertThat(given(webhook)).containsExactly("dedicated");
        assertThat(cluster.source.state()).containsEntry("nodepools", "not a kind of this cluster");
        // An absent kind is never stale, however long it has been gone.
        cluster.pass(Duration.ofDays(1));
        assertThat(cluster.gauge("tolerant.source.synced", "source", "nodepools"))
                .isEqualTo(1);
        assertThat(cluster.gauge("tolerant.source.age.seconds", "source", "nodepools"))
                .isZero();

        cluster.server.faults().heal();
        cluster.server.hasNodePools(true);
        cluster.pass(KindHealth.FAILING_AFTER);

        eventually(() -> assertThat(given(webhook)).containsExactly("declared", "dedicated"));
    }

    /** Ends the watch, and has every list answered with this code until the program counts the kind as failing. */
    private void fail(int code) {
        eventually(() -> assertThat(cluster.source.state()).containsEntry("nodepools", "watching"));
        cannotReadNodePools(code);
        cluster.server.faults().cutWatches(NODE_POOLS);
        eventually(() -> assertThat(cluster.source.state().get("nodepools")).startsWith("not watching"));
        cluster.pass(KindHealth.FAILING_AFTER);
    }

    private List<String> declared() {
        return cluster.server.policy("ml").at("/status/nodes/nodePoolTaints").findValuesAsText("key");
    }

    @Test
    void oneThatCannotBeUsedIsSaidAndTheOthersCount() {
        cluster.server.nodePool("broken", "{spec: {taints: [{key: x}]}}");
        cluster.server.nodePool("ml", ML_POOL);
        cluster.server.apply(POLICY);

        started();

        eventually(() -> assertThat(given(webhook)).containsExactly("declared"));
        assertThat(cluster.metrics.get("tolerant.problems").counter().count()).isEqualTo(1);
    }

    @Test
    void theyAreWatchedOnlyWhileAPolicyHasNodes() {
        cluster.server.apply("{metadata: {name: ml}, spec: {match: {}}}");
        started();
        assertThat(cluster.server.faults().count("GET", ANY_READ)).isZero();

        cluster.server.apply(POLICY);
        eventually(() -> assertThat(cluster.source.state()).containsEntry("nodepools", "watching"));
        cluster.server.deletePolicy("ml");

        eventually(() -> assertThat(cluster.source.state()).doesNotContainKey("nodepools"));
        assertThat(cluster.metrics.find("tolerant.source.age.seconds").gauges())
                .noneMatch(gauge -> "nodepools".equals(gauge.getId().getTag("source")));
    }
}
