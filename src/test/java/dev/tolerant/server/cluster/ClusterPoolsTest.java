package dev.tolerant.server.cluster;

import static dev.tolerant.testing.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.crd.SchemaCheck;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Pools in a cluster: what nodes have decides what pods get. */
class ClusterPoolsTest extends PoolFixture {

    @Test
    void theFirstAnswerKnowsTheNodes() {
        cluster.server.node("n", ML, false, taint("dedicated"));
        cluster.server.apply(POLICY);

        started();

        assertThat(given(webhook)).containsExactly("dedicated");
        eventually(() -> assertThat(remembered()).containsExactly("dedicated"));
        eventually(() ->
                assertThat(condition("NodesKnown").path("status").asText()).isEqualTo("True"));
        assertThat(SchemaCheck.violations(cluster.server.policy("ml")))
                .noneMatch(violation -> violation.startsWith("status"));
    }

    @Test
    void aNodeThatChangesItsTaintsChangesTheNextAnswerAndNotThePolicy() {
        cluster.server.node("n", ML, false, taint("dedicated"));
        cluster.server.apply(POLICY);
        started();
        long generation = cluster.server.policy("ml").at("/metadata/generation").asLong();

        cluster.server.node("n", ML, false, taint("dedicated"), taint("gpu"));

        eventually(() -> assertThat(given(webhook)).containsExactly("dedicated", "gpu"));
        eventually(() -> assertThat(remembered()).containsExactly("dedicated", "gpu"));
        assertThat(cluster.server.policy("ml").at("/metadata/generation").asLong())
                .isEqualTo(generation);
    }

    @Test
    void whatChangesNeitherLabelsNorTaintsChangesNothing() {
        cluster.server.node("n", ML, false, taint("dedicated"));
        cluster.server.node("web", Map.of("pool", "web"), false, taint("web"));
        cluster.server.apply(POLICY);
        started();
        cluster.snapshot.sets.clear();

        for (int i = 0; i < 50; i++) {
            heartbeat("n", i);
        }
        cluster.server.node("web", Map.of("pool", "web"), false, taint("other"));
        eventually(() -> assertThat(cluster.snapshot.current().nodes().get("web"))
                .satisfies(node -> assertThat(node.taints().get(0).key()).isEqualTo("other")));
        // A change that does count: when it is in force, all before it have been looked at.
        cluster.server.node("n", ML, false, taint("dedicated"), taint("gpu"));
        eventually(() -> assertThat(given(webhook)).hasSize(2));

        assertThat(cluster.snapshot.sets).hasSize(1);
    }

    @Test
    void aStormOfChangesMakesAtMostTenSetsASecond() {
        cluster.server.node("n", ML, false, taint("dedicated"));
        cluster.server.apply(POLICY);
        started();
        cluster.snapshot.sets.clear();

        long start = System.nanoTime();
        for (int i = 1; i <= 100; i++) {
            cluster.server.node("n", ML, false, taint("example.com/t" + i));
        }
        eventually(() -> assertThat(given(webhook)).containsExactly("example.com/t100"));

        Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
        assertThat(cluster.snapshot.sets).hasSizeLessThanOrEqualTo(1 + (int) (elapsed.toMillis() / 100));
    }
}
