package dev.tolerant.crd;

/** How much a policy does; the constants are spelt as in YAML. */
public enum PolicyMode {
    /** Adds and refuses. */
    Enforce,
    /** Adds, and warns where it would refuse. */
    Warn,
    /** Reports what it would do, changes and refuses nothing. */
    Audit,
    /** Takes no part in anything. */
    Disabled
}
