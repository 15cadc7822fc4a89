package dev.tolerant.server.fleet;

import dev.tolerant.observed.verdict.Verdict.PodState;
import java.util.EnumMap;
import java.util.Map;

/** How many pods are in each state: what the last pass over all pods found, and what was done since that pass began. */
final class Tally {

    // Guarded by this.
    private Map<PodState, Long> shown = new EnumMap<>(PodState.class);
    private Map<PodState, Long> newest = shown;

    /** A pass begins, perhaps anew; until it is finished, its numbers are not shown. */
    synchronized void begin() {
        newest = new EnumMap<>(PodState.class);
    }

    synchronized void finish() {
        shown = newest;
    }

    /** A pod has been found in this state. */
    synchronized void count(PodState state) {
        newest.merge(state, 1L, Long::sum);
    }

    /** A pod that was counted in one state is in another now. */
    synchronized void move(PodState before, PodState now) {
        remove(before);
        count(now);
    }

    /** A pod that was counted in this state is gone. */
    synchronized void remove(PodState before) {
        newest.computeIfPresent(before, (same, number) -> Math.max(0, number - 1));
    }

    synchronized long of(PodState state) {
        return shown.getOrDefault(state, 0L);
    }
}
