package dev.tolerant.server.cluster;

import static dev.tolerant.testing.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tolerant.testing.PodReview;
import dev.tolerant.testing.WholeProgram;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which of several replicas writes the status of policies. */
class StatusLeaderTest {
    private static final String POLICY = "{metadata: {name: p}, spec: {priority: %d, match: {}}}";
    private static final String STATUS = ".*/status";
    private static final String LEASES = "/apis/coordination.*";

    private final WatchedCluster cluster = new WatchedCluster();
    private final CurrentSnapshot snapshot = new CurrentSnapshot();
    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private final KubernetesClient client = cluster.server.client();
    private final ClusterSource other = WatchedCluster.source(client, snapshot, metrics);

    @AfterEach
    void close() {
        other.close();
        client.close();
        cluster.close();
    }

    /** Starts this replica, and then the other one. */
    private void bothStarted() {
        cluster.server.apply(POLICY.formatted(1));
        cluster.watching();
        eventually(() -> assertThat(reported()).isEqualTo(1));
        other.start();
        eventually(() -> assertThat(snapshot.current().policies().policies()).hasSize(1));
    }

    @Test
    void whenTheLeaderIsGoneAnotherReplicaWrites() {
        bothStarted();
        assertThat(other.leadership().isLeading()).isFalse();

        cluster.source.close();
        cluster.server.apply(POLICY.formatted(2));

        eventually(() -> assertThat(reported()).isEqualTo(2));
        assertThat(other.leadership().isLeading()).isTrue();
    }

    @Test
    void aReplicaThatIsNotTheLeaderWritesNothing() {
        bothStarted();
        long writes = cluster.server.faults().count("PUT", ".*/status");

        WholeProgram.over(snapshot).ask(PodReview.aPod().creation());
        cluster.server.apply(POLICY.formatted(2));

        eventually(() -> assertThat(reported()).isEqualTo(2));
        assertThat(other.leadership().isLeading()).isFalse();
        assertThat(cluster.server.faults().count("PUT", ".*/status")).isEqualTo(writes + 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "PATCH"})
    void withoutTheRightToTheLeasePoliciesAreUsedAndNobodyWritesUntilItIsGranted(String verb) {
        cluster.server.faults().answer(verb, LEASES, 403);
        cluster.server.apply(POLICY.formatted(1));

        cluster.watching();
        eventually(() -> assertThat(cluster.policies()).containsExactly("p"));
        eventually(() -> assertThat(cluster.server.faults().count(verb, LEASES)).isGreaterThan(2));

        assertThat(cluster.server.faults().count("PUT", STATUS)).isZero();
        cluster.server.faults().heal();
        eventually(() -> assertThat(reported()).isEqualTo(1));
    }

    @Test
    void aPolicyThatChangesWhileNobodyLeadsIsReportedOnOnceThereIsALeaderAgain() {
        cluster.server.apply(POLICY.formatted(1));
        cluster.watching();
        eventually(() -> assertThat(reported()).isEqualTo(1));

        cluster.server.faults().answer("(GET|PATCH|PUT)", LEASES, 500);
        eventually(() -> assertThat(cluster.source.leadership().isLeading()).isFalse());
        cluster.server.apply(POLICY.formatted(2));
        eventually(() -> assertThat(cluster.snapshot.current().policies().policies())
                .extracting(policy -> policy.priority())
                .containsExactly(2));
        cluster.server.faults().heal();

        eventually(() -> assertThat(reported()).isEqualTo(2));
    }

    /** No look notices that it was not the leader: the next one comes when it is the leader again. */
    @Test
    void aReplicaThatIsElectedAgainBetweenTwoLooksWritesWhatItCouldNotMeanwhile() {
        cluster.server.apply(POLICY.formatted(1));
        try (ClusterSource slow =
                WatchedCluster.source(client, snapshot, metrics, System::nanoTime, Duration.ofSeconds(3))) {
            slow.start();
            eventually(() -> assertThat(reported()).isEqualTo(1));
            long written = cluster.server.faults().count("PUT", STATUS);

            cluster.server.faults().answer("(GET|PATCH|PUT)", LEASES, 500);
            eventually(() -> assertThat(slow.leadership().isLeading()).isFalse());
            cluster.server.status("p", Map.of());
            await().during(Duration.ofMillis(300))
                    .until(() -> cluster.server.faults().count("PUT", STATUS) == written);
            cluster.server.faults().heal();

            eventually(() -> assertThat(reported()).isEqualTo(1));
        }
    }

    private long reported() {
        return cluster.server.policy("p").at("/status/observedGeneration").asLong();
    }
}
