package dev.tolerant.engine.model;

import java.util.OptionalLong;

/**
 * What one taint of a node does to a pod.
 *
 * @param schedulable whether the scheduler may put the pod on the node
 * @param preferredAway whether the scheduler puts the pod there only if no other node is suitable
 * @param eviction when a pod that already runs there is evicted, counted from when the node is tainted
 * @param toleration the index of the toleration that decides, which is the first that matches; -1 if none matches
 * @param graceSeconds how many seconds the node is silent before it is tainted; empty for all other taints
 */
public record TaintOutcome(
        Taint taint,
        boolean schedulable,
        boolean preferredAway,
        EvictionTime eviction,
        int toleration,
        OptionalLong graceSeconds) {

    /** The outcome as a code for programs. */
    public String code() {
        if (preferredAway) {
            return "preferred-away";
        }
        if (taint.effect() != Effect.NO_EXECUTE) {
            return schedulable ? "schedulable" : "not-schedulable";
        }
        if (eviction.never()) {
            return "stays";
        }
        return eviction.afterSeconds() == 0 ? "evicted-at-once" : "evicted-later";
    }

    /** The seconds from the node's last heartbeat to the eviction; empty if unknown or if the pod is not evicted. */
    public OptionalLong secondsWithGrace() {
        return eviction.never() || graceSeconds.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(saturatedSum(graceSeconds.getAsLong(), eviction.afterSeconds()));
    }

    /** The API accepts any 64-bit number of seconds, so a plain sum could overflow. */
    private static long saturatedSum(long grace, long seconds) {
        return seconds > Long.MAX_VALUE - grace ? Long.MAX_VALUE : grace + seconds;
    }

    /** The outcome in words. */
    public String sentence() {
        return switch (code()) {
            case "preferred-away" -> "only if nothing better is left";
            case "schedulable" -> "may be scheduled";
            case "not-schedulable" -> "not scheduled";
            case "stays" -> "stays";
            case "evicted-at-once" ->
                schedulable ? "may be scheduled, evicted at once" : "not scheduled, evicted at once";
            default -> "evicted after " + eviction.afterSeconds() + "s";
        };
    }
}
