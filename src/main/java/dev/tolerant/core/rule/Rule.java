package dev.tolerant.core.rule;

import dev.tolerant.core.decision.RuleId;
import dev.tolerant.core.decision.Step;
import dev.tolerant.core.toleration.Toleration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One reason to give pods tolerations or to refuse them; it looks at the situation and never at what other rules do. */
public sealed interface Rule
        permits Policies, NamespaceAnnotations, DaemonSet, NodeFailure, MemoryPressure, ExtendedResources, SwitchedOff {

    /** The rule's name, which also says its precedence. */
    RuleId id();

    /** Puts what this rule would give the pod into the offers, or a step that says why it gives nothing. */
    void offer(Situation situation, Offers offers);

    /**
     * Why this rule refuses the pod; null if it does not. It adds steps to the draft for what it only warns of.
     *
     * @param authors the tolerations that restrictions judge
     */
    default Step.@Nullable Refused judge(List<Toleration> authors, Situation situation, Draft draft) {
        return null;
    }
}
