package dev.tolerant.engine.pod;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A condition on a node's label or field.
 *
 * @param operator In, NotIn, Exists, DoesNotExist, Gt or Lt
 */
public record NodeRequirement(String key, String operator, List<String> values) {
    /** So many values are found sooner one by one than in a set, which would have to be made first. */
    private static final int FEW = 8;

    /**
     * Whether both require the same; neither the order of the values nor how often each occurs matters. A pod can have
     * thousands of requirements to compare with, so the time depends on the shorter list unless the longer has nothing else.
     */
    public boolean isSameAs(NodeRequirement other) {
        return key.equals(other.key)
                && operator.equals(other.operator)
                && (values.size() < other.values.size()
                        ? areSame(values, other.values)
                        : areSame(other.values, values));
    }

    private static boolean areSame(List<String> shorter, List<String> longer) {
        if (shorter.size() <= FEW) {
            return shorter.containsAll(longer) && longer.containsAll(shorter);
        }
        Set<String> distinct = new HashSet<>(shorter);
        return distinct.containsAll(longer) && new HashSet<>(longer).size() == distinct.size();
    }

    /** Whether the node with these labels meets it, by the rules of node affinity (k8s.io/component-helpers, nodeaffinity). */
    public boolean isMetByNode(Map<String, String> labels) {
        @Nullable String value = labels.get(key);
        return switch (operator) {
            case "In" -> value != null && values.contains(value);
            case "NotIn" -> value == null || !values.contains(value);
            case "Exists" -> value != null;
            case "DoesNotExist" -> value == null;
            case "Gt" -> value != null && compare(value) > 0;
            case "Lt" -> value != null && compare(value) < 0;
            default -> false;
        };
    }

    /** How a label compares with the one value; 0 where either is not a whole number. */
    private int compare(String label) {
        try {
            return Long.compare(Long.parseLong(label), Long.parseLong(values.get(0)));
        } catch (NumberFormatException | IndexOutOfBoundsException notComparable) {
            return 0;
        }
    }

    /** Whether every node that has these labels, among others, meets it. */
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
