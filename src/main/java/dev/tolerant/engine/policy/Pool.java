package dev.tolerant.engine.policy;

import dev.tolerant.engine.words.LabelSelector;
import dev.tolerant.engine.words.LabelSyntax;
import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.NodeAffinity.NodePreference;
import dev.tolerant.engine.words.NodeTaints;
import dev.tolerant.engine.words.Requirement;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that a policy is for, which say themselves what its pods must tolerate.
 *
 * @param taintKeys of the pool's own taints: a key, or {@code prefix/*} for all with that prefix
 * @param selector of all nodes; where their label decides whose they are, of those that have it
 * @param weight of the preference, 1 to 100
 * @param labelFrom the label that splits the nodes into pools by its value; null if they are one pool
 */
public record Pool(
        LabelSelector selector,
        List<String> taintKeys,
        Binding binding,
        int weight,
        @Nullable LabelFrom labelFrom) {

    /** Selects the nodes whose label has the value of a label of the pod's namespace. */
    public record LabelFrom(String label, String namespaceLabel) {}

    /**
     * The remembered taints of a pool.
     *
     * @param taints of one pool; null if nothing is remembered, or the pool is split
     * @param byValue of a pool that is split
     */
    public record Memory(@Nullable PoolTaints taints, Map<String, PoolTaints> byValue) {
        public static final Memory NONE = new Memory(null, Map.of());
    }

    Pool ofValue(String value) {
        LabelFrom from = Objects.requireNonNull(labelFrom);
        Map<String, String> labels = new HashMap<>(selector.matchLabels());
        labels.put(from.label(), value);
        List<Requirement> others = selector.matchExpressions().stream()
                .filter(each -> !each.equals(having(from)))
                .toList();
        return new Pool(new LabelSelector(labels, others), taintKeys, binding, weight, null);
    }

    public Pool splitBy(LabelFrom from) {
        List<Requirement> all = Stream.concat(selector.matchExpressions().stream(), Stream.of(having(from)))
                .toList();
        return new Pool(new LabelSelector(selector.matchLabels(), all), taintKeys, binding, weight, from);
    }

    private static Requirement having(LabelFrom from) {
        return new Requirement(from.label(), Requirement.Operator.EXISTS, Set.of());
    }

    public enum Binding {
        REQUIRED,
        PREFERRED,
        NONE
    }

    /** True of a taint that is there to stay, and keeps pods off. */
    public static boolean isLasting(Taint taint) {
        return keepsOff(taint) && !NodeTaints.isPassing(taint.key());
    }

    private static boolean keepsOff(Taint taint) {
        return taint.effect() == Effect.NO_SCHEDULE || taint.effect() == Effect.NO_EXECUTE;
    }

    public boolean selects(Node node) {
        return selector.matches(node.labels());
    }

    /** True where the pool's pods tolerate the taint of a node of the pool. */
    public boolean counts(Taint taint) {
        return keepsOff(taint) && taintKeys.stream().anyMatch(name -> LabelSyntax.isNamed(taint.key(), name));
    }

    /** True where the other pool has the same nodes, and counts the same of their taints. */
    public boolean hasSameTaints(Pool other) {
        return selector.equals(other.selector) && taintKeys.equals(other.taintKeys);
    }

    public List<Requirement> required() {
        return binding == Binding.REQUIRED ? requirements() : List.of();
    }

    public List<NodePreference> preferred() {
        return binding == Binding.PREFERRED ? List.of(new NodePreference(weight, requirements())) : List.of();
    }

    public List<Requirement> requirements() {
        return selector.inOrder();
    }

    /**
     * The taints that a pool's pods tolerate, each list sorted and without repetition.
     *
     * @param ofNodes with keys that the policy names
     * @param declared by NodePools, whatever their keys are
     */
    public record PoolTaints(List<Taint> ofNodes, List<Taint> declared) {
        /** The most taints that one pool gives tolerations of. */
        public static final int MAX = 32;

        public static final Comparator<Taint> ORDER =
                Comparator.comparing(Taint::key).thenComparing(Taint::value).thenComparing(Taint::effect);

        public static final PoolTaints NONE = new PoolTaints(List.of(), List.of());

        public PoolTaints {
            ofNodes = sorted(ofNodes.stream());
            declared = sorted(declared.stream());
        }

        public List<Taint> all() {
            return sorted(Stream.concat(ofNodes.stream(), declared.stream()));
        }

        boolean isTooMany() {
            return all().size() > MAX;
        }

        private static List<Taint> sorted(Stream<Taint> taints) {
            return taints.distinct().sorted(ORDER).toList();
        }
    }
}
