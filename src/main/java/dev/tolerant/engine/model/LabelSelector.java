package dev.tolerant.engine.model;

import dev.tolerant.engine.model.Requirement.Operator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A label selector with Kubernetes' semantics; an empty one selects every object. */
public record LabelSelector(Map<String, String> matchLabels, List<Requirement> matchExpressions) {
    public static final LabelSelector EVERYTHING = new LabelSelector(Map.of(), List.of());

    /** Whether the other selector says the same, in whatever order and form. */
    public boolean meansTheSameAs(LabelSelector other) {
        return requirements().equals(other.requirements());
    }

    /** Whether the other selects whatever this one does; false also where only values would tell. */
    boolean isWithin(LabelSelector other) {
        return requirements().containsAll(other.requirements());
    }

    private Set<Requirement> requirements() {
        Set<Requirement> requirements = new HashSet<>();
        matchExpressions.forEach(
                each -> requirements.add(new Requirement(each.key(), each.operator(), Set.copyOf(each.values()))));
        matchLabels.forEach((key, value) -> requirements.add(new Requirement(key, Operator.IN, Set.of(value))));
        return requirements;
    }

    /** The labels that it depends on. */
    public Set<String> keys() {
        Set<String> keys = new HashSet<>(matchLabels.keySet());
        matchExpressions.forEach(requirement -> keys.add(requirement.key()));
        return keys;
    }

    public boolean matches(Map<String, String> labels) {
        for (Map.Entry<String, String> label : matchLabels.entrySet()) {
            if (!label.getValue().equals(labels.get(label.getKey()))) {
                return false;
            }
        }
        for (Requirement requirement : matchExpressions) {
            if (!requirement.matches(labels)) {
                return false;
            }
        }
        return true;
    }
}
