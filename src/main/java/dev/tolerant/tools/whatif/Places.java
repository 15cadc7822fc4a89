package dev.tolerant.tools.whatif;

import dev.tolerant.engine.controlplane.Node;
import dev.tolerant.engine.controlplane.NodeTaints;
import dev.tolerant.engine.controlplane.TaintRules;
import dev.tolerant.engine.pod.NodeDemands;
import dev.tolerant.engine.review.StoredPod;
import dev.tolerant.engine.toleration.Effect;
import dev.tolerant.engine.toleration.Taint;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The nodes of a cluster, in the order of their names, and which of them a pod can go to. */
final class Places {
    private final List<Node> nodes;
    private final List<Taint> evicting;
    /** Many nodes have the same taints, of which each set is looked at once for the same tolerations. */
    private final Map<TaintRules, Map<List<Taint>, Boolean>> schedulable = new HashMap<>();

    Places(Collection<Node> nodes) {
        this.nodes = nodes.stream().sorted(Comparator.comparing(Node::name)).toList();
        Set<Taint> taints = new LinkedHashSet<>(List.of(NodeTaints.NOT_READY, NodeTaints.UNREACHABLE));
        this.nodes.forEach(node -> node.taints().stream()
                .filter(taint -> taint.effect() == Effect.NO_EXECUTE)
                .forEach(taints::add));
        this.evicting = List.copyOf(taints);
    }

    /** Those of failed nodes, and those that nodes have now. */
    List<Taint> evictingTaints() {
        return evicting;
    }

    int count() {
        return nodes.size();
    }

    List<String> names(BitSet some) {
        return some.stream().mapToObj(number -> nodes.get(number).name()).toList();
    }

    /** Where taints, cordon, node selector and required node affinity let the pod go; one that names its node, there or nowhere. */
    BitSet open(StoredPod pod, TaintRules rules) {
        Map<List<Taint>, Boolean> byTaints = schedulable.computeIfAbsent(rules, any -> new HashMap<>());
        NodeDemands demands = NodeDemands.of(pod.pod());
        BitSet open = new BitSet(nodes.size());
        for (int number = 0; number < nodes.size(); number++) {
            Node node = nodes.get(number);
            boolean named = pod.node().isEmpty() || pod.node().equals(node.name());
            if (named
                    && demands.admit(node)
                    && byTaints.computeIfAbsent(
                            node.taints(), any -> rules.outcome(node).schedulable())) {
                open.set(number);
            }
        }
        return open;
    }
}
