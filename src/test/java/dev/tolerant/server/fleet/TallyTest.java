package dev.tolerant.server.fleet;

import dev.tolerant.observed.verdict.PodState;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How pods are counted across passes and changes. */
class TallyTest {
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
        Tally.Mark first = tally.count(PodState.WOULD_CHANGE);
        Tally.Mark second = tally.count(PodState.WOULD_CHANGE);

        // When
        tally.move(first, PodState.CHANGED);
        tally.finish();
        tally.move(second, PodState.UNDONE);

        // Then
        assertThat(tally.of(PodState.WOULD_CHANGE)).isZero();
        assertThat(tally.of(PodState.CHANGED)).isOne();
        assertThat(tally.of(PodState.UNDONE)).isOne();
    }

    @Test
    void aMarkOfAnEarlierPassTakesNothingFromALaterOne() {
        // Given
        tally.begin();
        Tally.Mark early = tally.count(PodState.WOULD_CHANGE);
        tally.finish();
        tally.begin();
        tally.count(PodState.WOULD_CHANGE);
        tally.finish();

        // When
        tally.move(early, PodState.CHANGED);

        // Then
        assertThat(tally.of(PodState.WOULD_CHANGE)).isOne();
        assertThat(tally.of(PodState.CHANGED)).isOne();
    }

    @Test
    void aPodThatIsGoneOrWasNeverCountedIsSubtractedAtMostOnce() {
        // Given
        Tally.Mark mark = tally.count(PodState.WOULD_CHANGE);

        // When
        tally.remove(mark);
        tally.move(tally.mark(PodState.WAITING), PodState.CHANGED);
        tally.move(null, PodState.CHANGED);

        // Then
        assertThat(tally.of(PodState.WOULD_CHANGE)).isZero();
        assertThat(tally.of(PodState.WAITING)).isZero();
        assertThat(tally.of(PodState.CHANGED)).isEqualTo(2);
    }
}
