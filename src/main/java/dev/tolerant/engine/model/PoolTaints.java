package dev.tolerant.engine.model;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The taints that a pool's pods tolerate, each list sorted and without repetition.
 *
 * @param ofNodes that nodes have, with keys that the policy names
 * @param declared that NodePools declare, whatever their keys are
 */
public record PoolTaints(List<Taint> ofNodes, List<Taint> declared) {
    /** The most taints that one pool gives tolerations of. */
    public static final int MAX = 32;

    /** The order in which a pool's taints are given. */
    public static final Comparator<Taint> ORDER =
            Comparator.comparing(Taint::key).thenComparing(Taint::value).thenComparing(Taint::effect);

    public static final PoolTaints NONE = new PoolTaints(List.of(), List.of());

    public PoolTaints {
        ofNodes = sorted(ofNodes.stream());
        declared = sorted(declared.stream());
    }

    /** Both together. */
    public List<Taint> all() {
        return sorted(Stream.concat(ofNodes.stream(), declared.stream()));
    }

    /** Whether they are more than a pool gives tolerations of. */
    boolean isTooMany() {
        return all().size() > MAX;
    }

    private static List<Taint> sorted(Stream<Taint> taints) {
        return taints.distinct().sorted(ORDER).toList();
    }
}
