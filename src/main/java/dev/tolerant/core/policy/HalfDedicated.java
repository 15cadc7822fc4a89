package dev.tolerant.core.policy;

import dev.tolerant.core.pod.NodeRequirement;
import dev.tolerant.core.toleration.Toleration;
import java.util.List;
import java.util.Optional;

/**
 * Finds policies that dedicate a node pool only halfway: they let pods onto its nodes or require those nodes, but not
 * both.
 */
public final class HalfDedicated {
    private HalfDedicated() {}

    /**
     * What is missing, as a sentence. The label that chooses a pool's nodes may have another key than their taint, so any
     * required or preferred label counts as choosing them, and any taint as theirs. Keys that contain
     * {@code kubernetes.io/} name no pool.
     */
    public static Optional<String> of(Policy policy) {
        List<String> tolerated = policy.tolerations().stream()
                .map(Toleration::key)
                .filter(HalfDedicated::isDedicated)
                .toList();
        boolean chooses = !policy.requiredNodeAffinity().isEmpty()
                || !policy.preferredNodeAffinity().isEmpty();
        if (!tolerated.isEmpty() && !chooses) {
            return Optional.of("pods tolerate the taint " + tolerated.get(0) + " but may run on other nodes: "
                    + (policy.pool() == null
                            ? "add the nodes' label to spec.requiredNodeAffinity, or to spec.preferredNodeAffinity if a"
                                    + " preference is enough"
                            : "set spec.nodes.affinity to Required, or to Preferred if a preference is enough"));
        }
        // The taints of a pool's nodes are always tolerated.
        if (policy.pool() != null || !tolerated.isEmpty() || toleratesEverything(policy)) {
            return Optional.empty();
        }
        return policy.requiredNodeAffinity().stream()
                .map(NodeRequirement::key)
                .filter(HalfDedicated::isDedicated)
                .findFirst()
                .map(key -> "pods require nodes with " + key
                        + " but do not tolerate any taint that keeps other pods away from them: add the nodes' taint to"
                        + " spec.tolerations, or select the nodes in spec.nodes instead");
    }

    private static boolean toleratesEverything(Policy policy) {
        return policy.tolerations().stream()
                .anyMatch(toleration -> toleration.key().isEmpty());
    }

    private static boolean isDedicated(String key) {
        return !key.isEmpty() && !key.contains("kubernetes.io/");
    }
}
