package dev.tolerant.server.cluster;

import dev.tolerant.engine.crd.RememberedPool;
import dev.tolerant.engine.model.KnownPool;
import dev.tolerant.engine.model.Policy;
import dev.tolerant.engine.model.Pool;
import dev.tolerant.engine.model.Pool.PoolTaints;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the pools of all policies, from nodes, NodePools and what the policies' status remembers. Used by one
 * thread.
 */
final class Pools {
    private final Supplier<PoolSources> sources;
    private final Map<String, Wanted> wanted = new HashMap<>();
    private final Map<String, PoolState> states = new HashMap<>();
    private final Set<String> changed = new HashSet<>();
    /** Policies whose change made everything that was known of their pool useless. */
    private final Set<String> replaced = new HashSet<>();

    private @Nullable PoolSources last;

    Pools(Supplier<PoolSources> sources) {
        this.sources = sources;
    }

    /** The pool of a policy, and what the policy's status remembers of it. */
    private record Wanted(Pool pool, @Nullable PoolTaints remembered) {}

    /**
     * What a look at nodes and NodePools has brought.
     *
     * @param policies those of whose pools something else is known since the look before
     * @param gives whether any pool gives something else
     */
    record News(Set<String> policies, boolean gives) {}

    /** Takes up the policy's pool, and what its status remembers; whether it gives something else than before. */
    boolean put(Policy policy, Optional<RememberedPool> stored) {
        Pool pool = policy.pool();
        if (pool == null) {
            forget(policy.name());
            return false;
        }
        PoolTaints remembered = stored.filter(each -> each.isOf(pool))
                .map(RememberedPool::taints)
                .orElse(null);
        Wanted before = wanted.get(policy.name());
        if (before != null ? !before.pool().hasSameTaints(pool) : stored.isPresent() && remembered == null) {
            replaced.add(policy.name());
        }
        Wanted now = new Wanted(pool, remembered);
        return !now.equals(wanted.put(policy.name(), now)) && settle(policy.name(), now, sources.get());
    }

    void forget(String policy) {
        wanted.remove(policy);
        states.remove(policy);
        changed.remove(policy);
        replaced.remove(policy);
    }

    /** Whether the policy's pool may have more taints than are known: nodes or NodePools are not known as they are now. */
    boolean mayHaveMore(String policy) {
        PoolState now = states.get(policy);
        return now != null && !now.watched() && !replaced.contains(policy);
    }

    /** What is known of the policy's pool; null if it has none. */
    @Nullable
    PoolState of(String policy) {
        return states.get(policy);
    }

    /** Why the policy's pool does not give what the policy seems to say; null if it does, or nobody knows yet. */
    @Nullable
    String problem(String policy) {
        PoolState now = states.get(policy);
        return now == null || !areRead() ? null : now.pool().problem();
    }

    /** The policy with what its pool gives now. */
    Policy over(Policy policy) {
        PoolState now = states.get(policy.name());
        return now == null || policy.pool() == null ? policy : policy.with(now.pool());
    }

    /** Whether the last look was at all nodes and NodePools that can be known, or there is no pool. */
    boolean areRead() {
        return wanted.isEmpty() || (last != null && last.read());
    }

    /** Whether a policy has brought news since the last look, or more or less is known of nodes and NodePools as a whole. */
    boolean areOutdated() {
        return last == null || !changed.isEmpty() || !sources.get().isAsGoodAs(last);
    }

    /** Looks at all pools again after nodes or NodePools have changed. */
    News look() {
        PoolSources now = sources.get();
        last = now;
        if (now.watched()) {
            replaced.clear();
        }
        boolean gives = false;
        for (Map.Entry<String, Wanted> each : wanted.entrySet()) {
            gives |= settle(each.getKey(), each.getValue(), now);
        }
        News news = new News(Set.copyOf(changed), gives);
        changed.clear();
        return news;
    }

    private boolean settle(String policy, Wanted pool, PoolSources from) {
        PoolState now = new PoolState(
                KnownPool.of(pool.pool(), from.nodes(), from.nodePools(), pool.remembered()),
                from.watched(),
                from.trouble());
        PoolState before = states.put(policy, now);
        if (!now.equals(before)) {
            changed.add(policy);
        }
        return before == null
                || !Objects.equals(before.pool().gives(), now.pool().gives());
    }
}
