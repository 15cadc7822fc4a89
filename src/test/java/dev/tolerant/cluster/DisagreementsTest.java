package dev.tolerant.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.crd.PolicyCondition;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Replicas that see a policy differently: each speaks once, then waits. */
class DisagreementsTest {
    private static final Enforcement HOLDS = Enforcement.holds("Registered", "the API server asks");
    private static final Enforcement FAILS = Enforcement.fails("NoRegistration", "nobody asks");
    private static final Enforcement UNKNOWN = Enforcement.unknown("NotReadable", "who knows");

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
    private final Disagreements disagreements = new Disagreements(nanos::get);

    @Test
    void whatNobodyHasSaidIsSaidAtOnce() {
        assertThat(disagreements.yields("p", HOLDS, null)).isFalse();
        assertThat(disagreements.yields("q", UNKNOWN, null)).isFalse();
    }

    @Test
    void aNewViewIsSaidAtOnceAsOftenAsItTakesToWriteIt() {
        assertThat(disagreements.yields("p", HOLDS, stored(FAILS))).isFalse();
        assertThat(disagreements.yields("p", HOLDS, stored(FAILS))).isFalse();
    }

    @Test
    void anothersWordOnWhatThisReplicaHasSaidStandsForAMinute() {
        // Given
        disagreements.written("p", HOLDS);

        // Then
        assertThat(disagreements.yields("p", HOLDS, stored(FAILS))).isTrue();
        pass(Disagreements.PATIENCE.minusSeconds(1));
        assertThat(disagreements.yields("p", HOLDS, stored(FAILS))).isTrue();
        assertThat(disagreements.isAnyDue()).isFalse();

        // When
        pass(Duration.ofSeconds(1));

        // Then
        assertThat(disagreements.isAnyDue()).isTrue();
        assertThat(disagreements.yields("p", HOLDS, stored(FAILS))).isFalse();

        // When
        disagreements.written("p", HOLDS);

        // Then
        assertThat(disagreements.isAnyDue()).isFalse();
        assertThat(disagreements.yields("p", HOLDS, stored(FAILS))).isTrue();
    }

    @Test
    void whatWasFoundWrittenCountsAsSaid() {
        // Given
        assertThat(disagreements.yields("p", HOLDS, stored(HOLDS))).isFalse();

        // Then
        assertThat(disagreements.yields("p", HOLDS, stored(FAILS))).isTrue();
    }

    @Test
    void whatThisReplicaSeesAnewIsSaidWithoutWaiting() {
        // Given
        disagreements.written("p", HOLDS);
        assertThat(disagreements.yields("p", HOLDS, stored(UNKNOWN))).isTrue();

        // Then
        assertThat(disagreements.yields("p", FAILS, stored(UNKNOWN))).isFalse();
    }

    @Test
    void aReplicaInDoubtWaitsUntilEveryOtherOneMustBeInDoubtToo() {
        // Then
        assertThat(disagreements.yields("p", UNKNOWN, stored(HOLDS))).isTrue();
        pass(Disagreements.PATIENCE_IN_DOUBT.minusSeconds(1));
        assertThat(disagreements.yields("p", UNKNOWN, stored(HOLDS))).isTrue();

        // When
        pass(Duration.ofSeconds(1));

        // Then
        assertThat(disagreements.isAnyDue()).isTrue();
        assertThat(disagreements.yields("p", UNKNOWN, stored(HOLDS))).isFalse();
    }

    @Test
    void agreementEndsTheWait() {
        // Given
        disagreements.written("p", HOLDS);
        assertThat(disagreements.yields("p", HOLDS, stored(FAILS))).isTrue();

        // When
        assertThat(disagreements.yields("p", HOLDS, stored(HOLDS))).isFalse();
        pass(Disagreements.PATIENCE);

        // Then
        assertThat(disagreements.isAnyDue()).isFalse();
    }

    @Test
    void aPolicyThatIsGoneIsWaitedForByNobody() {
        // Given
        disagreements.written("p", HOLDS);
        assertThat(disagreements.yields("p", HOLDS, stored(FAILS))).isTrue();

        // When
        disagreements.forget("p");
        pass(Disagreements.PATIENCE);

        // Then
        assertThat(disagreements.isAnyDue()).isFalse();
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    private static PolicyCondition stored(Enforcement enforcement) {
        PolicyCondition condition = new PolicyCondition();
        condition.type = "Enforced";
        condition.status = enforcement.status();
        condition.reason = enforcement.reason();
        condition.message = enforcement.message();
        return condition;
    }
}
