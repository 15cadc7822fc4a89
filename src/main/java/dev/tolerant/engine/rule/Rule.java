package dev.tolerant.engine.rule;

import dev.tolerant.engine.decision.RuleId;
import dev.tolerant.engine.decision.Step;
import dev.tolerant.engine.policy.NamespaceFacts;
import dev.tolerant.engine.policy.PolicySet;
import org.jspecify.annotations.Nullable;

/** One reason to give a pod tolerations or to refuse it; it looks at the situation and never at what other rules do. */
public sealed interface Rule
        permits Policies, NamespaceAnnotations, DaemonSet, NodeFailure, MemoryPressure, ExtendedResources, SwitchedOff {

    /** The rule's id, which also determines its precedence. */
    RuleId id();

    /** Adds to the offers what this rule would give the pod, or a step that says why it gives nothing. */
    void offer(Situation situation, Offers offers);

    /**
     * Why this rule refuses the pod; null if it does not. For what it only warns of, it adds steps to the draft.
     *
     * @param judged the tolerations that restrictions apply to
     */
    default Step.@Nullable Refused judge(JudgedTolerations judged, Situation situation, Draft draft) {
        return null;
    }

    /** Whether this rule might refuse the pod if it knew the pod's namespace, which it does not. */
    default boolean mightRefuse(JudgedTolerations judged, Situation situation) {
        return false;
    }

    /** Whether this rule can refuse any pod of the namespace. */
    default boolean restricts(PolicySet policies, NamespaceFacts namespace) {
        return false;
    }
}
