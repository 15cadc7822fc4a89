package dev.tolerant.engine.words;

/** The mode of the whole program or of one policy, in which decisions take effect or are only reported. */
public enum Mode {
    /** Pods are patched and refused. */
    ENFORCE,
    /**
     * Decisions are counted and annotated in the API server's audit log, and pods stay as they are. A policy in this mode takes no part
     * in precedence.
     */
    AUDIT
}
