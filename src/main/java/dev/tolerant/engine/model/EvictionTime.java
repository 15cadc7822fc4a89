package dev.tolerant.engine.model;

import java.util.List;

/**
 * How long after a node is tainted the taint-eviction controller evicts a pod.
 *
 * @param never true if the pod is never evicted
 * @param afterSeconds the delay in seconds, zero or more; 0 when {@code never}
 */
public record EvictionTime(boolean never, long afterSeconds) {
    public static final EvictionTime NEVER = new EvictionTime(true, 0);
    public static final EvictionTime AT_ONCE = new EvictionTime(false, 0);

    /**
     * When the taint-eviction controller evicts a pod with these tolerations from a node with these taints. For each
     * NoExecute taint the first matching toleration counts, and a taint without one evicts at once. The smallest
     * seconds over all taints win; zero or less means at once (taint_eviction.go, getMinTolerationTime).
     */
    public static EvictionTime of(List<Toleration> tolerations, List<Taint> taints) {
        EvictionTime earliest = NEVER;
        for (Taint taint : taints) {
            if (taint.effect() != Effect.NO_EXECUTE) {
                continue;
            }
            int first = Toleration.firstOf(tolerations, taint);
            if (first < 0) {
                return AT_ONCE;
            }
            earliest = earliest.orSooner(of(tolerations.get(first).seconds()));
        }
        return earliest;
    }

    private static EvictionTime of(TolerationSeconds seconds) {
        return seconds.never() ? NEVER : new EvictionTime(false, Math.max(0, seconds.seconds()));
    }

    /** The earlier of the two. */
    public EvictionTime orSooner(EvictionTime other) {
        if (other.never) {
            return this;
        }
        return never || other.afterSeconds < afterSeconds ? other : this;
    }
}
