package dev.tolerant.observed.explain;

import dev.tolerant.engine.model.KnownPool;
import dev.tolerant.engine.model.Mode;
import dev.tolerant.engine.model.Node;
import dev.tolerant.engine.model.NodePool;
import dev.tolerant.engine.model.Policy;
import dev.tolerant.engine.model.Pool;
import dev.tolerant.engine.model.Pool.PoolTaints;
import dev.tolerant.engine.model.Reserve.ReservedTaint;
import dev.tolerant.engine.model.Taint;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Something odd about what a policy reserves.
 *
 * @param sentence begins with a verb, of which the policy is the subject
 */
public record ReservationFinding(String policy, Code code, String sentence) {
    /** The kind of finding. */
    public enum Code {
        /** What the policy gives cannot be reserved, and it names no taints. */
        RESERVES_NOTHING,
        /** No node has a taint that is reserved, and none of a known pool or of a NodePool will. */
        NO_SUCH_TAINT,
        /** Nodes that are not the policy's have a taint that is reserved. */
        ON_OTHER_NODES,
        /** A policy reserves all of what another reserves one of. */
        CONTRADICTS
    }

    /** The findings about these policies together; nodes count if there are any, and then those of pools that have none now. */
    public static List<ReservationFinding> of(
            List<Policy> policies, Collection<Node> nodes, Collection<NodePool> nodePools) {
        List<Taint> expected = Stream.concat(
                        policies.stream().flatMap(ReservationFinding::known),
                        nodePools.stream().flatMap(each -> each.taints().stream()))
                .toList();
        List<Reserved> all = policies.stream()
                .flatMap(policy -> policy.reservedTaints().stream().map(taint -> new Reserved(policy, taint)))
                .toList();
        Map<String, List<Reserved>> byKey =
                all.stream().collect(Collectors.groupingBy(each -> each.taint().key()));
        List<ReservationFinding> findings = new ArrayList<>();
        policies.stream()
                .filter(policy ->
                        policy.reserve() != null && policy.reservedTaints().isEmpty())
                .map(policy -> new ReservationFinding(
                        policy.name(),
                        Code.RESERVES_NOTHING,
                        "reserves nothing yet: name the pool's taints in spec.reserve.taints"))
                .forEach(findings::add);
        for (Reserved each : all) {
            if (!nodes.isEmpty()) {
                addOfNodes(findings, each.policy(), each.taint(), nodes, expected);
            }
            addOfOthers(findings, each, byKey.getOrDefault(each.taint().key(), List.of()));
        }
        return findings;
    }

    /** What the policy's pool gives, also while it has no nodes. */
    private static Stream<Taint> known(Policy policy) {
        KnownPool pool = policy.known();
        PoolTaints gives = pool == null ? null : pool.gives();
        return gives == null ? Stream.of() : Stream.concat(gives.ofNodes().stream(), gives.declared().stream());
    }

    private record Reserved(Policy policy, ReservedTaint taint) {

        /** Whether it refuses the pods of the other's policy. */
        boolean contradicts(Reserved other) {
            return !other.policy.name().equals(policy.name())
                    && taint.isWiderThan(other.taint)
                    && other.policy.mode() == Mode.ENFORCE
                    && policy.mode() == Mode.ENFORCE;
        }
    }

    private static void addOfNodes(
            List<ReservationFinding> findings,
            Policy policy,
            ReservedTaint taint,
            Collection<Node> nodes,
            List<Taint> expected) {
        List<Node> having = nodes.stream()
                .filter(node -> node.taints().stream().anyMatch(taint::includes))
                .toList();
        if (having.isEmpty() && expected.stream().noneMatch(taint::includes)) {
            findings.add(new ReservationFinding(
                    policy.name(),
                    Code.NO_SUCH_TAINT,
                    "reserves " + taint + ", a taint that no node has: see whether it is spelt as the nodes have it"));
        }
        List<String> others = having.stream()
                .filter(node -> !isOf(policy, node))
                .map(Node::name)
                .sorted()
                .toList();
        if (!others.isEmpty()) {
            findings.add(new ReservationFinding(
                    policy.name(),
                    Code.ON_OTHER_NODES,
                    "reserves " + taint + ", which is also on nodes outside its pool: " + Report.first(10, others)
                            + "; name its value, or give these nodes a taint of their own"));
        }
    }

    /** Whether the policy keeps its pods to the node, or to none. */
    private static boolean isOf(Policy policy, Node node) {
        Pool pool = policy.pool();
        return pool == null
                ? policy.requiredNodeAffinity().stream().allMatch(each -> each.matches(node.labels()))
                        && policy.values().required().stream()
                                .allMatch(each -> node.labels()
                                        .containsKey(each.requirement().key()))
                : pool.selects(node);
    }

    /** At most one finding for each other policy. */
    private static void addOfOthers(List<ReservationFinding> findings, Reserved wider, List<Reserved> ofKey) {
        Set<String> said = new HashSet<>();
        for (Reserved narrower : ofKey) {
            String other = narrower.policy().name();
            if (wider.contradicts(narrower) && said.add(other)) {
                findings.add(new ReservationFinding(
                        wider.policy().name(),
                        Code.CONTRADICTS,
                        "reserves " + wider.taint() + ", and so refuses the pods of TolerationPolicy " + other
                                + ", which reserves " + narrower.taint()
                                + " alone: give each policy its own value"));
            }
        }
    }
}
