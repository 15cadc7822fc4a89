package dev.tolerant.tools.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.words.NodeTaints;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.engine.words.TolerationSeconds;
import dev.tolerant.observed.taints.TaintRules;
import dev.tolerant.tools.drill.TaintHistory.Added;
import dev.tolerant.tools.drill.TaintHistory.Eviction;
import dev.tolerant.tools.drill.TaintHistory.Moment;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The taints of a node over time, and when pods leave for them. */
class TaintHistoryTest {
    private static final Instant START = Instant.parse("2026-01-15T12:00:00Z");
    private static final Taint A = Taint.of("a", Effect.NO_EXECUTE);
    private static final Taint B = Taint.of("b", Effect.NO_EXECUTE);
    private static final Taint SOFT = Taint.of("soft", Effect.NO_SCHEDULE);

    private static TaintRules rules(Toleration... tolerations) {
        return new TaintRules(List.of(tolerations), List.of(tolerations), 50);
    }

    private static Toleration of(Taint taint, long seconds) {
        return Toleration.of(taint, TolerationSeconds.of(seconds));
    }

    private static Toleration forever(Taint taint) {
        return Toleration.of(taint, TolerationSeconds.NEVER);
    }

    private static Instant after(long seconds) {
        return START.plusSeconds(seconds);
    }

    @Test
    void taintsPresentAreInTheOrderOfTheirTimes() {
        TaintHistory history = TaintHistory.of(List.of(new Added(B, after(20)), new Added(A, after(10))));

        assertThat(history.moments())
                .containsExactly(new Moment(after(10), List.of(A)), new Moment(after(20), List.of(A, B)));
        assertThat(history.since(B)).isEqualTo(after(20));
        assertThat(history.since(SOFT)).isNull();
    }

    @Test
    void aTaintThatIsThereAlreadyChangesNothingAndAnotherValueReplacesIt() {
        TaintHistory history = TaintHistory.of(List.of(new Added(A, START)));
        Taint other = new Taint("a", "x", Effect.NO_EXECUTE);

        assertThat(history.with(List.of(A), after(10))).isEqualTo(history);
        assertThat(history.with(List.of(other), after(10)).taints()).containsExactly(other);
    }

    @Test
    void anUnreachableNodeIsNotNotReadyAnyMore() {
        TaintHistory history = TaintHistory.of(List.of(
                new Added(NodeTaints.NOT_READY, START),
                new Added(Taint.of(NodeTaints.NOT_READY.key(), Effect.NO_SCHEDULE), START)));

        TaintHistory unreachable = history.unreachable(after(50));

        assertThat(unreachable.taints())
                .containsExactly(Taint.of(NodeTaints.UNREACHABLE.key(), Effect.NO_SCHEDULE), NodeTaints.UNREACHABLE);
        assertThat(unreachable.moments()).hasSize(2);
    }

    @Test
    void aChangeThatComesBeforeTheLastTaintCountsFromIt() {
        TaintHistory history = TaintHistory.of(List.of(new Added(A, after(10))));

        assertThat(history.with(List.of(B), START).since(B)).isEqualTo(after(10));
    }

    @Test
    void secondsCountFromTheTimeOfTheTaint() {
        TaintHistory history = TaintHistory.of(List.of(new Added(A, START), new Added(SOFT, START)));

        assertThat(history.eviction(rules(of(A, 30)), Instant.MIN)).contains(new Eviction(after(30), A, 0));
        assertThat(history.eviction(rules(forever(A)), Instant.MIN)).isEmpty();
        assertThat(history.eviction(rules(forever(B)), Instant.MIN)).contains(new Eviction(START, A, -1));
        assertThat(TaintHistory.of(List.of(new Added(SOFT, START))).eviction(rules(), Instant.MIN))
                .isEmpty();
    }

    @Test
    void theTimerOfTheFirstTaintStaysWhenAnotherOneWithFewerSecondsComes() {
        TaintHistory history = TaintHistory.of(List.of(new Added(A, START), new Added(B, after(10))));

        assertThat(history.eviction(rules(of(A, 300), of(B, 5)), Instant.MIN)).contains(new Eviction(after(300), A, 0));
        assertThat(history.eviction(rules(of(A, 300), of(B, 0)), Instant.MIN)).contains(new Eviction(after(300), A, 0));
    }

    @Test
    void aTaintThatIsNotToleratedEvictsAtOnceWhateverTheTimer() {
        TaintHistory history = TaintHistory.of(List.of(new Added(A, START), new Added(B, after(10))));

        assertThat(history.eviction(rules(of(A, 300)), Instant.MIN)).contains(new Eviction(after(10), B, -1));
        assertThat(history.eviction(rules(of(A, 5)), Instant.MIN)).contains(new Eviction(after(5), A, 0));
    }

