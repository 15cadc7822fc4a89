package dev.tolerant.engine.model;

import dev.tolerant.engine.model.NodeAffinity.NodePreference;

/** One change to a pod. */
public sealed interface Change {

    /** Sets or removes the seconds of a toleration that the pod already has. */
    record SetSeconds(int index, TolerationSeconds seconds) implements Change {}

    /** Appends a toleration to the pod's list. */
    record Append(Toleration toleration) implements Change {}

    /** Appends the toleration at this index of the stored pod, with all the fields that it has there. */
    record Restore(int oldIndex) implements Change {}

    /**
     * Adds a requirement to required node affinity.
     *
     * @param term the index of the term to add it to; 0 if the affinity has no term yet
     */
    record RequireNodes(int term, Requirement requirement) implements Change {}

    /** Adds an entry to preferred node affinity. */
    record PreferNodes(NodePreference preference) implements Change {}
}
