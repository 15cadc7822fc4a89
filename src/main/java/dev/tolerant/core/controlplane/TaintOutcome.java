package dev.tolerant.core.controlplane;

import dev.tolerant.core.toleration.Effect;
import dev.tolerant.core.toleration.Taint;
import java.util.OptionalLong;

/**
 * What one taint of a node does to a pod.
 *
 * @param schedulable whether the scheduler may put the pod on the node
 * @param preferredAway whether the scheduler does so only where no better node is left
 * @param eviction when a pod that runs there is evicted, counted from the taint
 * @param toleration the index of the toleration that decides, the first that matches; -1 if no toleration matches
 * @param graceSeconds how long the node was silent before it got the taint
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

    /** The seconds from the node's last sign of life to the eviction; empty if unknown or if the pod is not evicted. */
    public OptionalLong secondsWithGrace() {
        return eviction.never() || graceSeconds.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(saturatedSum(graceSeconds.getAsLong(), eviction.afterSeconds()));
    }

    /** The API takes seconds up to the end of 64 bits. */
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
