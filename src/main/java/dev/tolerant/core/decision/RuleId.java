package dev.tolerant.core.decision;

/**
 * Who decides something about a pod: a rule, a single policy, or what comes before all rules.
 *
 * @param policy the name of the policy; empty for anything but a single policy
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

    /** The rules, and what comes before them, in order of precedence. */
    public enum Kind {
        /** What the review itself allows: whether a decision is made at all. */
        REVIEW("review"),
        /** What an update gets back of the stored pod. */
        UPDATE("update"),
        POLICIES("policies"),
        NAMESPACE_ANNOTATIONS("namespace-annotations"),
        DAEMON_SET("daemon-set"),
        NODE_FAILURE("node-failure"),
        MEMORY_PRESSURE("memory-pressure"),
        EXTENDED_RESOURCES("extended-resources");

        private final String code;

        Kind(String code) {
            this.code = code;
        }

        /** The name in settings, metrics and explanations. */
        public String code() {
            return code;
        }
    }

    /** The policy of this name. */
    public static RuleId policy(String name) {
        return new RuleId(Kind.POLICIES, name);
    }

    public boolean isPolicy() {
        return !policy.isEmpty();
    }

    /** The name in settings and explanations, such as {@code node-failure}; {@code policies/name} for a single policy. */
    @Override
    public String toString() {
        return isPolicy() ? kind.code + "/" + policy : kind.code;
    }
}
