package dev.tolerant.engine.words;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A condition on one label or field: of a node in node affinity, of a pod or a namespace in a label selector.
 *
 * @param values a list where the order is written again, a set where many labels are asked for
 */
public record Requirement(String key, Operator operator, Collection<String> values) {
    /** Nearly always the node's name too. */
    static final String HOSTNAME = "kubernetes.io/hostname";

    public enum Operator {
        IN("In"),
        /** Met by objects without the label too. */
        NOT_IN("NotIn"),
        EXISTS("Exists"),
        DOES_NOT_EXIST("DoesNotExist"),
        /** The label is the larger whole number; not for label selectors. */
        GT("Gt"),
        /** The label is the smaller whole number; not for label selectors. */
        LT("Lt"),
        /** A value that the API refuses; nothing meets it. */
        UNKNOWN("unknown");

        private static final Map<String, Operator> BY_TEXT =
                Stream.of(values()).collect(Collectors.toMap(Operator::text, each -> each));

        private final String text;

        Operator(String text) {
            this.text = text;
        }

        /** {@link #UNKNOWN} for a text that the API does not write. */
        public static Operator of(String text) {
            return BY_TEXT.getOrDefault(text, UNKNOWN);
        }

        public String text() {
            return text;
        }
    }

    /**
     * True of an object with these labels that meets it (labels.Requirement in k8s.io/apimachinery, which node affinity
     * uses too): without the label only NotIn and DoesNotExist are met, and Gt and Lt by whole numbers alone.
     */
    public boolean matches(Map<String, String> labels) {
        return admits(labels.get(key));
    }

    /** True where every object that has these labels, among others, meets it. */
    public boolean isMetByAllWith(Map<String, String> labels) {
        @Nullable String value = labels.get(key);
        return value != null && admits(value);
    }

    /** True where no label meets both; of two that compare numbers, or leave labels out, that is not asked. */
    public boolean contradicts(Requirement other) {
        if (!key.equals(other.key)) {
            return false;
        }
        if (operator == Operator.IN) {
            return values.stream().noneMatch(other::admits);
        }
        if (other.operator == Operator.IN) {
            return other.contradicts(this);
        }
        return (operator == Operator.DOES_NOT_EXIST && !other.admits(null))
                || (other.operator == Operator.DOES_NOT_EXIST && !admits(null));
    }

    private boolean admits(@Nullable String label) {
        return switch (operator) {
            case IN -> label != null && values.contains(label);
            case NOT_IN -> label == null || !values.contains(label);
            case EXISTS -> label != null;
            case DOES_NOT_EXIST -> label == null;
            case GT -> label != null && compare(label) > 0;
            case LT -> label != null && compare(label) < 0;
            case UNKNOWN -> false;
        };
    }

    /** The value of a label that must have this one. */
    public Optional<String> single() {
        return operator == Operator.IN && values.size() == 1
                ? Optional.of(values.iterator().next())
                : Optional.empty();
    }

    public boolean namesHosts() {
        return key.equals(HOSTNAME) && operator == Operator.IN;
    }

    /** Compares a label with the one value; 0 where either is not a whole number of 64 bits, or there are other values. */
    private int compare(String label) {
        if (values.size() != 1) {
            return 0;
        }
        try {
            return Long.compare(
                    Long.parseLong(label), Long.parseLong(values.iterator().next()));
        } catch (NumberFormatException notComparable) {
            return 0;
        }
    }

    /** Neither the order of the values nor how often each occurs matters. */
    public boolean isSameAs(Requirement other) {
        return key.equals(other.key)
                && operator == other.operator
                && values.containsAll(other.values)
                && other.values.containsAll(values);
    }

    /** In the selector syntax of {@code kubectl}. */
    @Override
    public String toString() {
        String listed = String.join(",", values);
        return switch (operator) {
            case EXISTS -> key;
            case DOES_NOT_EXIST -> "!" + key;
            case GT -> key + ">" + listed;
            case LT -> key + "<" + listed;
            case IN -> key + " in (" + listed + ")";
            case NOT_IN -> key + " notin (" + listed + ")";
            case UNKNOWN -> key + " unknown (" + listed + ")";
        };
    }
}
