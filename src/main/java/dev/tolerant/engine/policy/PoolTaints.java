package dev.tolerant.engine.policy;

import dev.tolerant.engine.toleration.Taint;
import java.util.List;
import java.util.stream.Stream;

/**
 * The taints that a pool's pods tolerate, each list sorted and without repetition.
 *
 * @param ofNodes that nodes have, with keys that the policy names
 * @param declared that NodePools declare, whatever their keys are
 */
public record PoolTaints(List<Taint> ofNodes, List<Taint> declared) {
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
    public boolean isTooMany() {
        return all().size() > Pool.MAX_TAINTS;
    }

    private static List<Taint> sorted(Stream<Taint> taints) {
        return taints.distinct().sorted(Pool.ORDER).toList();
    }
}
