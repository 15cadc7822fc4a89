package dev.tolerant.engine.rule;

import dev.tolerant.engine.model.RuleId;
import dev.tolerant.engine.model.Step.Refusal;
import org.jspecify.annotations.Nullable;

/** One reason to give a pod tolerations or to refuse it; it looks at the situation and never at what other rules do. */
public sealed interface Rule
        permits Policies, NamespaceAnnotations, DaemonSet, NodeFailure, MemoryPressure, ExtendedResources, SwitchedOff {

    /** The rule's id, which also determines its precedence. */
    RuleId id();

    /** Adds to the offers what this rule would give the pod, or a step that says why it gives nothing. */
    void offer(Situation situation, Offers offers);

    /** Why this rule refuses the pod; null if it does not. */
    default @Nullable Refusal refusal(Situation situation, Whitelist whitelist, Draft draft) {
        return null;
    }
}
