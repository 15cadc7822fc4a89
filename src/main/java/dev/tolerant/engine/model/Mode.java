package dev.tolerant.engine.model;

/** What becomes of decisions. */
public enum Mode {
    /** Pods are patched and refused. */
    ENFORCE,
    /** Decisions are counted and annotated in the API server's audit log; pods stay as they are. */
    AUDIT
}
