package dev.tolerant.server.fleet;

import dev.tolerant.observed.verdict.PodState;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How many pods are in each state: those that the last pass over all pods found, as far as nothing has been done about them
 * since, and what was done about pods, new ones among them, since that pass began.
 */
final class Tally {

    // Guarded by this.
    private Counts shown = new Counts();
    private @Nullable Counts filling;

    /** The numbers since one pass began. */
    private static final class Counts {
        private final Map<PodState, Long> numbers = new EnumMap<>(PodState.class);

        void add(PodState state, long number) {
            numbers.put(state, Math.max(0, of(state) + number));
        }

        long of(PodState state) {
            return numbers.getOrDefault(state, 0L);
        }
    }

    /** That a pod has been counted, and where. */
    static final class Mark {
        private final Counts counts;
        private final PodState state;

        private Mark(Counts counts, PodState state) {
            this.counts = counts;
            this.state = state;
        }
    }

    /** A pass over all pods begins, perhaps anew; until it is finished, its numbers are not shown. */
    synchronized void begin() {
        filling = new Counts();
    }

    synchronized void finish() {
        if (filling != null) {
            shown = filling;
            filling = null;
        }
    }

    /** The pass has failed. */
    synchronized void abandon() {
        filling = null;
    }

    synchronized Mark count(PodState state) {
        newest().add(state, 1);
        return mark(state);
    }

    /** A mark for a pod that has been counted already, it is not known when. */
    synchronized Mark mark(PodState state) {
        return new Mark(newest(), state);
    }

    /** The pod of this mark, or one that has not been counted, is in another state now. */
    synchronized void move(@Nullable Mark mark, PodState state) {
        if (mark != null && (mark.counts == shown || mark.counts == filling)) {
            mark.counts.add(mark.state, -1);
        }
        newest().add(state, 1);
    }

    /** The pod of this mark is gone, or is counted elsewhere; without a mark, nothing happens. */
    synchronized void remove(@Nullable Mark mark) {
        if (mark != null) {
            mark.counts.add(mark.state, -1);
        }
    }

    synchronized long of(PodState state) {
        return shown.of(state);
    }

    private Counts newest() {
        return filling == null ? shown : filling;
    }
}
