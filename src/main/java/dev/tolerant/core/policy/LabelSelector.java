package dev.tolerant.core.policy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Labels that an object must have, as Kubernetes selects them; one that asks for nothing selects everything. */
public record LabelSelector(Map<String, String> matchLabels, List<Requirement> matchExpressions) {
    public static final LabelSelector EVERYTHING = new LabelSelector(Map.of(), List.of());

    /** How a label is compared. */
    public enum Operator {
        IN,
        /** Also without the label. */
        NOT_IN,
        EXISTS,
        DOES_NOT_EXIST
    }

    /** One thing that a label must be. */
    public record Requirement(String key, Operator operator, Set<String> values) {
        boolean matches(Map<String, String> labels) {
            @Nullable String value = labels.get(key);
            return switch (operator) {
                case IN -> value != null && values.contains(value);
                case NOT_IN -> value == null || !values.contains(value);
                case EXISTS -> value != null;
                case DOES_NOT_EXIST -> value == null;
            };
        }
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
