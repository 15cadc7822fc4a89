package dev.tolerant.server.cluster;

import dev.tolerant.engine.policy.NodePool;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.standing.PolicySet;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.Node;
import dev.tolerant.observed.findings.Inspection;
import dev.tolerant.observed.findings.PolicyFinding;
import dev.tolerant.observed.findings.PolicyFinding.Known;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds what policies select in vain, and looks again only when there is something else to select. While nodes are not watched, what was
 * said of them stays, because they are watched for the pools of other policies.
 * Used by one thread.
 */
final class PolicyFindings {
    private @Nullable Searched last;
    private Map<String, List<PolicyFinding>> found = Map.of();

    /** The objects to search; nodes and NodePools are null while they are not known. */
    private record Searched(
            PolicySet policies,
            Map<String, NamespaceFacts> namespaces,
            @Nullable Map<String, Node> nodes,
            @Nullable Map<String, NodePool> nodePools) {

        boolean isSame(@Nullable Searched then) {
            return then != null
                    && policies == then.policies
                    && namespaces == then.namespaces
                    && nodes == then.nodes
                    && Objects.equals(nodePools, then.nodePools);
        }
    }

    /** By the name of the policy; of policies without findings there is nothing. */
    Map<String, List<PolicyFinding>> look(
            PolicySet policySet,
            Map<String, NamespaceFacts> namespaces,
            @Nullable Map<String, Node> nodes,
            @Nullable Map<String, NodePool> nodePools) {
        Searched before = last;
        Searched now = new Searched(policySet, namespaces, nodes, nodePools);
        if (now.isSame(before)) {
            return found;
        }
        boolean areKnown = nodes != null && nodePools != null;
        Known known = nodes == null || nodePools == null
                ? new Known(namespaces.values(), Map.of(), List.of(), List.of())
                : new Known(namespaces.values(), Map.of(), nodes.values(), nodePools.values());
        List<Policy> policies = policySet.policies();
        found = Stream.concat(
                        new Inspection(policies, known).selectingNothing().stream(),
                        areKnown || before == null ? Stream.of() : kept(before, policies))
                .collect(Collectors.groupingBy(PolicyFinding::policy));
        last = now;
        return found;
    }

    private Stream<PolicyFinding> kept(Searched before, List<Policy> policies) {
        Map<String, Policy> earlier =
                before.policies().policies().stream().collect(Collectors.toMap(Policy::name, policy -> policy));
        return policies.stream()
                .filter(policy -> policy.equals(earlier.get(policy.name())))
                .flatMap(policy -> found.getOrDefault(policy.name(), List.of()).stream())
                .filter(finding -> finding.code().isOfNodes());
    }
}
