package dev.tolerant.server.cluster;

import static dev.tolerant.testing.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.testing.MockApiServer;
import io.fabric8.kubernetes.api.model.Taint;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A replica whose heap has no room for a node knows none of them: what was reserved and remembered before stays. */
class LeftOutNodesTest {
    private static final String POLICY = """
            metadata: {name: ml}
            spec:
              match: {namespaceSelector: {matchLabels: {team: ml}}}
              tolerations: [{key: by-hand, operator: Exists, effect: NoSchedule}]
              nodes: {selector: {matchLabels: {pool: ml}}, taintKeys: [dedicated, gpu]}
              reserve: {exempt: {groups: [admins]}}
            """;

    @AutoClose
    private final WatchedCluster cluster = new WatchedCluster();

    /** Of the heap, nodes may take 24 kB: one node takes nearly all of it, so that one of the pool's two has no room. */
    @Test
    void whatAPoolReservesAndRemembersStaysWhileANodeIsLeftOut() {
        cluster.server.node("a", Map.of("filling", "x".repeat(23_200)), false);
        for (String key : List.of("dedicated", "gpu")) {
            cluster.server.node("n-" + key, Map.of("pool", "ml"), false, new Taint("NoSchedule", key, null, "ml"));
        }
        cluster.server.apply(POLICY);
        cluster.watching();
        cluster.sooner(() -> assertThat(reserved()).containsExactly("by-hand", "dedicated", "gpu"));
        cluster.sooner(() -> assertThat(remembered()).containsExactly("dedicated", "gpu"));
        cluster.source.close();
        SimpleMeterRegistry metrics = new SimpleMeterRegistry();

        try (var client = cluster.server.client();
                var next = WatchedCluster.source(client, new CurrentSnapshot(), metrics, cluster::nanos, 200_000)) {
            next.start();
            eventually(() -> assertThat(next.leadership().isLeading()).isTrue());
            cluster.sooner(() -> assertThat(cluster.server
                            .condition("ml", "NodesKnown")
                            .path("message")
                            .asText())
                    .contains("1 nodes left out, because the heap has no room for them"));
            assertThat(next.isReady()).isTrue();
            assertThat(reserved()).containsExactly("by-hand", "dedicated", "gpu");
            assertThat(remembered()).containsExactly("dedicated", "gpu");

            cluster.server.deleteNode("a");
            eventually(() -> assertThat(metrics.get("tolerant.source.left.out")
                            .tag("source", "nodes")
                            .gauge()
                            .value())
                    .isEqualTo(1));
            cluster.server.faults().cutWatches(MockApiServer.NODES);
            cluster.sooner(() -> assertThat(cluster.server
                            .condition("ml", "NodesKnown")
                            .path("status")
                            .asText())
                    .isEqualTo("True"));
            cluster.server.deleteNode("n-gpu");

            cluster.sooner(() -> assertThat(reserved()).containsExactly("by-hand", "dedicated"));
        }
    }

    private Set<String> reserved() {
        return cluster.server.reservations().taints().keySet();
    }

    private List<String> remembered() {
        return cluster.server.policy("ml").at("/status/nodes/taints").findValuesAsText("key");
    }
}
