package dev.tolerant.server.cluster;

import dev.tolerant.engine.controlplane.Node;
import dev.tolerant.engine.crd.RememberedPool;
import dev.tolerant.engine.policy.KnownPool;
import dev.tolerant.engine.policy.NodePool;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.policy.Pool;
import dev.tolerant.engine.policy.PoolTaints;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the pools of all policies, from nodes, NodePools and what the policies' status remembers. Used by one
 * thread.
 */
final class Pools {
    private final NeededKind<?, Node> nodes;
    private final NeededKind<?, NodePool> nodePools;
    private final Map<String, Wanted> wanted = new HashMap<>();
    private final Map<String, PoolState> states = new HashMap<>();
    private final Set<String> changed = new HashSet<>();
    private boolean read;

    Pools(NeededKind<?, Node> nodes, NeededKind<?, NodePool> nodePools) {
        this.nodes = nodes;
        this.nodePools = nodePools;
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
        Wanted now = new Wanted(pool, remembered);
        return !now.equals(wanted.put(policy.name(), now)) && settle(policy.name(), now, Sources.of(nodes, nodePools));
    }

    void forget(String policy) {
        wanted.remove(policy);
        states.remove(policy);
        changed.remove(policy);
    }

    /** What is known of the policy's pool; null if it has none. */
    @Nullable
    PoolState of(String policy) {
        return states.get(policy);
    }

    /** The policy with what its pool gives now. */
    Policy over(Policy policy) {
        PoolState now = states.get(policy.name());
        return now == null || policy.pool() == null ? policy : policy.with(now.pool());
    }

    /** Whether the last look was at all nodes and NodePools that can be known. */
    boolean areRead() {
        return read;
    }

    /** Looks at all pools again after nodes or NodePools have changed. */
    News look() {
        Sources sources = Sources.of(nodes, nodePools);
        read = wanted.isEmpty() || sources.read();
        boolean gives = false;
        for (Map.Entry<String, Wanted> each : wanted.entrySet()) {
            gives |= settle(each.getKey(), each.getValue(), sources);
        }
        News news = new News(Set.copyOf(changed), gives);
        changed.clear();
        return news;
    }

    private boolean settle(String policy, Wanted pool, Sources sources) {
        PoolState now = new PoolState(
                sources.read()
                        ? KnownPool.of(pool.pool(), sources.nodes(), sources.nodePools(), pool.remembered())
                        : KnownPool.unread(pool.pool(), pool.remembered()),
                sources.watched(),
                sources.refused());
        PoolState before = states.put(policy, now);
        if (!now.equals(before)) {
            changed.add(policy);
        }
        return before == null
                || !Objects.equals(before.pool().gives(), now.pool().gives());
    }

    /**
     * Where pools look.
     *
     * @param nodes as they are at each moment; null if they cannot be read
     * @param nodePools as they are at each moment; null if they cannot be read
     * @param read whether whatever can be read of both has been read
     * @param watched whether both are known as they are now
     * @param refused what to do about those that the API server refuses to list; empty if it does not
     */
    private record Sources(
            @Nullable Collection<Node> nodes,
            @Nullable Collection<NodePool> nodePools,
            boolean read,
            boolean watched,
            Optional<String> refused) {

        static Sources of(NeededKind<?, Node> nodes, NeededKind<?, NodePool> nodePools) {
            // Before the objects: when a kind counts as read, all of its objects are there.
            KindState ofNodes = nodes.state();
            KindState ofNodePools = nodePools.state();
            String refused = Stream.of(
                            nodes.isRefusedNow() ? Nodes.WAY_OUT : "",
                            nodePools.isRefusedNow() && ofNodePools != KindState.ABSENT ? NodePools.WAY_OUT : "")
                    .filter(wayOut -> !wayOut.isEmpty())
                    .collect(Collectors.joining(", and "));
            return new Sources(
                    isReadable(ofNodes) ? nodes.byName().values() : null,
                    isReadable(ofNodePools) ? nodePools.byName().values() : null,
                    ofNodes != KindState.UNREAD && ofNodePools != KindState.UNREAD,
                    ofNodes == KindState.WATCHED
                            && (ofNodePools == KindState.WATCHED || ofNodePools == KindState.ABSENT),
                    Optional.of(refused).filter(words -> !words.isEmpty()));
        }

        /** Of a kind that the cluster does not have, there is none; nodes are a kind of every cluster. */
        private static boolean isReadable(KindState state) {
            return state == KindState.READ || state == KindState.WATCHED || state == KindState.ABSENT;
        }
    }
}
