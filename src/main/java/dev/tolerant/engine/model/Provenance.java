package dev.tolerant.engine.model;

/**
 * What {@code metadata.managedFields} says about {@code spec.tolerations}. The API server computes the field before
 * admission from what the client sent (k8s.io/apiserver, endpoints/handlers/create.go).
 */
public enum Provenance {
    /** Absent or unreliable, such as the {@code [{}]} that a client can send. */
    UNREADABLE,
    /** No manager owns the tolerations: the client sent none. */
    UNOWNED,
    /** A manager owns the tolerations: the client sent at least one. */
    OWNED,
    /** The fleet keeper owns the tolerations, and with that who wrote which is no longer known. No template can say so. */
    KEPT
}
