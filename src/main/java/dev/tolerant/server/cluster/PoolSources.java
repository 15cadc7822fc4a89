package dev.tolerant.server.cluster;

import dev.tolerant.engine.model.Node;
import dev.tolerant.engine.model.NodePool;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where pools look: nodes and NodePools, each of which counts for itself.
 *
 * @param nodes all of them; null while they are not known
 * @param nodePools all of them; null while they are not known
 * @param read whether it is clear of both whether they can be read
 * @param watched whether both are known as they are now
 * @param trouble what the API server answers of those that are refused or failing, with the way out; empty if neither is
 */
record PoolSources(
        @Nullable Collection<Node> nodes,
        @Nullable Collection<NodePool> nodePools,
        boolean read,
        boolean watched,
        Optional<String> trouble) {

    static PoolSources of(Reflector<Node> nodes, Reflector<NodePool> nodePools) {
        // Before the objects: when a kind counts as read, all of its objects are there.
        KindState ofNodes = nodes.state();
        KindState ofNodePools = nodePools.state();
        String trouble = Stream.of(nodes.trouble(), nodePools.trouble())
                .flatMap(Optional::stream)
                .collect(Collectors.joining("; "));
        return new PoolSources(
                known(ofNodes, nodes),
                known(ofNodePools, nodePools),
                ofNodes != KindState.UNREAD && ofNodePools != KindState.UNREAD,
                ofNodes.isCurrent() && ofNodePools.isCurrent(),
                Optional.of(trouble).filter(words -> !words.isEmpty()));
    }

    private static <F> @Nullable Collection<F> known(KindState state, Reflector<F> kind) {
        if (!state.isKnown()) {
            return null;
        }
        return state == KindState.ABSENT ? List.of() : List.copyOf(kind.byName().values());
    }

    /** Whether as much is known of both kinds as a whole. */
    boolean isAsGoodAs(PoolSources other) {
        return read == other.read
                && watched == other.watched
                && trouble.equals(other.trouble)
                && (nodes == null) == (other.nodes == null)
                && (nodePools == null) == (other.nodePools == null);
    }
}
