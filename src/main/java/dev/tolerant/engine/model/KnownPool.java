package dev.tolerant.engine.model;

import dev.tolerant.engine.model.Pool.PoolTaints;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a policy's pool, from its nodes, its NodePools and what was remembered of both.
 *
 * @param complete whether nodes and NodePools are all known
 * @param selected whether there is a node or a NodePool that the selector selects
 * @param tooMany whether they have more taints than a pool gives tolerations of
 * @param gives the taints that the pool's pods tolerate; null if the pool is not known, so that it gives neither tolerations nor
 *     affinity: a pod that required its nodes and did not tolerate them would wait for ever
 * @param others lasting taints that all of the pool's nodes have, whether they are the pool's or not
 */
public record KnownPool(
        Pool pool,
        boolean complete,
        boolean selected,
        boolean tooMany,
        @Nullable PoolTaints gives,
        List<Taint> others) {
    /** What is said of a pool with too many taints. */
    public static final String TOO_MANY_TAINTS = "spec.nodes selects more than " + PoolTaints.MAX
            + " different taints of the pool, so pods get the last set that was small enough, or else nothing: narrow"
            + " spec.nodes.selector or spec.nodes.taintKeys";

    /** What is said of a pool that is not known. */
    public static final String UNKNOWN =
            "spec.nodes selects no node and no NodePool, and nothing usable is remembered, so pods get neither its tolerations"
                    + " nor its affinity: check spec.nodes.selector, or write both by hand";

    /** What is said of a pool of which nothing is known because its nodes cannot be read. */
    public static final String UNREAD =
            "nodes or NodePools cannot be read now, and nothing usable is remembered, so pods get neither the pool's tolerations nor"
                    + " its affinity until they can";

    private static KnownPool remembered(Pool pool, boolean complete, @Nullable PoolTaints remembered) {
        return new KnownPool(pool, complete, false, false, usable(pool, remembered), List.of());
    }

    /**
     * What is known now.
     *
     * @param nodes all nodes; null while they are not known
     * @param nodePools all NodePools; null while they are not known
     * @param remembered of the same selector, which counts for what is not selected or not known
     */
    public static KnownPool of(
            Pool pool,
            @Nullable Collection<Node> nodes,
            @Nullable Collection<NodePool> nodePools,
            @Nullable PoolTaints remembered) {
        List<Node> selected =
                nodes == null ? List.of() : nodes.stream().filter(pool::selects).toList();
        List<NodePool> meeting = nodePools == null
                ? List.of()
                : nodePools.stream().filter(each -> each.meets(pool.selector())).toList();
        boolean complete = nodes != null && nodePools != null;
        if (selected.isEmpty() && meeting.isEmpty()) {
            return remembered(pool, complete, remembered);
        }
        PoolTaints last = counted(pool, remembered == null ? PoolTaints.NONE : remembered);
        PoolTaints now = new PoolTaints(
                nodes == null ? last.ofNodes() : ofNodes(pool, selected),
                nodePools == null
                        ? last.declared()
                        : meeting.stream()
                                .flatMap(each -> each.taints().stream())
                                .toList());
        PoolTaints gives = now.isTooMany() ? usable(pool, remembered) : now;
        return new KnownPool(pool, complete, true, now.isTooMany(), gives, ofAll(selected, meeting));
    }

    /**
     * What counts of taints that are remembered; null if nothing does although the pool is to have taints, because its next
     * nodes will have others.
     */
    private static @Nullable PoolTaints usable(Pool pool, @Nullable PoolTaints remembered) {
        if (remembered == null) {
            return null;
        }
        PoolTaints usable = counted(pool, remembered);
        boolean isOfOthers = usable.ofNodes().isEmpty()
                && !remembered.ofNodes().isEmpty()
                && !pool.taintKeys().isEmpty();
        return usable.isTooMany() || isOfOthers ? null : usable;
    }

    private static PoolTaints counted(Pool pool, PoolTaints remembered) {
        return new PoolTaints(remembered.ofNodes().stream().filter(pool::counts).toList(), remembered.declared());
    }

    private static List<Taint> ofNodes(Pool pool, List<Node> selected) {
        return selected.stream()
                .flatMap(node -> node.taints().stream())
                .filter(pool::counts)
                .toList();
    }

    private static List<Taint> ofAll(List<Node> selected, List<NodePool> meeting) {
        if (selected.isEmpty()) {
            return List.of();
        }
        Set<Taint> common = new LinkedHashSet<>(selected.get(0).taints());
        selected.forEach(node -> common.retainAll(node.taints()));
        meeting.forEach(each -> common.removeAll(each.startupTaints()));
        return common.stream().filter(Pool::isLasting).sorted(PoolTaints.ORDER).toList();
    }

    /** Whether pods get the same of both, or nothing for the same reason. */
    public boolean givesSameAs(KnownPool other) {
        return Objects.equals(gives, other.gives) && Objects.equals(unknown(), other.unknown());
    }

    /** Why the pool does not give what its policy seems to say; null if it does. */
    public @Nullable String problem() {
        return tooMany ? TOO_MANY_TAINTS : null;
    }

    /** Why pods get nothing of the pool; null if it is known. */
    public @Nullable String unknown() {
        if (gives != null) {
            return null;
        }
        return tooMany ? TOO_MANY_TAINTS : complete ? UNKNOWN : UNREAD;
    }

    /** The taints of all nodes of a known pool that are not given; null if there are none. */
    public @Nullable String missingTolerations(Predicate<Taint> given) {
        if (gives == null) {
            return null;
        }
        List<Taint> missing = others.stream().filter(given.negate()).toList();
        return missing.isEmpty()
                ? null
                : "every node that spec.nodes selects has " + listed(missing)
                        + ", which the policy does not give: if it is the pool's, add its key to spec.nodes.taintKeys, unless another"
                        + " rule gives it";
    }

    private static String listed(List<Taint> taints) {
        return taints.stream().map(Taint::toString).collect(Collectors.joining(", "));
    }
}
