package dev.tolerant.engine.model;

/** The {@code operator} of a toleration: how the toleration compares its value with a taint's. */
public enum Operator {
    /** Omitted, which means Equal; a separate constant, because the API distinguishes the two when a pod is updated. */
    OMITTED(""),
    EQUAL("Equal"),
    EXISTS("Exists"),
    /** The taint's value is the smaller number (KEP-5471). */
    LT("Lt"),
    /** The taint's value is the larger number (KEP-5471). */
    GT("Gt"),
    /** A value that the API refuses; it matches no taint. */
    UNKNOWN("unknown");

    private final String text;

    Operator(String text) {
        this.text = text;
    }

    /** The operator that the API writes as {@code text}; {@link #UNKNOWN} for any other text. */
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

    /** {@link #EQUAL} for {@link #OMITTED}, as the API defaults it; otherwise this operator. */
    public Operator meaning() {
        return this == OMITTED ? EQUAL : this;
    }

    /** Whether this is Lt or Gt, which a cluster accepts only with {@code TaintTolerationComparisonOperators}. */
    public boolean comparesNumbers() {
        return this == LT || this == GT;
    }

    /**
     * Whether a toleration with {@code value} matches a taint with {@code taintValue} (ToleratesTaint in
     * k8s.io/api/core/v1).
     */
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