    @Test
    void theFirstTaintWithSecondsSetsTheTimer() {
        TaintHistory history = TaintHistory.of(List.of(new Added(A, START), new Added(B, after(10))));

        assertThat(history.eviction(rules(forever(A), of(B, 5)), Instant.MIN)).contains(new Eviction(after(15), B, 1));
    }

    @Test
    void aSwapOfNotReadyForUnreachableKeepsTheTimerOrCancelsIt() {
        TaintHistory history =
                TaintHistory.of(List.of(new Added(NodeTaints.NOT_READY, START))).unreachable(after(50));

        assertThat(history.eviction(rules(of(NodeTaints.NOT_READY, 300), of(NodeTaints.UNREACHABLE, 10)), Instant.MIN))
                .contains(new Eviction(after(300), NodeTaints.NOT_READY, 0));
        assertThat(history.eviction(rules(of(NodeTaints.NOT_READY, 60), of(NodeTaints.UNREACHABLE, 300)), Instant.MIN))
                .contains(new Eviction(after(60), NodeTaints.NOT_READY, 0));
        assertThat(history.eviction(rules(of(NodeTaints.NOT_READY, 300), forever(NodeTaints.UNREACHABLE)), Instant.MIN))
                .isEmpty();
        assertThat(history.eviction(rules(forever(NodeTaints.NOT_READY), of(NodeTaints.UNREACHABLE, 10)), Instant.MIN))
                .contains(new Eviction(after(60), NodeTaints.UNREACHABLE, 1));
    }

    @Test
    void aNodeThatIsClosedAloneEvictsNobody() {
        Taint notReady = Taint.of(NodeTaints.NOT_READY.key(), Effect.NO_SCHEDULE);
        TaintHistory history =
                TaintHistory.of(List.of(new Added(notReady, START))).closed(after(50));

        assertThat(history.taints()).containsExactly(Taint.of(NodeTaints.UNREACHABLE.key(), Effect.NO_SCHEDULE));
        assertThat(history.closed(after(60))).isEqualTo(history);
        assertThat(history.eviction(rules(), Instant.MIN)).isEmpty();
    }

    @Test
    void aNodeThatIsSparedLetsThePodsStayWhoseTimeIsNotOver() {
        TaintHistory history = TaintHistory.of(List.of(new Added(NodeTaints.UNREACHABLE, START), new Added(A, START)))
                .spared(after(50));

        assertThat(history.taints()).containsExactly(A);
        assertThat(history.eviction(rules(of(NodeTaints.UNREACHABLE, 60), forever(A)), Instant.MIN))
                .isEmpty();
        assertThat(history.eviction(rules(of(NodeTaints.UNREACHABLE, 40), forever(A)), Instant.MIN))
                .contains(new Eviction(after(40), NodeTaints.UNREACHABLE, 0));
    }

    @Test
    void aPodThatComesLaterCountsFromItsComing() {
        TaintHistory history = TaintHistory.of(List.of(new Added(A, START), new Added(B, after(10))));

        assertThat(history.eviction(rules(of(A, 30), forever(B)), after(5))).contains(new Eviction(after(35), A, 0));
        assertThat(history.eviction(rules(of(A, 30), of(B, 20)), after(15))).contains(new Eviction(after(35), B, 1));
    }

    @Test
    void aPodOfADaemonSetWhoseTemplateDoesNotTolerateTheTaintIsDeleted() {
        TaintHistory history = TaintHistory.of(List.of(new Added(A, START)));
        TaintRules rules = new TaintRules(List.of(forever(A)), List.of(), 50);

        assertThat(history.eviction(rules, Instant.MIN)).contains(new Eviction(START, A, -1));
    }

    @Test
    void secondsWhoseNanosecondsOverflowAreAsTheControllerCountsThem() {
        TaintHistory history = TaintHistory.of(List.of(new Added(A, START)));

        assertThat(history.eviction(rules(of(A, 9_223_372_036L)), Instant.MIN))
                .contains(new Eviction(START.plusSeconds(9_223_372_036L), A, 0));
        assertThat(history.eviction(rules(of(A, 9_223_372_037L)), Instant.MIN)).isEmpty();
        assertThat(history.eviction(rules(of(A, 18_446_744_074L)), Instant.MIN)).contains(new Eviction(START, A, 0));
        assertThat(history.eviction(rules(of(A, Long.MAX_VALUE)), Instant.MIN)).isEmpty();
        assertThat(history.eviction(rules(of(A, -1)), Instant.MIN)).contains(new Eviction(START, A, 0));
    }
}
