package dev.tolerant.core.decision;

import dev.tolerant.core.pod.NodeRequirement;
import dev.tolerant.core.toleration.Toleration;
import dev.tolerant.core.toleration.TolerationSeconds;

/** One thing to do to a pod. */
public sealed interface Change {

    /** Sets or removes the seconds of a toleration that the pod has. */
    record SetSeconds(int index, TolerationSeconds seconds) implements Change {}

    /** Appends a toleration to the pod's list. */
    record Append(Toleration toleration) implements Change {}

    /** Appends the toleration that stands at this index of the stored pod, with every field that it has there. */
    record Restore(int oldIndex) implements Change {}

    /**
     * Adds a requirement to required node affinity.
     *
     * @param term the index of the term that it is added to; 0 also where there is no term yet
     */
    record RequireNodes(int term, NodeRequirement requirement) implements Change {}

    /** Adds a label to the pod's node selector. */
    record SelectNodes(String key, String value) implements Change {}
}
