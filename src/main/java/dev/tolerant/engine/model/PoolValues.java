package dev.tolerant.engine.model;

import dev.tolerant.engine.model.Pool.Memory;
import dev.tolerant.engine.model.Pool.PoolTaints;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a pool that each value of a node label splits into pools of their own.
 *
 * @param whole what is known of all together: it gives what any of them gives
 * @param byValue the pools of the values that nodes have, that NodePools set or that are remembered
 * @param nodesKnown whether nodes are known
 * @param nodePools all NodePools, of which some may admit any value; null while they are not known
 */
public record PoolValues(
        KnownPool whole,
        Map<String, KnownPool> byValue,
        boolean nodesKnown,
        @Nullable Collection<NodePool> nodePools) {

    /** The pools of a pool with {@link Pool#labelFrom}; the arguments are those of {@link KnownPool#of}. */
    public static PoolValues of(
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
                    KnownPool.of(
                            pool.ofValue(value),
                            nodes == null ? null : nodesOf.getOrDefault(value, List.of()),
                            nodePools,
                            memory.byValue().get(value)));
        }
        return new PoolValues(
                whole(pool, nodes, nodePools, byValue), Collections.unmodifiableMap(byValue), nodes != null, nodePools);
    }

    private static KnownPool whole(
            Pool pool,
            @Nullable Collection<Node> nodes,
            @Nullable Collection<NodePool> nodePools,
            Map<String, KnownPool> byValue) {
        KnownPool together = KnownPool.of(pool, nodes, nodePools, null);
        List<PoolTaints> gives =
                byValue.values().stream().flatMap(PoolValues::gives).toList();
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
                together.others());
    }

    private static Stream<PoolTaints> gives(KnownPool known) {
        return Stream.ofNullable(known.gives());
    }

    /** What is known of the pool of a value, which only NodePools that admit any value may have. */
    KnownPool of(String value) {
        KnownPool known = byValue.get(value);
        return known != null
                ? known
                : KnownPool.of(whole.pool().ofValue(value), nodesKnown ? List.of() : null, nodePools, null);
    }

    /** The taints of each value whose pool is known. */
    public Map<String, PoolTaints> gives() {
        Map<String, PoolTaints> gives = new TreeMap<>();
        byValue.forEach((value, known) -> gives(known).forEach(taints -> gives.put(value, taints)));
        return gives;
    }

    /** Whether pods get the same of each pool, or nothing for the same reason. */
    public boolean givesSameAs(PoolValues other) {
        return nodesKnown == other.nodesKnown
                && Objects.equals(nodePools, other.nodePools)
                && byValue.keySet().equals(other.byValue.keySet())
                && byValue.entrySet().stream()
                        .allMatch(each ->
                                each.getValue().givesSameAs(Objects.requireNonNull(other.byValue.get(each.getKey()))));
    }

    /** The first value whose pool has too many taints, if there is one. */
    public Optional<String> tooMany() {
        return byValue.entrySet().stream()
                .filter(each -> each.getValue().tooMany())
                .map(Map.Entry::getKey)
                .findFirst();
    }
}
