package dev.tolerant.core.rule;

import dev.tolerant.core.decision.RuleId;
import dev.tolerant.core.decision.Step;
import dev.tolerant.core.toleration.Toleration;
import java.util.List;
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
     * @param authors the tolerations that restrictions apply to
     */
    default Step.@Nullable Refused judge(List<Toleration> authors, Situation situation, Draft draft) {
        return null;
    }
}
