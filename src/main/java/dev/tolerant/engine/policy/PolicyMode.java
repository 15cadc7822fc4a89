package dev.tolerant.engine.policy;

/** What the program does with a policy's decisions. */
public enum PolicyMode {
    /** Changes pods and refuses those that violate the policy's restriction. */
    ENFORCE,
    /** Changes pods and warns of each change; warns where Enforce would refuse. */
    WARN,
    /** Changes and refuses nothing; records in the audit annotations what it would do. */
    AUDIT,
    /** Neither changes nor refuses new pods, and reports nothing. */
    DISABLED;

    /** Whether the policy changes new pods, and so takes part in precedence. */
    public boolean gives() {
        return this == ENFORCE || this == WARN;
    }
}
