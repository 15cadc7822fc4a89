package dev.tolerant.engine.policy;

import dev.tolerant.engine.pod.Requirement;
import dev.tolerant.engine.pod.Requirement.Operator;
import dev.tolerant.engine.toleration.Toleration;
import java.util.Optional;
import java.util.Set;

/**
 * Finds policies that dedicate a node pool only halfway: they let pods onto its nodes or require those nodes, but not
 * both. A pool's nodes may have one name in their labels and another in their taints, so any label will do.
 */
public final class HalfDedicated {
    private static final Set<Operator> AWAY = Set.of(Operator.NOT_IN, Operator.DOES_NOT_EXIST);

    private HalfDedicated() {}

    /**
     * What to add to a policy whose pods tolerate a pool's taint and may run anywhere, or are kept to nodes of a pool and
     * tolerate no pool's taint. Keys of Kubernetes itself and passing marks name no pool.
     */
    public static Optional<String> of(Policy policy) {
        if (policy.pool() != null || policy.match().isOfAgents()) {
            return Optional.empty();
        }
        Optional<String> tolerated = policy.tolerations().stream()
                .map(Toleration::key)
                .filter(HalfDedicated::isOfPool)
                .findFirst();
        if (tolerated.isPresent()) {
            return isKept(policy) ? Optional.empty() : Optional.of(mayStray(tolerated.get()));
        }
        return letsInEverywhere(policy)
                ? Optional.empty()
                : policy.requiredNodeAffinity().stream()
                        .filter(HalfDedicated::leadsToNodes)
                        .map(Requirement::key)
                        .filter(HalfDedicated::isOfPool)
                        .findFirst()
                        .map(HalfDedicated::staysOut);
    }

    private static String mayStray(String taint) {
        return "pods tolerate the taint " + taint + " but may run on other nodes: add a label of its nodes to"
                + " spec.requiredNodeAffinity, or to spec.preferredNodeAffinity if a preference is enough";
    }

    private static String staysOut(String label) {
        return "pods require nodes with " + label + " but tolerate no taint of such nodes: add it to spec.tolerations,"
                + " or select the nodes in spec.nodes";
    }

    /** Whether the policy's pods are kept to some nodes, by the policy or by what they ask for themselves. */
    private static boolean isKept(Policy policy) {
        return policy.match().asksForNodes()
                || !policy.preferredNodeAffinity().isEmpty()
                || policy.requiredNodeAffinity().stream().anyMatch(HalfDedicated::leadsToNodes);
    }

    private static boolean letsInEverywhere(Policy policy) {
        return policy.tolerations().stream()
                .anyMatch(toleration -> toleration.key().isEmpty());
    }

    private static boolean leadsToNodes(Requirement requirement) {
        return !AWAY.contains(requirement.operator());
    }

    private static boolean isOfPool(String key) {
        int slash = key.indexOf('/');
        String prefix = slash < 0 ? "" : key.substring(0, slash);
        boolean ofKubernetes = prefix.equals("kubernetes.io") || prefix.endsWith(".kubernetes.io");
        return !key.isEmpty() && !ofKubernetes && !Pool.isPassing(key);
    }
}
