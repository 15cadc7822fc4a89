package dev.tolerant.cluster;

import dev.tolerant.core.controlplane.Node;
import dev.tolerant.core.policy.Policy;
import dev.tolerant.core.policy.Pool;
import dev.tolerant.core.toleration.Taint;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The taints of policies' pools: those of the selected nodes or, while no node is selected, those of the last ones. Used by
 * one thread.
 */
final class Pools {
    private final Map<String, PoolState> states = new HashMap<>();

    /**
     * What is known of one policy's pool.
     *
     * @param taints that pods tolerate
     * @param known whether nodes could be listed
     * @param tooMany how many taints the selected nodes have, if that is too many to tolerate; else 0
     */
    record PoolState(Pool pool, List<Taint> taints, boolean known, int tooMany) {}

    /** Remembers what a policy's status says of its pool, unless more is known already. */
    void remember(String policy, Pool pool, List<Taint> taints) {
        PoolState state = states.get(policy);
        if (state == null || !state.pool().selector().equals(pool.selector())) {
            states.put(policy, new PoolState(pool, taints, false, 0));
        }
    }

    void forget(String policy) {
        states.remove(policy);
    }

    /** What is known of the policy's pool; null if it has none. */
    @Nullable
    PoolState of(String policy) {
        return states.get(policy);
    }

    /**
     * The policy with what its pool gives now.
     *
     * @param nodes all nodes; null while they cannot be listed
     */
    Policy over(Policy policy, @Nullable Collection<Node> nodes) {
        Pool pool = policy.pool();
        if (pool == null) {
            states.remove(policy.name());
            return policy;
        }
        PoolState before = states.get(policy.name());
        List<Taint> last =
                before != null && before.pool().selector().equals(pool.selector()) ? before.taints() : List.of();
        PoolState now = state(pool, last, nodes);
        states.put(policy.name(), now);
        return policy.overPool(now.taints());
    }

    private static PoolState state(Pool pool, List<Taint> last, @Nullable Collection<Node> nodes) {
        if (nodes == null) {
            return new PoolState(pool, last, false, 0);
        }
        if (nodes.stream().noneMatch(pool::selects)) {
            return new PoolState(pool, last, true, 0);
        }
        List<Taint> taints = pool.taints(nodes);
        return taints.size() > Pool.MAX_TAINTS
                ? new PoolState(pool, last, true, taints.size())
                : new PoolState(pool, taints, true, 0);
    }
}
