package dev.tolerant.core.toleration;

/** How a toleration compares its value with a taint's, as {@code operator} of a toleration says. */
public enum Operator {
    /** Left out, which means Equal; kept apart because the API tells the two apart when a pod is updated. */
    OMITTED(""),
    EQUAL("Equal"),
    EXISTS("Exists"),
    /** The taint's value is the smaller number (KEP-5471). */
    LT("Lt"),
    /** The taint's value is the larger number (KEP-5471). */
    GT("Gt"),
    /** A text that the API refuses; it matches no taint. */
    UNKNOWN("unknown");

    private final String text;

    Operator(String text) {
        this.text = text;
    }

    /** The operator that the API writes as {@code text}; {@link #UNKNOWN} for any text that it does not know. */
    public static Operator of(String text) {
        return switch (text) {
            case "" -> OMITTED;
            case "Equal" -> EQUAL;
            case "Exists" -> EXISTS;
            case "Lt" -> LT;
            case "Gt" -> GT;
            default -> UNKNOWN;
        };
    }

    /** The operator as the API writes it; empty for {@link #OMITTED}. */
    public String text() {
        return text;
    }

    /** This operator with the API's default in place of nothing. */
    public Operator meaning() {
        return this == OMITTED ? EQUAL : this;
    }

    /** Whether this is Lt or Gt, which a cluster accepts only with {@code TaintTolerationComparisonOperators}. */
    public boolean comparesNumbers() {
        return this == LT || this == GT;
    }

    /** Whether a toleration of {@code value} matches a taint of {@code taintValue}; see ToleratesTaint in k8s.io/api. */
    boolean matches(String value, String taintValue) {
        return switch (this) {
            case EXISTS -> true;
            case OMITTED, EQUAL -> value.equals(taintValue);
            case LT ->
                CanonicalInteger.areBoth(value, taintValue) && Long.parseLong(taintValue) < Long.parseLong(value);
            case GT ->
                CanonicalInteger.areBoth(value, taintValue) && Long.parseLong(taintValue) > Long.parseLong(value);
            case UNKNOWN -> false;
        };
    }
}
