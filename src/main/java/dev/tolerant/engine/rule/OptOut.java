package dev.tolerant.engine.rule;

import dev.tolerant.engine.model.NamespaceFacts;
import dev.tolerant.engine.model.PodFacts;
import dev.tolerant.engine.model.Step.SkipReason;
import org.jspecify.annotations.Nullable;

/** Whose label {@value PodFacts#INJECT_LABEL} turns additions off. */
public enum OptOut {
    PODS_AND_NAMESPACES,
    NAMESPACES;

    /** Which label turns additions to the pod off; null if none does. */
    @Nullable
    SkipReason of(PodFacts pod, NamespaceFacts namespace) {
        if (this == PODS_AND_NAMESPACES && pod.isOptedOut()) {
            return SkipReason.POD_OPTED_OUT;
        }
        return namespace.isOptedOut() ? SkipReason.NAMESPACE_OPTED_OUT : null;
    }
}
