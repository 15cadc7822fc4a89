package dev.tolerant.core.rule;

import dev.tolerant.core.decision.Refusal;
import dev.tolerant.core.pod.PodFacts;
import dev.tolerant.core.policy.NamespaceFacts;
import java.util.Map;
import java.util.Optional;

/** A pod's node selector that contradicts its namespace's, which PodNodeSelector refuses. */
final class NodeSelectorConflict {
    private NodeSelectorConflict() {}

    static Optional<Refusal> judge(PodFacts pod, NamespaceFacts namespace) {
        for (Map.Entry<String, String> label : namespace.nodeSelector().entrySet()) {
            String own = pod.nodeSelector().get(label.getKey());
            if (own != null && !own.equals(label.getValue())) {
                return Optional.of(refusal(label, own, namespace));
            }
        }
        return Optional.empty();
    }

    private static Refusal refusal(Map.Entry<String, String> label, String own, NamespaceFacts namespace) {
        return new Refusal(
                Refusal.Reason.NODE_SELECTOR,
                "spec.nodeSelector has " + label.getKey() + "=" + own + ", but namespace " + namespace.name()
                        + " keeps its pods to " + label.getKey() + "=" + label.getValue()
                        + "; remove the label from the pod, or have the namespace's annotation "
                        + NamespaceFacts.NODE_SELECTOR + " changed");
    }
}
