package dev.tolerant.cluster;

import static dev.tolerant.cluster.ClusterFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.core.policy.PolicySet;
import dev.tolerant.crd.SchemaCheck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Pools in a cluster: what nodes have decides what pods get. */
class ClusterPoolsTest extends PoolFixture {

    @Test
    void theFirstAnswerKnowsTheNodes() {
        // Given
        cluster.server.node("n", ML, false, taint("dedicated"));
        cluster.server.apply(POLICY);

        // When
        started();

        // Then
        assertThat(given(webhook)).containsExactly("dedicated");
        eventually(() -> assertThat(remembered()).containsExactly("dedicated"));
        eventually(() ->
                assertThat(condition("NodesKnown").path("status").asText()).isEqualTo("True"));
        assertThat(SchemaCheck.violations(cluster.server.policy("ml")))
                .noneMatch(violation -> violation.startsWith("status"));
    }

    @Test
    void aNodeThatChangesItsTaintsChangesTheNextAnswerWithinASecond() {
        // Given
        cluster.server.node("n", ML, false, taint("dedicated"));
        cluster.server.apply(POLICY);
        started();
        long generation = cluster.server.policy("ml").at("/metadata/generation").asLong();

        // When
        Duration fastest = IntStream.range(0, 5)
                .mapToObj(i -> untilGiven("t" + i))
                .min(Comparator.naturalOrder())
                .orElseThrow();

        // Then
        assertThat(fastest).isLessThan(Duration.ofSeconds(1));
        eventually(() -> assertThat(remembered()).containsExactly("dedicated", "t4"));
        assertThat(cluster.server.policy("ml").at("/metadata/generation").asLong())
                .isEqualTo(generation);
    }

    @Test
    void whatChangesNeitherLabelsNorTaintsChangesNothing() {
        // Given
        cluster.server.node("n", ML, false, taint("dedicated"));
        cluster.server.node("web", Map.of("pool", "web"), false, taint("web"));
        cluster.server.apply(POLICY);
        started();
        List<PolicySet> sets = new ArrayList<>();
        cluster.snapshot.follow(sets::add);

        // When
        for (int i = 0; i < 50; i++) {
            heartbeat("n", i);
        }
        cluster.server.node("web", Map.of("pool", "web"), false, taint("other"));
        eventually(() -> assertThat(cluster.snapshot.current().nodes().get("web"))
                .satisfies(node -> assertThat(node.taints().get(0).key()).isEqualTo("other")));
        // A change that does count: when it is in force, all before it have been looked at.
        cluster.server.node("n", ML, false, taint("dedicated"), taint("gpu"));
        eventually(() -> assertThat(given(webhook)).hasSize(2));

        // Then
        assertThat(sets).hasSize(2);
    }

    @Test
    void aStormOfChangesMakesAtMostTenSetsASecond() {
        // Given
        cluster.server.node("n", ML, false, taint("dedicated"));
        cluster.server.apply(POLICY);
        started();
        List<PolicySet> sets = new ArrayList<>();
        cluster.snapshot.follow(sets::add);

        // When
        long start = System.nanoTime();
        IntStream.rangeClosed(1, 60).forEach(i -> cluster.server.node("n", ML, false, taint("t" + i)));
        eventually(() -> assertThat(given(webhook)).containsExactly("t60"));

        // Then
        long millis = Duration.ofNanos(System.nanoTime() - start).toMillis();
        assertThat(sets).hasSizeLessThanOrEqualTo(3 + (int) (millis / 100));
    }
}
