package dev.tolerant.server.cluster;

import dev.tolerant.engine.crd.PolicyCondition;
import dev.tolerant.engine.crd.RememberedPool;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.policy.Pool;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the status of a policy reports of its pool.
 *
 * @param tooMany whether the nodes have more taints than a policy gives tolerations of
 * @param known whether the nodes are known, as a condition; null if nobody has said
 * @param nodes what is remembered of them; empty if no node has ever been selected
 */
record PoolReport(boolean tooMany, @Nullable Observation known, Optional<RememberedPool> nodes) {
    static final String NODES_KNOWN = "NodesKnown";
    static final String TOO_MANY = "TooManyTaints";

    /** What there is to report of the pool; what is stored already, while the nodes of this moment are not known. */
    static PoolReport of(@Nullable Policy policy, @Nullable PoolState state, StoredStatus stored) {
        if (policy == null || policy.pool() == null) {
            return new PoolReport(false, null, policy == null ? stored.pool() : Optional.empty());
        }
        return state == null || !(state.nodes().refused() || state.nodes().watched())
                ? stored(policy.pool(), stored)
                : of(state, stored);
    }

    private static PoolReport of(PoolState state, StoredStatus stored) {
        if (state.nodes().refused()) {
            return new PoolReport(
                    state.tooMany(),
                    Observation.fails(
                            "NotReadable",
                            "the program may not read nodes, so pods tolerate the taints that status.nodes remembers: "
                                    + ClusterNodes.WAY_OUT),
                    stored.pool(state.pool()));
        }
        boolean remembered = state.selected() || !state.taints().isEmpty();
        return new PoolReport(
                state.tooMany(),
                known(state),
                remembered
                        ? Optional.of(new RememberedPool(state.pool().selector(), state.taints()))
                        : stored.pool(state.pool()));
    }

    private static Observation known(PoolState state) {
        if (!state.selected()) {
            return Observation.holds(
                    "NoNodes",
                    state.taints().isEmpty()
                            ? "no node has the labels that spec.nodes.selector asks for, and none has had them since the"
                                    + " selector was written; check it if there should be nodes"
                            : "no node has the labels that spec.nodes.selector asks for, so pods tolerate the taints of the"
                                    + " last ones, which status.nodes remembers");
        }
        if (state.taints().isEmpty() && !state.tooMany()) {
            return Observation.holds(
                    "NoTaints", "the selected nodes have no taint of their own, so other pods can run there too");
        }
        return Observation.holds("Read", "pods tolerate the taints of the selected nodes, which status.nodes lists");
    }

    /** What the status says already. */
    private static PoolReport stored(Pool pool, StoredStatus stored) {
        PolicyCondition known = stored.condition(NODES_KNOWN);
        PolicyCondition accepted = stored.condition("Accepted");
        Optional<RememberedPool> nodes = stored.pool(pool);
        return new PoolReport(
                nodes.isPresent() && accepted != null && TOO_MANY.equals(accepted.reason),
                known == null ? null : Observation.of(known),
                nodes);
    }
}
