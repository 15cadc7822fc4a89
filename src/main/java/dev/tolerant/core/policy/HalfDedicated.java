package dev.tolerant.core.policy;

import dev.tolerant.core.pod.NodeRequirement;
import dev.tolerant.core.toleration.Toleration;
import java.util.Optional;

/**
 * Finds policies that dedicate a node pool only halfway: they let pods onto its nodes or require those nodes, but not
 * both.
 */
public final class HalfDedicated {
    private HalfDedicated() {}

    /**
     * What to add for the first key that the policy tolerates but does not require, or requires but does not tolerate;
     * keys that contain {@code kubernetes.io/} do not count.
     */
    public static Optional<String> of(Policy policy) {
        for (Toleration toleration : policy.tolerations()) {
            String key = toleration.key();
            boolean required = policy.requiredNodeAffinity().stream()
                    .anyMatch(node -> node.key().equals(key));
            if (isDedicated(key) && !required) {
                return Optional.of("pods tolerate the taint " + key + " but may run on other nodes: add " + key
                        + " to spec.requiredNodeAffinity");
            }
        }
        for (NodeRequirement requirement : policy.requiredNodeAffinity()) {
            String key = requirement.key();
            boolean tolerated = policy.tolerations().stream()
                    .anyMatch(toleration ->
                            toleration.key().isEmpty() || toleration.key().equals(key));
            if (isDedicated(key) && !tolerated) {
                return Optional.of("pods require nodes with " + key + " but do not tolerate a taint with that key: add "
                        + key + " to spec.tolerations");
            }
        }
        return Optional.empty();
    }

    private static boolean isDedicated(String key) {
        return !key.isEmpty() && !key.contains("kubernetes.io/");
    }
}
