package dev.tolerant.server.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.observed.verdict.Verdict.PodState;
import org.junit.jupiter.api.Test;

/** How pods are counted across passes and changes. */
class TallyTest {
    private final Tally tally = new Tally();

    @Test
    void aPassIsShownWhenItIsFinished() {
        tally.begin();
        tally.count(PodState.RIGHT);
        tally.begin();
        tally.count(PodState.RIGHT);

        assertThat(tally.of(PodState.RIGHT)).isZero();
        tally.finish();
        assertThat(tally.of(PodState.RIGHT)).isOne();
        tally.begin();
        tally.count(PodState.WAITING);
        assertThat(tally.of(PodState.RIGHT)).isOne();
        assertThat(tally.of(PodState.WAITING)).isZero();
    }

    @Test
    void aPodThatIsChangedOrGoneCountsSoWheneverThePassEnds() {
        tally.begin();
        for (int i = 0; i < 3; i++) {
            tally.count(PodState.WOULD_CHANGE);
        }

        tally.move(PodState.WOULD_CHANGE, PodState.CHANGED);
        tally.finish();
        tally.move(PodState.WOULD_CHANGE, PodState.UNDONE);
        tally.remove(PodState.WOULD_CHANGE);

        assertThat(tally.of(PodState.WOULD_CHANGE)).isZero();
        assertThat(tally.of(PodState.CHANGED)).isOne();
        assertThat(tally.of(PodState.UNDONE)).isOne();
    }

    @Test
    void noNumberIsNegativeBecauseOfAPodOfAnEarlierPass() {
        tally.begin();
        tally.move(PodState.WOULD_CHANGE, PodState.CHANGED);
        tally.count(PodState.WOULD_CHANGE);
        tally.remove(PodState.WOULD_CHANGE);
        tally.remove(PodState.WOULD_CHANGE);
        tally.count(PodState.WOULD_CHANGE);
        tally.finish();

        assertThat(tally.of(PodState.WOULD_CHANGE)).isOne();
        assertThat(tally.of(PodState.CHANGED)).isOne();
    }
}
