package dev.tolerant.observed.findings;

import dev.tolerant.engine.controlplane.Node;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.policy.PolicyMode;
import dev.tolerant.engine.policy.ReservedTaint;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * Something odd about what a policy reserves.
 *
 * @param sentence begins with a verb, of which the policy is the subject
 */
public record ReservationFinding(String policy, Code code, String sentence) {
    private static final int MOST_NAMES = 10;

    /** What is odd. */
    public enum Code {
        /** No node has a taint that is reserved. */
        NO_SUCH_TAINT,
        /** Nodes that are not the policy's have a taint that is reserved. */
        ON_OTHER_NODES,
        /** A policy reserves all of what another reserves one of. */
        CONTRADICTS
    }

    /** What is odd about these policies together; nodes count if there are any. */
    public static List<ReservationFinding> of(List<Policy> policies, Collection<Node> nodes) {
        List<ReservationFinding> findings = new ArrayList<>();
        for (Policy policy : policies) {
            for (ReservedTaint taint : policy.reservedTaints()) {
                if (!nodes.isEmpty()) {
                    addOfNodes(findings, policy, taint, nodes);
                }
                addOfOthers(findings, policy, taint, policies);
            }
        }
        return findings;
    }

    private static void addOfNodes(
            List<ReservationFinding> findings, Policy policy, ReservedTaint taint, Collection<Node> nodes) {
        List<Node> having = nodes.stream()
                .filter(node -> node.taints().stream().anyMatch(taint::includes))
                .toList();
        if (having.isEmpty()) {
            findings.add(new ReservationFinding(
                    policy.name(),
                    Code.NO_SUCH_TAINT,
                    "reserves " + taint + ", a taint that no node has: see whether it is spelt as the nodes have it"));
        }
        List<String> others = having.stream()
                .filter(isOf(policy).negate())
                .map(Node::name)
                .sorted()
                .toList();
        if (!others.isEmpty()) {
            findings.add(new ReservationFinding(
                    policy.name(),
                    Code.ON_OTHER_NODES,
                    "reserves " + taint + ", a taint of nodes that it does not keep its pods to as well: "
                            + named(others)
                            + "; name its value, or give these nodes a taint of their own"));
        }
    }

    /** The nodes that the policy keeps its pods to; all where it keeps them to none. */
    private static Predicate<Node> isOf(Policy policy) {
        return policy.pool() == null
                ? node -> policy.requiredNodeAffinity().stream().allMatch(each -> each.matches(node.labels()))
                : Objects.requireNonNull(policy.pool())::selects;
    }

    private static void addOfOthers(
            List<ReservationFinding> findings, Policy policy, ReservedTaint taint, List<Policy> policies) {
        for (Policy other : policies) {
            other.reservedTaints().stream()
                    .filter(narrower -> !other.name().equals(policy.name()) && taint.isWiderThan(narrower))
                    .filter(narrower -> other.mode() == PolicyMode.ENFORCE && policy.mode() == PolicyMode.ENFORCE)
                    .findFirst()
                    .ifPresent(narrower -> findings.add(new ReservationFinding(
                            policy.name(),
                            Code.CONTRADICTS,
                            "reserves " + taint + ", and so refuses the pods of TolerationPolicy " + other.name()
                                    + ", which reserves " + narrower
                                    + " alone: let one of them name what the other does not")));
        }
    }

    /** The first ten names, and how many more there are. */
    public static String named(List<String> names) {
        int more = names.size() - MOST_NAMES;
        return String.join(", ", names.subList(0, Math.min(MOST_NAMES, names.size())))
                + (more > 0 ? " and " + more + " more" : "");
    }
}
