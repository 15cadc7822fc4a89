package dev.tolerant.core.pod;

import java.util.HashSet;
import java.util.List;
import java.util.Map;

/**
 * A condition on a node's label or field.
 *
 * @param operator In, NotIn, Exists, DoesNotExist, Gt or Lt
 */
public record NodeRequirement(String key, String operator, List<String> values) {

    /** Whether both require the same; the order of the values does not matter. */
    public boolean isSameAs(NodeRequirement other) {
        return key.equals(other.key)
                && operator.equals(other.operator)
                && new HashSet<>(values).equals(new HashSet<>(other.values));
    }

    /** Whether every node with these labels meets it. */
    public boolean isMetBy(Map<String, String> labels) {
        String value = labels.get(key);
        return value != null && (operator.equals("Exists") || (operator.equals("In") && values.contains(value)));
    }

    /** In the selector syntax of {@code kubectl}. */
    @Override
    public String toString() {
        return switch (operator) {
            case "Exists" -> key;
            case "DoesNotExist" -> "!" + key;
            case "Gt" -> key + ">" + String.join(",", values);
            case "Lt" -> key + "<" + String.join(",", values);
            default -> key + (operator.equals("NotIn") ? " notin (" : " in (") + String.join(",", values) + ")";
        };
    }
}
