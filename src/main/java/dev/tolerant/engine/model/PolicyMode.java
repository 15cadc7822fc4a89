package dev.tolerant.engine.model;

/** What the program does with a policy's decisions. */
public enum PolicyMode {
    /** Changes pods. */
    ENFORCE,
    /** Changes nothing, and takes no part in precedence; records in the audit annotations what it would do. */
    AUDIT
}
