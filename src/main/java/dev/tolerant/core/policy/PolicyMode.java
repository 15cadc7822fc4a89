package dev.tolerant.core.policy;

/** What becomes of a policy's decisions. */
public enum PolicyMode {
    ENFORCE,
    /** Adds and warns; what it would refuse it warns of. */
    WARN,
    /** Changes and refuses nothing; says in the audit annotations what it would do. */
    AUDIT,
    DISABLED;

    /** Whether the policy gives pods something, and so takes part in precedence. */
    public boolean gives() {
        return this == ENFORCE || this == WARN;
    }
}
