package dev.tolerant.tools.drill;

import dev.tolerant.engine.model.TaintRules.Eviction;
import dev.tolerant.observed.facts.Owners.ClusterPod;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A pod on a node of a drill, and what happens to it.
 *
 * @param eviction null if it is not evicted
 * @param leavesAfter seconds from now to its eviction; empty if it is not evicted
 * @param downAfter seconds from now until it serves nobody any more; empty if it goes on
 * @param why the reason, as a clause whose subject is the pod
 */
public record DrilledPod(
        ClusterPod pod,
        String node,
        State state,
        @Nullable Eviction eviction,
        OptionalLong leavesAfter,
        OptionalLong downAfter,
        String why) {

    /** What becomes of a pod. */
    public enum State {
        /** It is evicted, and its kubelet ends it. */
        EVICTED("evicted"),
        /** It is evicted from a node whose kubelet nobody can reach. */
        TERMINATING("terminating"),
        /** No taint evicts it. */
        STAYS("stays"),
        /** Somebody has deleted it before. */
        ALREADY_TERMINATING("already-terminating");

        private final String code;

        State(String code) {
            this.code = code;
        }

        public String code() {
            return code;
        }
    }

    /** Whether it leaves for a taint. */
    public boolean leaves() {
        return eviction != null;
    }
}
