package dev.tolerant.server.cluster;

import dev.tolerant.engine.controlplane.Node;
import dev.tolerant.engine.policy.NodePool;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where pools look.
 *
 * @param nodes all of them; null if they cannot be read
 * @param nodePools all of them; null if they cannot be read
 * @param read whether whatever can be read of both has been read
 * @param watched whether both are known as they are now
 * @param refused what to do about those that the API server refuses to list; empty if it does not
 */
record PoolSources(
        @Nullable Collection<Node> nodes,
        @Nullable Collection<NodePool> nodePools,
        boolean read,
        boolean watched,
        Optional<String> refused) {

    static PoolSources of(NeededKind<?, Node> nodes, NeededKind<?, NodePool> nodePools) {
        // Before the objects: when a kind counts as read, all of its objects are there.
        KindState ofNodes = nodes.state();
        KindState ofNodePools = nodePools.state();
        String refused = Stream.of(
                        nodes.isRefusedNow() ? Nodes.WAY_OUT : "",
                        nodePools.isRefusedNow() && ofNodePools != KindState.ABSENT ? NodePools.WAY_OUT : "")
                .filter(wayOut -> !wayOut.isEmpty())
                .collect(Collectors.joining(", and "));
        return new PoolSources(
                isReadable(ofNodes) ? List.copyOf(nodes.byName().values()) : null,
                isReadable(ofNodePools) ? List.copyOf(nodePools.byName().values()) : null,
                ofNodes != KindState.UNREAD && ofNodePools != KindState.UNREAD,
                ofNodes == KindState.WATCHED && (ofNodePools == KindState.WATCHED || ofNodePools == KindState.ABSENT),
                Optional.of(refused).filter(words -> !words.isEmpty()));
    }

    /** Whether as much is known of both kinds as a whole. */
    boolean isAsGoodAs(PoolSources other) {
        return read == other.read && watched == other.watched && refused.equals(other.refused);
    }

    /** Of a kind that the cluster does not have, there is none. */
    private static boolean isReadable(KindState state) {
        return state.isRead() || state == KindState.ABSENT;
    }
}
