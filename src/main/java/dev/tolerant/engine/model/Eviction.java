package dev.tolerant.engine.model;

import java.time.Instant;

/**
 * When a pod is evicted, and why.
 *
 * @param at {@link Instant#MAX} if it is so far away that no clock shows it
 * @param taint the taint that evicts it
 * @param toleration the index of the toleration whose seconds count; -1 if none tolerates the taint
 */
public record Eviction(Instant at, Taint taint, int toleration) {
    /** Somewhat less than the range of Instant: any year that a person could mean. */
    private static final long LONGEST = 1L << 53;

    /** The eviction that the outcome of a taint says, which the controller sees at this time. */
    static Eviction of(TaintOutcome outcome, Instant seen) {
        long seconds = outcome.eviction().afterSeconds();
        return new Eviction(
                seconds > LONGEST ? Instant.MAX : seen.plusSeconds(seconds), outcome.taint(), outcome.toleration());
    }
}
