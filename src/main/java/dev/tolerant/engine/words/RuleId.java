package dev.tolerant.engine.words;

/**
 * Identifies the source of a step: a rule, one policy, or what the program checks before all rules.
 *
 * @param policy a name; empty unless this identifies one policy
 */
public record RuleId(Kind kind, String policy) {
    public static final RuleId REVIEW = new RuleId(Kind.REVIEW, "");
    public static final RuleId UPDATE = new RuleId(Kind.UPDATE, "");
    public static final RuleId POLICIES = new RuleId(Kind.POLICIES, "");
    public static final RuleId NAMESPACE_ANNOTATIONS = new RuleId(Kind.NAMESPACE_ANNOTATIONS, "");
    public static final RuleId DAEMON_SET = new RuleId(Kind.DAEMON_SET, "");
    public static final RuleId NODE_FAILURE = new RuleId(Kind.NODE_FAILURE, "");
    public static final RuleId MEMORY_PRESSURE = new RuleId(Kind.MEMORY_PRESSURE, "");
    public static final RuleId EXTENDED_RESOURCES = new RuleId(Kind.EXTENDED_RESOURCES, "");

    /** All sources of steps, in order of precedence. */
    public enum Kind implements Coded {
        /** Decides whether the rules apply to the review at all. */
        REVIEW,
        /** Restores what an update drops from the stored pod. */
        UPDATE,
        POLICIES,
        NAMESPACE_ANNOTATIONS,
        DAEMON_SET,
        NODE_FAILURE,
        MEMORY_PRESSURE,
        EXTENDED_RESOURCES;

        private final String code = Coded.super.code();

        @Override
        public String code() {
            return code;
        }
    }

    public static RuleId policy(String name) {
        return new RuleId(Kind.POLICIES, name);
    }

    public boolean isPolicy() {
        return !policy.isEmpty();
    }

    /** The name in settings and explanations, such as {@code node-failure}; {@code policies/NAME} for one policy. */
    @Override
    public String toString() {
        return isPolicy() ? kind.code + "/" + policy : kind.code;
    }
}
