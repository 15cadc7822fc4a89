package dev.tolerant.server.cluster;

import static dev.tolerant.testing.MockApiServer.NAMESPACES;
import static dev.tolerant.testing.MockApiServer.POLICIES;
import static dev.tolerant.testing.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.policy.Policy;
import dev.tolerant.testing.MockApiServer;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What the program knows once the API server is back: what it has then, also if it has forgotten the watch's version. */
class ClusterReturnsTest {
    private static final String POLICY = "{metadata: {name: %s}, spec: {priority: %d, match: {}}}";
    private static final String WATCH = "\\?.*watch=true.*";
    private static final String LIST = "(\\?((?!watch=true).)*)?";

    @Test
    void aWatchThatIsRefusedWith410ListsAgain() {
        try (WatchedCluster cluster = new WatchedCluster()) {
            cluster.server.apply(POLICY.formatted("p", 1));
            cluster.server.namespace("shop", Map.of("team", "a"), Map.of());
            cluster.watching();
            eventually(() -> assertThat(cluster.source.isReady()).isTrue());
            long lists = cluster.server.faults().count("GET", POLICIES + LIST);

            cluster.server.faults().answer("GET", POLICIES + WATCH, 410);
            cluster.server.faults().answer("GET", NAMESPACES + WATCH, 410);
            cluster.server.faults().cutWatches(POLICIES);
            cluster.server.faults().cutWatches(NAMESPACES);
            cluster.server.apply(POLICY.formatted("q", 1));
            cluster.server.namespace("shop", Map.of("team", "b"), Map.of());

            eventually(() -> {
                cluster.pass(Duration.ofMillis(500));
                assertThat(cluster.server.faults().count("GET", POLICIES + LIST))
                        .isGreaterThan(lists);
            });
            assertThat(cluster.policies()).containsExactly("p");
            assertThat(cluster.source.isReady()).isTrue();
            assertThat(cluster.gauge("tolerant.source.synced", "source", "tolerationpolicies"))
                    .isEqualTo(1);
            assertThat(cluster.gauge("tolerant.source.age.seconds", "source", "tolerationpolicies"))
                    .isPositive();

            cluster.server.faults().heal();

            eventually(() -> assertThat(cluster.policies()).containsExactly("p", "q"));
            eventually(() -> assertThat(Objects.requireNonNull(cluster.snapshot.namespace("shop"))
                            .labels())
                    .containsEntry("team", "b"));
            eventually(() -> assertThat(cluster.source.state().values()).containsOnly("watching"));
            cluster.server.deletePolicy("p");
            eventually(() -> assertThat(cluster.policies()).containsExactly("q"));
            assertThat(cluster.gauge("tolerant.source.age.seconds", "source", "tolerationpolicies"))
                    .isZero();
        }
    }

    @Test
    void aServerThatComesBackWithOtherDataIsReadAnew() {
        SimpleMeterRegistry metrics = new SimpleMeterRegistry();
        CurrentSnapshot snapshot = new CurrentSnapshot();
        AtomicLong later = new AtomicLong();
        MockApiServer before = new MockApiServer();
        int port = before.port();
        before.apply(POLICY.formatted("kept", 1));
        before.apply(POLICY.formatted("gone", 1));
        before.namespace("shop", Map.of("team", "a"), Map.of());
        before.namespace("bank", Map.of(), Map.of());
        try (KubernetesClient client = before.client();
                ClusterSource source =
                        WatchedCluster.source(client, snapshot, metrics, () -> System.nanoTime() + later.get())) {
            source.start();
            eventually(() -> assertThat(source.isReady()).isTrue());

            before.close();

            eventually(() -> {
                later.addAndGet(Duration.ofMillis(200).toNanos());
                assertThat(metrics.get("tolerant.source.age.seconds").gauges())
                        .allSatisfy(age -> assertThat(age.value()).isGreaterThan(Reflector.PATIENCE.toSeconds() + 2));
            });
            assertThat(source.isReady()).isTrue();
            assertThat(source.state().values()).containsOnly("not watching, last good version in use");
            assertThat(names(snapshot)).containsExactly("gone", "kept");
            assertThat(snapshot.namespace("bank")).isNotNull();

            try (MockApiServer after = new MockApiServer(port)) {
                // Versions start from 1 again, so that they mean other data now.
                after.apply(POLICY.formatted("kept", 7));
                after.apply(POLICY.formatted("new", 1));
                after.namespace("shop", Map.of("team", "b"), Map.of());

                eventually(() -> assertThat(names(snapshot)).containsExactly("kept", "new"));
                assertThat(snapshot.current().policies().policies().get(0).priority())
                        .isEqualTo(7);
                eventually(() -> assertThat(Objects.requireNonNull(snapshot.namespace("shop"))
                                .labels())
                        .containsEntry("team", "b"));
                eventually(() -> assertThat(snapshot.namespace("bank")).isNull());
                eventually(() -> assertThat(source.state().values()).containsOnly("watching"));
            }
        }
    }

    private static List<String> names(CurrentSnapshot snapshot) {
        return snapshot.current().policies().policies().stream()
                .map(Policy::name)
                .toList();
    }
}
