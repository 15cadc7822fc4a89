package dev.tolerant.server.cluster;

import dev.tolerant.engine.model.NamespaceFacts;
import dev.tolerant.engine.model.Node;
import dev.tolerant.engine.model.NodePool;
import dev.tolerant.engine.model.Policy;
import dev.tolerant.engine.model.PolicySet;
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
 *
 * <p>Used by one thread.
 */
final class PolicyFindings {
    private @Nullable Latest last;

    /**
     * The objects that were searched.
     *
     * @param nodes null while nodes or NodePools are not known
     */
    private record Latest(
            PolicySet policies,
            Map<String, NamespaceFacts> namespaces,
            @Nullable Map<String, Node> nodes,
            @Nullable Map<String, NodePool> nodePools,
            Map<String, List<PolicyFinding>> byPolicy) {

        boolean isOf(
                PolicySet others,
                Map<String, NamespaceFacts> otherNamespaces,
                @Nullable Map<String, Node> otherNodes,
                @Nullable Map<String, NodePool> otherNodePools) {
            return policies == others
                    && namespaces == otherNamespaces
                    && nodes == otherNodes
                    && Objects.equals(nodePools, otherNodePools);
        }
    }

    /**
     * The findings of each policy, by its name; of policies without findings there is nothing.
     *
     * @param nodes null while nodes or NodePools are not known
     */
    Map<String, List<PolicyFinding>> look(
            PolicySet policies,
            Map<String, NamespaceFacts> namespaces,
            @Nullable Map<String, Node> nodes,
            @Nullable Map<String, NodePool> nodePools) {
        Latest before = last;
        if (before != null && before.isOf(policies, namespaces, nodes, nodePools)) {
            return before.byPolicy();
        }
        boolean areKnown = nodes != null && nodePools != null;
        Known known = new Known(
                namespaces.values(),
                Map.of(),
                areKnown ? Objects.requireNonNull(nodes).values() : List.of(),
                areKnown ? Objects.requireNonNull(nodePools).values() : List.of());
        Map<String, List<PolicyFinding>> found = Stream.concat(
                        new Inspection(policies.policies(), known).selectingNothing().stream(),
                        areKnown || before == null ? Stream.of() : kept(before, policies))
                .collect(Collectors.groupingBy(PolicyFinding::policy));
        last = new Latest(policies, namespaces, nodes, nodePools, found);
        return found;
    }

    /** The findings about nodes for unchanged policies. */
    private static Stream<PolicyFinding> kept(Latest before, PolicySet policies) {
        Map<String, Policy> earlier =
                before.policies().policies().stream().collect(Collectors.toMap(Policy::name, policy -> policy));
        return policies.policies().stream()
                .filter(policy -> policy.equals(earlier.get(policy.name())))
                .flatMap(policy -> before.byPolicy().getOrDefault(policy.name(), List.of()).stream())
                .filter(finding -> finding.code().isOfNodes());
    }
}
