package dev.tolerant.observed.explain;

import dev.tolerant.engine.model.Node;
import dev.tolerant.engine.model.NodeTaints;
import dev.tolerant.engine.model.Taint;
import dev.tolerant.engine.model.Taint.Effect;
import dev.tolerant.engine.model.TaintRules;
import dev.tolerant.observed.explain.Placement.Obstacle;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Nodes in the order of their names, and on which of them a pod may run. */
public final class Places {
    private final List<Node> nodes;
    /** Many nodes have the same taints, of which each list is looked at once for the same tolerations. */
    private final Map<TaintRules, Map<List<Taint>, List<Taint>>> untolerated = new HashMap<>();

    public Places(Collection<Node> nodes) {
        this.nodes = nodes.stream().sorted(Comparator.comparing(Node::name)).toList();
    }

    /** Taints that evict pods: those of failed nodes, and those that nodes have now. */
    public List<Taint> evictingTaints() {
        Set<Taint> taints = new LinkedHashSet<>(List.of(NodeTaints.NOT_READY, NodeTaints.UNREACHABLE));
        nodes.forEach(node -> node.taints().stream()
                .filter(taint -> taint.effect() == Effect.NO_EXECUTE)
                .forEach(taints::add));
        return List.copyOf(taints);
    }

    public int count() {
        return nodes.size();
    }

    public List<String> names() {
        return nodes.stream().map(Node::name).toList();
    }

    /** @param some nodes by their numbers in the order */
    public List<String> names(BitSet some) {
        return some.stream().mapToObj(number -> nodes.get(number).name()).toList();
    }

    /** Why the pod may not run on each node, in their order; null where it may. */
    public List<@Nullable Obstacle> obstacles(Placement pod) {
        Map<List<Taint>, List<Taint>> known = untolerated.computeIfAbsent(pod.rules(), any -> new HashMap<>());
        List<@Nullable Obstacle> obstacles = new ArrayList<>(nodes.size());
        for (Node node : nodes) {
            obstacles.add(pod.obstacle(node, taints -> known.computeIfAbsent(taints, pod::untolerated)));
        }
        return obstacles;
    }

    /** The numbers of the nodes on which the pod may run. */
    public BitSet open(Placement pod) {
        BitSet open = new BitSet(nodes.size());
        List<@Nullable Obstacle> obstacles = obstacles(pod);
        for (int number = 0; number < obstacles.size(); number++) {
            open.set(number, obstacles.get(number) == null);
        }
        return open;
    }
}
