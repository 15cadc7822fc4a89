package dev.tolerant.explain;

import dev.tolerant.core.toleration.EvictionTime;

/** What all taints of a node together do to a pod; what the pod asks of its nodes otherwise is not looked at. */
public record NodeOutcome(String name, boolean schedulable, EvictionTime eviction) {

    /** What it comes to, in words. */
    public String sentence() {
        String scheduled = schedulable ? "may be scheduled, " : "not scheduled; ";
        if (eviction.never()) {
            return scheduled + (schedulable ? "stays" : "stays if it runs there");
        }
        return scheduled
                + (eviction.afterSeconds() == 0 ? "evicted at once" : "evicted after " + eviction.afterSeconds() + "s");
    }
}
