package dev.tolerant.server.cluster;

import dev.tolerant.engine.crd.RememberedPool;
import dev.tolerant.engine.model.KnownPool;
import dev.tolerant.engine.model.Policy;
import dev.tolerant.engine.model.Pool;
import dev.tolerant.engine.model.Pool.PoolTaints;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the status of a policy reports of its pool.
 *
 * @param refused why the policy is not in use as its author wrote it, as its condition {@code Accepted}; null if it is
 * @param known whether the nodes are known, as a condition; null if nobody has said
 * @param half what all nodes have and the policy does not give, as a condition; null if nothing
 * @param nodes what is remembered of them; empty if no node has ever been selected
 */
record PoolReport(
        @Nullable Observation refused,
        @Nullable Observation known,
        @Nullable Observation half,
        Optional<RememberedPool> nodes) {
    static final String NODES_KNOWN = "NodesKnown";
    static final String HALF_DEDICATED = "HalfDedicated";

    private static final String TOO_MANY = "TooManyTaints";

    /** What there is to report of the pool; what is stored already, while the nodes of this moment are not known. */
    static PoolReport of(@Nullable Policy policy, @Nullable PoolState state, StoredStatus stored) {
        if (policy == null || policy.pool() == null) {
            return new PoolReport(null, null, null, policy == null ? stored.pool() : Optional.empty());
        }
        return state == null || !(state.trouble().isPresent() || state.watched())
                ? stored(policy.pool(), stored)
                : observed(policy, state, stored);
    }

    private static PoolReport observed(Policy policy, PoolState state, StoredStatus stored) {
        KnownPool pool = state.pool();
        String half = pool.missingTolerations(policy.with(pool)::gives);
        PoolTaints gives = pool.gives();
        return new PoolReport(
                pool.tooMany() ? Observation.fails(TOO_MANY, KnownPool.TOO_MANY_TAINTS) : null,
                known(state),
                half == null ? null : Observation.holds("OneSideOnly", half),
                gives == null
                        ? stored.pool(pool.pool())
                        : Optional.of(new RememberedPool(pool.pool().selector(), gives)));
    }

    private static Observation known(PoolState state) {
        KnownPool pool = state.pool();
        if (state.trouble().isPresent()) {
            String effect = pool.gives() == null
                    ? KnownPool.UNREAD
                    : "not all nodes and NodePools can be read now, so pods tolerate the taints of those that can and what"
                            + " status.nodes remembers";
            return Observation.fails(
                    "NotReadable", effect + ": " + state.trouble().get());
        }
        if (pool.tooMany()) {
            return Observation.holds(TOO_MANY, KnownPool.TOO_MANY_TAINTS);
        }
        if (pool.gives() == null) {
            return Observation.fails("NoNodesYet", KnownPool.UNKNOWN);
        }
        if (!pool.selected()) {
            return Observation.holds(
                    "NoNodes",
                    "spec.nodes.selector selects no node and no NodePool, so pods tolerate the taints of the last ones, which"
                            + " status.nodes remembers");
        }
        if (pool.gives().all().isEmpty()) {
            return Observation.holds(
                    "NoTaints", "the selected nodes have no taint of the pool, so other pods can run there too");
        }
        return Observation.holds(
                "Read",
                "pods tolerate the pool's taints, which status.nodes lists, of the selected nodes and NodePools");
    }

    /** What the status says already. */
    private static PoolReport stored(Pool pool, StoredStatus stored) {
        Condition accepted = stored.condition("Accepted");
        Optional<RememberedPool> nodes = stored.pool(pool);
        boolean isRefused = accepted != null && nodes.isPresent() && TOO_MANY.equals(accepted.getReason());
        return new PoolReport(
                isRefused ? observation(accepted) : null,
                observation(stored.condition(NODES_KNOWN)),
                observation(stored.condition(HALF_DEDICATED)),
                nodes);
    }

    private static @Nullable Observation observation(@Nullable Condition stored) {
        return stored == null ? null : Observation.of(stored);
    }
}
