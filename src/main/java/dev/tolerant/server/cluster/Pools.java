package dev.tolerant.server.cluster;

import dev.tolerant.engine.controlplane.Node;
import dev.tolerant.engine.crd.RememberedPool;
import dev.tolerant.engine.policy.CountedPool;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.policy.Pool;
import dev.tolerant.engine.toleration.Taint;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The taints of policies' pools: those of the selected nodes or, while no node is selected, those of the last ones. Used by
 * one thread.
 */
final class Pools {
    private final Map<String, Node> nodes = new HashMap<>();
    private final Map<String, CountedPool> pools = new HashMap<>();
    private final Map<String, PoolState> states = new HashMap<>();
    private NodesState state = NodesState.UNREAD;

    /**
     * What a look at changed nodes has brought.
     *
     * @param policies those of whose pools something else is known
     * @param gives whether any of these pools gives something else
     */
    record News(Set<String> policies, boolean gives) {}

    /** Takes up the policy's pool, and what its status remembers; whether it gives something else than before. */
    boolean put(Policy policy, Optional<RememberedPool> remembered) {
        Pool pool = policy.pool();
        if (pool == null) {
            forget(policy.name());
            return false;
        }
        CountedPool counted = pools.get(policy.name());
        if (counted == null || !counted.pool().equals(pool)) {
            counted = counted(pool, counted);
            pools.put(policy.name(), counted);
        }
        CountedPool taken = counted;
        remembered.filter(pooled -> pooled.isOf(pool)).ifPresent(pooled -> taken.remember(pooled.taints()));
        return settle(policy.name(), taken);
    }

    private CountedPool counted(Pool pool, @Nullable CountedPool before) {
        List<Taint> last =
                before != null && before.pool().selector().meansTheSameAs(pool.selector()) ? before.last() : List.of();
        return CountedPool.of(pool, last, nodes.values());
    }

    void forget(String policy) {
        pools.remove(policy);
        states.remove(policy);
    }

    /** What is known of the policy's pool; null if it has none. */
    @Nullable
    PoolState of(String policy) {
        return states.get(policy);
    }

    /** The policy with what its pool gives now. */
    Policy over(Policy policy) {
        PoolState now = states.get(policy.name());
        return now == null || policy.pool() == null ? policy : policy.withPoolTaints(now.taints());
    }

    /** Whether the pools are over all nodes of the cluster. */
    boolean areNodesRead() {
        return state.read();
    }

    /** The node of this name is this now; null if it is gone. */
    void change(String name, @Nullable Node now) {
        Node before = now == null ? nodes.remove(name) : nodes.put(name, now);
        pools.values().forEach(pool -> pool.change(before, now));
    }

    /** Looks at the pools again after nodes have changed. */
    News look(NodesState now) {
        boolean other = !now.equals(state);
        state = now;
        Set<String> policies = new HashSet<>();
        boolean gives = false;
        for (Map.Entry<String, CountedPool> each : pools.entrySet()) {
            if (each.getValue().wasTouched() || other) {
                PoolState before = states.get(each.getKey());
                gives |= settle(each.getKey(), each.getValue());
                if (!Objects.equals(states.get(each.getKey()), before)) {
                    policies.add(each.getKey());
                }
            }
        }
        return new News(policies, gives);
    }

    private boolean settle(String policy, CountedPool pool) {
        // While nodes are unread, those that are counted are only some of them.
        PoolState now = state.read()
                ? new PoolState(pool.pool(), pool.taints(), state, pool.selectsNodes(), pool.hasTooManyTaints())
                : new PoolState(pool.pool(), pool.last(), state, false, false);
        PoolState before = states.put(policy, now);
        return before == null || !before.taints().equals(now.taints());
    }
}
