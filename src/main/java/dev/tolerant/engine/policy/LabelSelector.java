package dev.tolerant.engine.policy;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A label selector with Kubernetes' semantics; an empty one selects every object. */
public record LabelSelector(Map<String, String> matchLabels, List<Requirement> matchExpressions) {
    public static final LabelSelector EVERYTHING = new LabelSelector(Map.of(), List.of());

    /** How a requirement compares a label. */
    public enum Operator {
        IN("In"),
        /** Also selects objects without the label. */
        NOT_IN("NotIn"),
        EXISTS("Exists"),
        DOES_NOT_EXIST("DoesNotExist");

        private final String text;

        Operator(String text) {
            this.text = text;
        }

        /** The name in the API. */
        public String text() {
            return text;
        }

        /** The operator with this name in the API. */
        public static Optional<Operator> of(String text) {
            return Arrays.stream(values())
                    .filter(operator -> operator.text.equals(text))
                    .findFirst();
        }
    }

    /** One of a selector's {@code matchExpressions}. */
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

    /** Whether the other selector says the same, in whatever order and form. */
    public boolean meansTheSameAs(LabelSelector other) {
        return requirements().equals(other.requirements());
    }

    private Set<Requirement> requirements() {
        Set<Requirement> requirements = new HashSet<>(matchExpressions);
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
