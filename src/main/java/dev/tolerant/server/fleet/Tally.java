package dev.tolerant.server.fleet;

import dev.tolerant.observed.verdict.PodState;
import java.util.EnumMap;
import java.util.HashMap;
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
    private final Map<PodKey, Mark> marks = new HashMap<>();

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

    /** Where a pod was counted. */
    private record Mark(Counts counts, PodState state) {}

    /** A pass over all pods begins, perhaps anew; until it is finished, its numbers are not shown. */
    synchronized void begin() {
        filling = new Counts();
        forgetOldPasses();
    }

    synchronized void finish() {
        if (filling != null) {
            shown = filling;
            filling = null;
            forgetOldPasses();
        }
    }

    /** The pass has failed. */
    synchronized void abandon() {
        filling = null;
        forgetOldPasses();
    }

    /** A pod that stays as it is. */
    synchronized void count(PodState state) {
        newest().add(state, 1);
    }

    /** A pod that will be in another state soon, which {@link #move} tells. It is not counted anywhere else any more. */
    synchronized void count(PodKey pod, PodState state) {
        remove(pod);
        newest().add(state, 1);
        marks.put(pod, new Mark(newest(), state));
    }

    /** A pod that will be in another state soon, and has been counted already: as one that waited, unless it is known how. */
    synchronized void expect(PodKey pod) {
        marks.computeIfAbsent(pod, any -> new Mark(newest(), PodState.WAITING));
    }

    /** The pod stays in the state in which it was counted until the next pass. */
    synchronized void forget(PodKey pod) {
        marks.remove(pod);
    }

    /** The pod is in another state now. */
    synchronized void move(PodKey pod, PodState state) {
        remove(pod);
        newest().add(state, 1);
    }

    /** The pod is gone. */
    synchronized void remove(PodKey pod) {
        Mark mark = marks.remove(pod);
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

    private void forgetOldPasses() {
        marks.values().removeIf(mark -> mark.counts != shown && mark.counts != filling);
    }
}
