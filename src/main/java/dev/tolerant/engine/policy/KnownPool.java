package dev.tolerant.engine.policy;

import dev.tolerant.engine.policy.Pool.Memory;
import dev.tolerant.engine.policy.Pool.PoolTaints;
import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.Taint;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A policy's pool as it is known from its nodes, its NodePools and what was remembered of both.
 *
 * @param complete true where nodes and NodePools are all known
 * @param selected true where the selector selects a node or a NodePool
 * @param tooMany true where these have more taints than a pool gives tolerations of
 * @param gives the taints that the pool's pods tolerate; null if the pool is not known, so that it gives neither
 *     tolerations nor affinity: a pod that required its nodes and did not tolerate them would wait for ever
 * @param others lasting taints that all of the pool's nodes have, whether they are the pool's or not
 * @param split the pools that a node label splits it into, all of which give what it gives together; null if it is one
 *     pool
 */
public record KnownPool(
        Pool pool,
        boolean complete,
        boolean selected,
        boolean tooMany,
        @Nullable PoolTaints gives,
        List<Taint> others,
        @Nullable Split split) {
    private static final String TOO_MANY_TAINTS = "spec.nodes selects more than " + PoolTaints.MAX
            + " different taints of the pool, so pods get the last set that was small enough, or nothing: narrow"
            + " spec.nodes.selector or spec.nodes.taintKeys";

    private static final String UNKNOWN =
            "spec.nodes selects no node and no NodePool, and none is remembered, so pods get neither its tolerations"
                    + " nor its affinity: check spec.nodes.selector, or list both explicitly";

    private static final String UNREAD =
            "nodes or NodePools cannot be read now, and none is remembered, so pods get neither the pool's tolerations nor"
                    + " its affinity until they can";

    /**
     * @param nodes all nodes; null while they are not known
     * @param nodePools all NodePools; null while they are not known
     * @param memory of the same selector, which counts for what is not selected or not known
     */
    public static KnownPool of(
            Pool pool, @Nullable Collection<Node> nodes, @Nullable Collection<NodePool> nodePools, Memory memory) {
        return pool.labelFrom() == null
                ? one(pool, nodes, nodePools, memory.taints())
                : Split.of(pool, nodes, nodePools, memory);
    }

    private static KnownPool one(
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
            return new KnownPool(pool, complete, false, false, usable(pool, remembered), List.of(), null);
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
        return new KnownPool(pool, complete, true, now.isTooMany(), gives, ofAll(selected, meeting), null);
    }

    /** Null if no remembered taint counts although the pool is to have taints, because its next nodes will have others. */
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

    /** True where pods get the same of both, or nothing for the same reason. */
    public boolean givesSameAs(KnownPool other) {
        if (split != null) {
            return other.split != null && split.givesSameAs(other.split);
        }
        return other.split == null
                && Objects.equals(gives, other.gives)
                && Objects.equals(givesNothingBecause(), other.givesNothingBecause());
    }

    /** A sentence, which names the value of a pool that is split; null if the pool gives what its policy seems to say. */
    public @Nullable String tooManyTaints() {
        if (!tooMany) {
            return null;
        }
        return split == null ? TOO_MANY_TAINTS : "of value " + split.tooMany() + " " + TOO_MANY_TAINTS;
    }

    /** Null if pods get what the pool gives. */
    public @Nullable String givesNothingBecause() {
        if (gives != null) {
            return null;
        }
        return tooMany ? tooManyTaints() : complete ? UNKNOWN : UNREAD;
    }

    /** A sentence about taints of all nodes of a known pool that are not given; null if there are none. */
    public @Nullable String missingTolerations(Predicate<Taint> given) {
        if (gives == null) {
            return null;
        }
        List<Taint> missing = others.stream().filter(given.negate()).toList();
        return missing.isEmpty()
                ? null
                : "every node that spec.nodes selects has " + Taint.listed(missing)
                        + ", which the policy does not give: if it is the pool's, add its key to spec.nodes.taintKeys, unless another"
                        + " rule gives it";
    }

    /**
     * The pools into which a label of the nodes splits a pool.
     *
     * @param byValue the pools of the values that nodes have, that NodePools set or that are remembered
     * @param nodePools all NodePools, of which some may admit any value; null while they are not known
     */
    public record Split(
            Pool whole,
            Map<String, KnownPool> byValue,
            boolean nodesKnown,
            @Nullable Collection<NodePool> nodePools) {

        private static KnownPool of(
                Pool pool, @Nullable Collection<Node> nodes, @Nullable Collection<NodePool> nodePools, Memory memory) {
            String label = Objects.requireNonNull(pool.labelFrom()).label();
            Map<String, List<Node>> nodesOf = new TreeMap<>();
            if (nodes != null) {
                nodes.stream()
                        .filter(pool::selects)
                        .forEach(node -> nodesOf.computeIfAbsent(
                                        node.labels().getOrDefault(label, ""), any -> new ArrayList<>())
                                .add(node));
            }
            Set<String> values = new TreeSet<>(nodesOf.keySet());
            values.addAll(memory.byValue().keySet());
            if (nodePools != null) {
                nodePools.stream()
                        .filter(each -> each.meets(pool.selector()))
                        .flatMap(each -> each.valueOf(label).stream())
                        .forEach(values::add);
            }
            // No namespace asks for it.
            values.remove("");
            Map<String, KnownPool> byValue = new TreeMap<>();
            for (String value : values) {
                byValue.put(
                        value,
                        one(
                                pool.ofValue(value),
                                nodes == null ? null : nodesOf.getOrDefault(value, List.of()),
                                nodePools,
                                memory.byValue().get(value)));
            }
            KnownPool together = one(pool, nodes, nodePools, null);
            List<PoolTaints> gives =
                    byValue.values().stream().flatMap(Split::gives).toList();
            return new KnownPool(
                    pool,
                    together.complete(),
                    together.selected(),
                    byValue.values().stream().anyMatch(KnownPool::tooMany),
                    gives.isEmpty()
                            ? null
                            : new PoolTaints(
                                    gives.stream()
                                            .flatMap(each -> each.ofNodes().stream())
                                            .toList(),
                                    gives.stream()
                                            .flatMap(each -> each.declared().stream())
                                            .toList()),
                    together.others(),
                    new Split(pool, Collections.unmodifiableMap(byValue), nodes != null, nodePools));
        }

        private static Stream<PoolTaints> gives(KnownPool known) {
            return Stream.ofNullable(known.gives());
        }

        /** A pool of no known value has only NodePools that admit any. */
        KnownPool of(String value) {
            KnownPool known = byValue.get(value);
            return known != null ? known : one(whole.ofValue(value), nodesKnown ? List.of() : null, nodePools, null);
        }

        /** Without the values whose pool is not known. */
        public Map<String, PoolTaints> gives() {
            Map<String, PoolTaints> gives = new TreeMap<>();
            byValue.forEach((value, known) -> gives(known).forEach(taints -> gives.put(value, taints)));
            return gives;
        }

        /** Of NodePools that admit any value, and so may have nodes for every one. */
        Set<Taint> sharedTaints() {
            String label = Objects.requireNonNull(whole.labelFrom()).label();
            return Stream.ofNullable(nodePools)
                    .flatMap(Collection::stream)
                    .filter(each -> each.meets(whole.selector()) && each.admitsAny(label))
                    .flatMap(each -> each.taints().stream())
                    .collect(Collectors.toSet());
        }

        private boolean givesSameAs(Split other) {
            return nodesKnown == other.nodesKnown
                    && Objects.equals(nodePools, other.nodePools)
                    && byValue.keySet().equals(other.byValue.keySet())
                    && byValue.entrySet().stream()
                            .allMatch(each -> each.getValue()
                                    .givesSameAs(Objects.requireNonNull(other.byValue.get(each.getKey()))));
        }

        /** The first value whose pool has too many taints; there must be one. */
        private String tooMany() {
            return byValue.entrySet().stream()
                    .filter(each -> each.getValue().tooMany())
                    .map(Map.Entry::getKey)
                    .findFirst()
                    .orElseThrow();
        }
    }
}
