package dev.tolerant.server.cluster;

import static dev.tolerant.testing.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tolerant.testing.Recorder;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The program writes status at a pace, the newest of each policy, and gives way when the API server refuses. */
class StatusPaceTest {
    private static final String POLICY = "{metadata: {name: %s}, spec: {priority: %d, match: {}}}";
    private static final String STATUS = ".*/status";

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    /** Goes only where a test moves it. */
    private final AtomicLong clock = new AtomicLong(System.nanoTime());

    @AutoClose
    private final WatchedCluster cluster = new WatchedCluster(clock::get);

    @Test
    void manyPoliciesAreReportedOnAtTwentyASecond() {
        IntStream.range(0, 60).forEach(i -> cluster.server.apply(POLICY.formatted("p-" + i, 1)));

        cluster.source.start();

        eventually(() -> assertThat(writes()).isEqualTo(20));
        for (int second = 2; second <= 3; second++) {
            clock.addAndGet(SECOND - 1);
            int before = second * 20 - 1;
            eventually(() -> assertThat(writes()).isEqualTo(before));
            clock.addAndGet(1);
            eventually(() -> assertThat(writes()).isEqualTo(before + 1));
        }
    }

    @Test
    void aPolicyThatKeepsChangingIsReportedOnInItsNewestVersion() throws Exception {
        String changing = lastThatWaits(60);

        IntStream.range(2, 12).forEach(i -> cluster.server.apply(POLICY.formatted(changing, i)));
        eventually(() -> assertThat(cluster.snapshot.current().policies().policies())
                .anyMatch(policy -> policy.name().equals(changing) && policy.priority() == 11));
        cluster.server.faults().heal();

        inTime(() -> assertThat(cluster.server
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
        cluster.server.faults().answer("PUT", STATUS, 403);
        IntStream.range(0, 60).forEach(i -> cluster.server.apply(POLICY.formatted("p-" + i, 1)));
        Recorder recorder = Recorder.of(StatusWriter.class);
        cluster.source.start();
        // Once the pause is said, it has begun.
        eventually(() -> assertThat(recorder.lines()).hasSize(1));
        assertThat(writes()).isEqualTo(1);

        clock.addAndGet(SECOND);

        eventually(() -> assertThat(recorder.lines()).hasSize(2));
        assertThat(writes()).isEqualTo(2);
        recorder.close();

        clock.addAndGet(SECOND);
        cluster.server.faults().heal();
        clock.addAndGet(SECOND - 1);

        assertThat(writes()).isEqualTo(2);
        clock.addAndGet(1);
        eventually(() -> assertThat(withoutStatus(60)).hasSizeLessThan(60));
    }

    @Test
    void tooManyRequestsAreSurvived() {
        cluster.server.faults().answer("PUT", STATUS, 429);
        cluster.server.apply(POLICY.formatted("p", 1));
        cluster.watching();
        eventually(() -> assertThat(writes()).isPositive());

        cluster.server.faults().heal();

        inTime(() -> assertThat(cluster.server.condition("p", "Accepted").isMissingNode())
                .isFalse());
    }

    @Test
    void aPolicyThatIsDeletedWhileItWaitsIsNotWritten() {
        String deleted = lastThatWaits(40);

        cluster.server.deletePolicy(deleted);
        eventually(() -> assertThat(cluster.policies()).hasSize(39).doesNotContain(deleted));
        cluster.server.faults().heal();

        inTime(() -> assertThat(withoutStatus(40)).isEmpty());
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

    /** Has a second pass before each look, until it holds. */
    private void inTime(ThrowingRunnable assertion) {
        eventually(() -> {
            clock.addAndGet(SECOND);
            assertion.run();
        });
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
