package dev.tolerant.cluster;

import static dev.tolerant.cluster.ClusterFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The program writes status at a pace, the newest of each policy, and gives way when the API server refuses. */
class StatusPaceTest {
    private static final String POLICY = "{metadata: {name: %s}, spec: {priority: %d, match: {}}}";
    private static final String STATUS = ".*/status";

    private final ClusterFixture cluster = new ClusterFixture();

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void manyPoliciesAreReportedOnAtTwentyASecond() {
        // Given
        IntStream.range(0, 60).forEach(i -> cluster.server.apply(POLICY.formatted("p-" + i, 1)));

        // When
        long start = System.nanoTime();
        cluster.source.start();

        // Then
        eventually(() -> {
            // In this order: the time must not be older than the count.
            long writes = writes();
            Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
            assertThat(writes).isLessThanOrEqualTo(20 + elapsed.toMillis() / 50);
            assertThat(writes).isEqualTo(60);
        });
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofSeconds(2));
    }

    @Test
    void aPolicyThatKeepsChangingIsReportedOnInItsNewestVersion() throws Exception {
        // Given
        String changing = lastThatWaits(60);

        // When
        IntStream.range(2, 12).forEach(i -> cluster.server.apply(POLICY.formatted(changing, i)));
        eventually(() -> assertThat(cluster.snapshot.policies().policies())
                .anyMatch(policy -> policy.name().equals(changing) && policy.priority() == 11));
        cluster.server.faults().heal();

        // Then
        eventually(() -> assertThat(cluster.server
                        .policy(changing)
                        .at("/status/observedGeneration")
                        .asLong())
                .isEqualTo(11));
        assertThat(cluster.server.faults().bodies("PUT", ".*/" + changing + STATUS))
                .singleElement()
                .satisfies(body -> assertThat(observedGeneration(body)).isEqualTo(11));
    }

    @Test
    void aRefusalHoldsUpAllWritesAndNotOnlyOne() {
        // Given
        cluster.server.faults().answer("PUT", STATUS, 403);
        IntStream.range(0, 60).forEach(i -> cluster.server.apply(POLICY.formatted("p-" + i, 1)));

        // When
        long start = System.nanoTime();
        cluster.source.start();
        eventually(() -> assertThat(writes()).isGreaterThanOrEqualTo(2));

        // Then
        long writes = writes();
        Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
        assertThat(writes).isLessThanOrEqualTo(1 + elapsed.toSeconds());
    }

    @Test
    void tooManyRequestsAreSurvived() {
        // Given
        cluster.server.faults().answer("PUT", STATUS, 429);
        cluster.server.apply(POLICY.formatted("p", 1));
        cluster.watching();
        eventually(() -> assertThat(writes()).isPositive());

        // When
        cluster.server.faults().heal();

        // Then
        eventually(() -> assertThat(cluster.server.condition("p", "Accepted").isMissingNode())
                .isFalse());
    }

    @Test
    void aPolicyThatIsDeletedWhileItWaitsIsNotWritten() {
        // Given
        String deleted = lastThatWaits(40);

        // When
        cluster.server.deletePolicy(deleted);
        eventually(() -> assertThat(cluster.policies()).hasSize(39).doesNotContain(deleted));
        cluster.server.faults().heal();

        // Then
        eventually(() -> assertThat(withoutStatus(40)).isEmpty());
        assertThat(cluster.server.faults().count("PUT", ".*/" + deleted + STATUS))
                .isZero();
    }

    /**
     * Makes policies whose status the API server refuses for now, and gives the last of the line: policies are listed in the
     * order of their names, or in that in which they were made.
     */
    private String lastThatWaits(int policies) {
        cluster.server.faults().answer("PUT", STATUS, 403);
        IntStream.range(0, policies).forEach(i -> cluster.server.apply(POLICY.formatted("p-" + i, 1)));
        cluster.source.start();
        eventually(() -> assertThat(writes()).isPositive());
        return withoutStatus(policies).stream()
                .filter(name -> cluster.server.faults().count("PUT", ".*/" + name + STATUS) == 0)
                .reduce((first, second) -> second)
                .orElseThrow();
    }

    private List<String> withoutStatus(int policies) {
        return IntStream.range(0, policies)
                .mapToObj(i -> "p-" + i)
                .filter(name -> cluster.server.policy(name).isObject()
                        && cluster.server.policy(name).path("status").isMissingNode())
                .toList();
    }

    private static long observedGeneration(String body) throws Exception {
        JsonNode object = new ObjectMapper().readTree(body);
        return object.at("/status/observedGeneration").asLong();
    }

    private long writes() {
        return cluster.server.faults().count("PUT", STATUS);
    }
}
