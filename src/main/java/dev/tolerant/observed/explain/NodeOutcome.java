package dev.tolerant.observed.explain;

import dev.tolerant.engine.model.TaintRules.EvictionTime;
import dev.tolerant.engine.model.TaintRules.TaintOutcome;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a node does to a pod.
 *
 * @param name the node's name
 * @param taints the outcome of each of its taints
 * @param obstacle why the pod may not run there; null if it may
 */
public record NodeOutcome(
        String name, List<TaintOutcome> taints, @Nullable Obstacle obstacle) {

    /** Whether a new pod may run on the node. */
    public boolean schedulable() {
        return obstacle == null;
    }

    /** When a pod that already runs on the node is evicted: the earliest time over all taints. */
    public EvictionTime eviction() {
        return taints.stream().map(TaintOutcome::eviction).reduce(EvictionTime.NEVER, EvictionTime::orSooner);
    }

    /** The outcome in words. */
    public String sentence() {
        String scheduled = obstacle == null ? "may be scheduled, " : "not scheduled (" + obstacle + "); ";
        EvictionTime eviction = eviction();
        if (eviction.never()) {
            return scheduled + (obstacle == null ? "stays" : "stays if it runs there");
        }
        return scheduled
                + (eviction.afterSeconds() == 0 ? "evicted at once" : "evicted after " + eviction.afterSeconds() + "s");
    }
}
