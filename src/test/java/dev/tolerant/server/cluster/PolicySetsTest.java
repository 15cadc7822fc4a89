package dev.tolerant.server.cluster;

import static dev.tolerant.testing.MockApiServer.POLICIES;
import static dev.tolerant.testing.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.standing.PolicySet;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The sets of policies that reviews are decided with: whole ones, and not one for every event. */
class PolicySetsTest {
    private static final int MANY = 100;
    private static final String POLICY = "{metadata: {name: %s}, spec: {priority: %d, match: {}}}";

    @AutoClose
    private final WatchedCluster cluster = new WatchedCluster();

    @Test
    void aChangeOfStatusAloneMakesNoNewSet() {
        cluster.server.apply(POLICY.formatted("p", 1));
        cluster.watching();
        eventually(() -> assertThat(accepted("p")).isEqualTo("True"));
        PolicySet before = cluster.snapshot.current().policies();

        // The program repairs the condition that somebody removes, so it has seen that change and its own.
        cluster.server.status("p", Map.of());
        eventually(() -> assertThat(accepted("p")).isEqualTo("True"));
        cluster.server.status("p", Map.of());
        eventually(() -> assertThat(accepted("p")).isEqualTo("True"));

        assertThat(cluster.snapshot.current().policies()).isSameAs(before);
    }

    @Test
    void aStatusOfALaterVersionDoesNotMakeAPolicyUnusable() {
        cluster.server.apply(POLICY.formatted("p", 1));
        cluster.server.status("p", Map.of("nodes", Map.of("selector", "pool=ml")));

        cluster.watching();

        eventually(() -> assertThat(accepted("p")).isEqualTo("True"));
        assertThat(cluster.policies()).containsExactly("p");
        assertThat(cluster.metrics.find("tolerant.problems").counter()).isNull();
    }

    private void applyMany() {
        IntStream.range(0, MANY).forEach(i -> cluster.server.apply(POLICY.formatted("p-" + i, 1)));
    }

    private static void startAndAwait(ClusterSource source) {
        source.start();
        eventually(() -> assertThat(source.isReady()).isTrue());
    }

    @Test
    void policiesThatAreThereAtTheStartComeAllAtOnce() {
        applyMany();
        WatchedCluster.RecordingSnapshot snapshot = new WatchedCluster.RecordingSnapshot();

        try (var client = cluster.server.client();
                var source = source(client, snapshot)) {
            startAndAwait(source);
        }

        assertThat(snapshot.sets).extracting(set -> set.policies().size()).containsExactly(0, MANY);
    }

    @Test
    void policiesThatChangedWhileTheWatchWasLostChangeAllAtOnce() {
        applyMany();
        WatchedCluster.RecordingSnapshot snapshot = new WatchedCluster.RecordingSnapshot();
        try (var client = cluster.server.client();
                var source = source(client, snapshot)) {
            startAndAwait(source);
            cluster.server.faults().answer("GET", POLICIES + ".*", 500);
            cluster.server.faults().expireWatches(POLICIES);
            eventually(
                    () -> assertThat(source.state().get("tolerationpolicies")).startsWith("not watching"));

            IntStream.range(1, MANY).forEach(i -> cluster.server.apply(POLICY.formatted("p-" + i, 2)));
            cluster.server.deletePolicy("p-0");
            cluster.server.apply(POLICY.formatted("p-new", 2));
            cluster.server.faults().heal();
            eventually(() -> assertThat(snapshot.names()).contains("p-new"));
        }

        assertThat(snapshot.sets.subList(1, snapshot.sets.size()))
                .allSatisfy(set -> assertThat(
                                set.policies().stream().map(Policy::priority).collect(Collectors.toSet()))
                        .hasSize(1))
                .allSatisfy(set -> assertThat(set.policies()).hasSize(MANY));
    }

    @Test
    void changesInQuickSuccessionMakeAtMostTenSetsASecond() {
        WatchedCluster.RecordingSnapshot snapshot = new WatchedCluster.RecordingSnapshot();
        try (var client = cluster.server.client();
                var source = source(client, snapshot)) {
            startAndAwait(source);

            long start = System.nanoTime();
            IntStream.rangeClosed(1, 30).forEach(i -> cluster.server.apply(POLICY.formatted("p", i)));
            eventually(() -> assertThat(snapshot.current().policies().policies())
                    .extracting(Policy::priority)
                    .containsExactly(30));

            Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
            assertThat(snapshot.sets).hasSizeLessThanOrEqualTo(3 + (int) (elapsed.toMillis() / 100));
        }
    }

    private static ClusterSource source(KubernetesClient client, WatchedCluster.RecordingSnapshot snapshot) {
        return WatchedCluster.source(client, snapshot, new SimpleMeterRegistry());
    }

    private String accepted(String policy) {
        return cluster.server.condition(policy, "Accepted").path("status").asText();
    }
}
