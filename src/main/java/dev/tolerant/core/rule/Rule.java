package dev.tolerant.core.rule;

/** One reason for which pods are given tolerations; it looks at the situation and never at what other rules do. */
public sealed interface Rule
        permits Policies, NamespaceAnnotations, DaemonSet, NodeFailure, MemoryPressure, ExtendedResources, SwitchedOff {

    /** Puts what this rule would give the pod into the offers, or a step that says why that is nothing. */
    void offer(Situation situation, Offers offers);
}
