package dev.tolerant.server.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.observed.verdict.PodState;
import org.junit.jupiter.api.Test;

/** How pods are counted across passes and changes. */
class TallyTest {
    private static final PodKey WEB = new PodKey("shop", "web");
    private static final PodKey JOB = new PodKey("shop", "job");

    private final Tally tally = new Tally();

    @Test
    void aPassIsShownWhenItIsFinished() {
        // When
        tally.begin();
        tally.count(PodState.RIGHT);
        tally.begin();
        tally.count(PodState.RIGHT);

        // Then
        assertThat(tally.of(PodState.RIGHT)).isZero();
        tally.finish();
        assertThat(tally.of(PodState.RIGHT)).isOne();
        tally.begin();
        tally.count(PodState.WAITING);
        tally.abandon();
        assertThat(tally.of(PodState.RIGHT)).isOne();
        assertThat(tally.of(PodState.WAITING)).isZero();
    }

    @Test
    void aPodThatIsChangedCountsInItsNewStateWheneverThePassEnds() {
        // Given
        tally.begin();
        tally.count(WEB, PodState.WOULD_CHANGE);
        tally.count(JOB, PodState.WOULD_CHANGE);

        // When
        tally.move(WEB, PodState.CHANGED);
        tally.finish();
        tally.move(JOB, PodState.UNDONE);

        // Then
        assertThat(tally.of(PodState.WOULD_CHANGE)).isZero();
        assertThat(tally.of(PodState.CHANGED)).isOne();
        assertThat(tally.of(PodState.UNDONE)).isOne();
    }

    @Test
    void aPodOfAnEarlierPassIsTakenFromNoLaterOne() {
        // Given
        tally.begin();
        tally.count(WEB, PodState.WOULD_CHANGE);
        tally.finish();
        tally.begin();
        tally.count(JOB, PodState.WOULD_CHANGE);
        tally.finish();

        // When
        tally.move(WEB, PodState.CHANGED);

        // Then
        assertThat(tally.of(PodState.WOULD_CHANGE)).isOne();
        assertThat(tally.of(PodState.CHANGED)).isOne();
    }

    @Test
    void aPodThatIsCountedAgainCountsOnce() {
        // When
        tally.count(WEB, PodState.WAITING);
        tally.count(WEB, PodState.WOULD_CHANGE);
        tally.expect(WEB);

        // Then
        assertThat(tally.of(PodState.WAITING)).isZero();
        assertThat(tally.of(PodState.WOULD_CHANGE)).isOne();
        tally.move(WEB, PodState.CHANGED);
        assertThat(tally.of(PodState.WOULD_CHANGE)).isZero();
        assertThat(tally.of(PodState.CHANGED)).isOne();
    }

    @Test
    void aPodWithoutRoomInTheBacklogStaysCounted() {
        // When
        tally.count(WEB, PodState.WOULD_CHANGE);
        tally.forget(WEB);
        tally.remove(WEB);

        // Then
        assertThat(tally.of(PodState.WOULD_CHANGE)).isOne();
    }

    @Test
    void aPodThatIsGoneOrWasNeverCountedIsSubtractedAtMostOnce() {
        // Given
        tally.count(WEB, PodState.WOULD_CHANGE);
        tally.count(PodState.WAITING);
        tally.expect(JOB);

        // When
        tally.remove(WEB);
        tally.remove(WEB);
        tally.move(JOB, PodState.CHANGED);
        tally.move(WEB, PodState.CHANGED);

        // Then
        assertThat(tally.of(PodState.WOULD_CHANGE)).isZero();
        assertThat(tally.of(PodState.WAITING)).isZero();
        assertThat(tally.of(PodState.CHANGED)).isEqualTo(2);
    }
}
