package dev.tolerant.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Replicas that see a policy differently: each speaks once, then waits. */
class DisagreementsTest {
    private static final Observation HOLDS = Observation.holds("Registered", "the API server asks");
    private static final Observation FAILS = Observation.fails("NoRegistration", "nobody asks");
    private static final Observation UNKNOWN = Observation.unknown("NotReadable", "who knows");

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
    private final Disagreements<Observation> disagreements = new Disagreements<>(nanos::get, Observation::isUnknown);

    @Test
    void whatNobodyHasSaidIsSaidAtOnce() {
        assertThat(disagreements.yields("p", HOLDS, null)).isFalse();
        assertThat(disagreements.yields("q", UNKNOWN, null)).isFalse();
    }

    @Test
    void aNewViewIsSaidAtOnceAsOftenAsItTakesToWriteIt() {
        assertThat(disagreements.yields("p", HOLDS, FAILS)).isFalse();
        assertThat(disagreements.yields("p", HOLDS, FAILS)).isFalse();
    }

    @Test
    void anothersWordOnWhatThisReplicaHasSaidStandsForAMinute() {
        // Given
        disagreements.written("p", HOLDS);

        // Then
        assertThat(disagreements.yields("p", HOLDS, FAILS)).isTrue();
        pass(Disagreements.PATIENCE.minusSeconds(1));
        assertThat(disagreements.yields("p", HOLDS, FAILS)).isTrue();
        assertThat(disagreements.isAnyDue()).isFalse();

        // When
        pass(Duration.ofSeconds(1));

        // Then
        assertThat(disagreements.isAnyDue()).isTrue();
        assertThat(disagreements.yields("p", HOLDS, FAILS)).isFalse();

        // When
        disagreements.written("p", HOLDS);

        // Then
        assertThat(disagreements.isAnyDue()).isFalse();
        assertThat(disagreements.yields("p", HOLDS, FAILS)).isTrue();
    }

    @Test
    void whatWasFoundWrittenCountsAsSaid() {
        // Given
        assertThat(disagreements.yields("p", HOLDS, HOLDS)).isFalse();

        // Then
        assertThat(disagreements.yields("p", HOLDS, FAILS)).isTrue();
    }

    @Test
    void whatThisReplicaSeesAnewIsSaidWithoutWaiting() {
        // Given
        disagreements.written("p", HOLDS);
        assertThat(disagreements.yields("p", HOLDS, UNKNOWN)).isTrue();

        // Then
        assertThat(disagreements.yields("p", FAILS, UNKNOWN)).isFalse();
    }

    @Test
    void aReplicaInDoubtWaitsUntilEveryOtherOneMustBeInDoubtToo() {
        // Then
        assertThat(disagreements.yields("p", UNKNOWN, HOLDS)).isTrue();
        pass(Disagreements.PATIENCE_IN_DOUBT.minusSeconds(1));
        assertThat(disagreements.yields("p", UNKNOWN, HOLDS)).isTrue();

        // When
        pass(Duration.ofSeconds(1));

        // Then
        assertThat(disagreements.isAnyDue()).isTrue();
        assertThat(disagreements.yields("p", UNKNOWN, HOLDS)).isFalse();
    }

    @Test
    void agreementEndsTheWait() {
        // Given
        disagreements.written("p", HOLDS);
        assertThat(disagreements.yields("p", HOLDS, FAILS)).isTrue();

        // When
        assertThat(disagreements.yields("p", HOLDS, HOLDS)).isFalse();
        pass(Disagreements.PATIENCE);

        // Then
        assertThat(disagreements.isAnyDue()).isFalse();
    }

    @Test
    void aPolicyThatIsGoneIsWaitedForByNobody() {
        // Given
        disagreements.written("p", HOLDS);
        assertThat(disagreements.yields("p", HOLDS, FAILS)).isTrue();

        // When
        disagreements.forget("p");
        pass(Disagreements.PATIENCE);

        // Then
        assertThat(disagreements.isAnyDue()).isFalse();
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }
}
