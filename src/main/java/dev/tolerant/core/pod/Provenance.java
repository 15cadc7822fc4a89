package dev.tolerant.core.pod;

/**
 * What {@code metadata.managedFields} tells about {@code spec.tolerations}: the API server computes it from what the
 * client sent, before admission (k8s.io/apiserver, endpoints/handlers/create.go).
 */
public enum Provenance {
    /** Absent, or not in a form that can be relied on, such as the {@code [{}]} that a client can send. */
    UNREADABLE,
    /** No manager owns the tolerations: the client sent none. */
    UNOWNED,
    /** A manager owns the tolerations: the client sent at least one. */
    OWNED
}
