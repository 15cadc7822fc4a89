package dev.tolerant.server.fleet;

import dev.tolerant.engine.model.Node;
import dev.tolerant.engine.model.Taint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The pods that wait until the taints of their node change; a bounded number, and a later pass finds the others. */
final class TaintWaits {
    private final int capacity;

    // Guarded by this.
    private final Map<PodKey, NodeTaints> byPod = new HashMap<>();

    /**
     * The taints of a node at some time.
     *
     * @param taints null if the node was not known
     */
    record NodeTaints(String node, @Nullable List<Taint> taints) {
        static NodeTaints of(String name, Map<String, Node> nodes) {
            Node node = nodes.get(name);
            return new NodeTaints(name, node == null ? null : node.taints());
        }
    }

    TaintWaits(int capacity) {
        this.capacity = capacity;
    }

    /** Adds a pod that was judged with these taints. */
    synchronized void add(PodKey pod, NodeTaints taints) {
        if (byPod.size() < capacity || byPod.containsKey(pod)) {
            byPod.put(pod, taints);
        }
    }

    /** A pass begins, which finds them all. */
    synchronized void clear() {
        byPod.clear();
    }

    /** Takes the pods whose node has other taints than those with which they were judged. */
    synchronized List<PodKey> take(Map<String, Node> nodes) {
        List<PodKey> taken = new ArrayList<>();
        byPod.forEach((pod, before) -> {
            if (!before.equals(NodeTaints.of(before.node(), nodes))) {
                taken.add(pod);
            }
        });
        taken.forEach(byPod::remove);
        return taken;
    }
}
