package dev.tolerant.server.fleet;

import dev.tolerant.engine.controlplane.Node;
import dev.tolerant.engine.policy.NamespaceFacts;
import dev.tolerant.engine.policy.PolicySet;
import dev.tolerant.engine.policy.Snapshot;
import dev.tolerant.observed.registration.Coverage;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells which pods a change of the cluster concerns, by comparing what is known of it now with what was known before. */
final class Changes {
    private @Nullable PolicySet policies;
    private Set<String> unusable = Set.of();
    private Set<Coverage> coverage = Set.of();
    private Map<String, NamespaceFacts> namespaces = Map.of();
    private Map<String, Node> nodes = Map.of();

    /** What has changed since the last call; nothing at the first. */
    Set<Scope> since(Snapshot now, Set<String> unusableNow, Set<Coverage> coverageNow) {
        Set<Scope> changed = new LinkedHashSet<>();
        boolean isFirst = policies == null;
        if (now.policies() != policies || !unusableNow.equals(unusable) || !coverageNow.equals(coverage)) {
            changed.add(new Scope.Everything());
        }
        for (NamespaceFacts namespace : now.namespaces().values()) {
            NamespaceFacts before = namespaces.get(namespace.name());
            if (namespace != before && !namespace.equals(before)) {
                changed.add(new Scope.OfNamespace(namespace.name()));
            }
        }
        for (Node node : now.nodes().values()) {
            Node before = nodes.get(node.name());
            if (node != before && (before == null || !node.taints().equals(before.taints()))) {
                changed.add(new Scope.OfNode(node.name()));
            }
        }
        policies = now.policies();
        unusable = unusableNow;
        coverage = coverageNow;
        namespaces = new HashMap<>(now.namespaces());
        nodes = new HashMap<>(now.nodes());
        return isFirst ? Set.of() : changed;
    }
}
