package dev.tolerant.engine.controlplane;

import java.util.List;

/**
 * What all taints of a node together do to a pod; ignores the pod's node selector and affinity.
 *
 * @param name the node's name
 * @param taints the outcome of each taint
 */
public record NodeOutcome(String name, List<TaintOutcome> taints) {

    /** Whether the taints allow the scheduler to put the pod on the node. */
    public boolean schedulable() {
        return taints.stream().allMatch(TaintOutcome::schedulable);
    }

    /** When a pod that already runs on the node is evicted: the earliest time over all taints. */
    public EvictionTime eviction() {
        return taints.stream().map(TaintOutcome::eviction).reduce(EvictionTime.NEVER, EvictionTime::orSooner);
    }

    /** The outcome in words. */
    public String sentence() {
        String scheduled = schedulable() ? "may be scheduled, " : "not scheduled; ";
        EvictionTime eviction = eviction();
        if (eviction.never()) {
            return scheduled + (schedulable() ? "stays" : "stays if it runs there");
        }
        return scheduled
                + (eviction.afterSeconds() == 0 ? "evicted at once" : "evicted after " + eviction.afterSeconds() + "s");
    }
}
