package dev.tolerant.engine.policy;

import dev.tolerant.engine.controlplane.Node;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The policies, namespaces and nodes with which a review is decided. The set of policies is only ever replaced as a whole.
 *
 * @param namespaces by name; in a cluster this is a concurrent map, in which each namespace is replaced as a whole
 * @param nodes by name, in a cluster a concurrent map as well; empty while the cluster's nodes are not watched
 * @param nodePools in a cluster a view of those that are known at the moment; null if they cannot be read
 * @param stored the reservations by which the guard in the API server judges at this moment, which may be older or newer than the
 *     policies' own
 */
public record Snapshot(
        PolicySet policies,
        Map<String, NamespaceFacts> namespaces,
        Map<String, Node> nodes,
        @Nullable Collection<NodePool> nodePools,
        Reservations stored) {
    public static final Snapshot EMPTY = new Snapshot(PolicySet.EMPTY, Map.of(), Map.of());

    /** Policies, namespaces and nodes where no guard judges by anything else. */
    public Snapshot(PolicySet policies, Map<String, NamespaceFacts> namespaces, Map<String, Node> nodes) {
        this(policies, namespaces, nodes, List.of(), Reservations.NONE);
    }

    /** The same with other policies. */
    public Snapshot with(PolicySet others) {
        return new Snapshot(others, namespaces, nodes, nodePools, stored);
    }

    /** The same while the guard judges by these reservations. */
    public Snapshot with(Reservations others) {
        return new Snapshot(policies, namespaces, nodes, nodePools, others);
    }

    /** The same with these nodes too, instead of those of the same name; policies are over the pools of all nodes. */
    public Snapshot with(Collection<Node> more) {
        Map<String, Node> all = new HashMap<>(nodes);
        more.forEach(node -> all.put(node.name(), node));
        List<Policy> pooled = policies.policies().stream()
                .map(policy -> over(policy, all.values()))
                .toList();
        return new Snapshot(PolicySet.of(pooled), namespaces, all, nodePools, stored);
    }

    private Policy over(Policy policy, Collection<Node> all) {
        return policy.pool() == null
                ? policy
                : policy.with(KnownPool.of(policy.pool(), all, nodePools, policy.poolTaints()));
    }
}
