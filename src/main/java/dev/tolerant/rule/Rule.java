package dev.tolerant.rule;

import dev.tolerant.pod.Review;
import dev.tolerant.policy.NamespaceFacts;

/** One reason for which pods are given tolerations; it looks at a review and never at what other rules do. */
public sealed interface Rule
        permits NamespaceAnnotations, DaemonSet, NodeFailure, MemoryPressure, ExtendedResources, SwitchedOff {

    /** Puts what this rule would give the pod into the offers, or a step that says why that is nothing. */
    void offer(Review review, NamespaceFacts namespace, Offers offers);
}
