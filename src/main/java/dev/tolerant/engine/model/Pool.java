package dev.tolerant.engine.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The nodes that a policy is for, which say themselves what its pods must tolerate.
 *
 * @param taintKeys which of the nodes' taints are the pool's: a key, or {@code prefix/*} for all with that prefix
 * @param weight of the preference, 1 to 100
 */
public record Pool(LabelSelector selector, List<String> taintKeys, Binding binding, int weight) {
    /** How the pool's pods are kept to its nodes. */
    public enum Binding {
        REQUIRED,
        PREFERRED,
        NONE
    }

    /** Whether a taint is there to stay, and keeps pods off. */
    public static boolean isLasting(Taint taint) {
        return keepsOff(taint) && !NodeTaints.isPassing(taint.key());
    }

    private static boolean keepsOff(Taint taint) {
        return taint.effect() == Effect.NO_SCHEDULE || taint.effect() == Effect.NO_EXECUTE;
    }

    public boolean selects(Node node) {
        return selector.matches(node.labels());
    }

    /** Whether the pool's pods tolerate the taint where a node of the pool has it. */
    public boolean counts(Taint taint) {
        return keepsOff(taint)
                && taintKeys.stream().anyMatch(name -> LabelSyntax.isNamed(taint.key(), name));
    }

    /** Whether the other pool has the same nodes, and counts the same of their taints. */
    public boolean hasSameTaints(Pool other) {
        return selector.equals(other.selector) && taintKeys.equals(other.taintKeys);
    }

    /** What the pool's pods require of nodes. */
    List<Requirement> required() {
        return binding == Binding.REQUIRED ? requirements() : List.of();
    }

    /** What the pool's pods prefer of nodes. */
    List<NodePreference> preferred() {
        return binding == Binding.PREFERRED ? List.of(new NodePreference(weight, requirements())) : List.of();
    }

    /** What nodes must have to be the pool's. */
    public List<Requirement> requirements() {
        List<Requirement> requirements = new ArrayList<>();
        for (Map.Entry<String, String> label : selector.matchLabels().entrySet()) {
            requirements.add(new Requirement(label.getKey(), Requirement.Operator.IN, List.of(label.getValue())));
        }
        requirements.sort(Comparator.comparing(Requirement::key));
        for (Requirement each : selector.matchExpressions()) {
            requirements.add(new Requirement(
                    each.key(), each.operator(), each.values().stream().sorted().toList()));
        }
        return requirements;
    }
}
