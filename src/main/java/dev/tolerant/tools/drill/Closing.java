package dev.tolerant.tools.drill;

import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.NodeTaints;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.observed.explain.Agents;
import dev.tolerant.observed.explain.Agents.Agent;
import dev.tolerant.observed.explain.ClusterView;
import dev.tolerant.observed.objects.Owners.ClusterPod;
import dev.tolerant.observed.objects.Owners.PodOwner;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;

/**
 * The pods that the taints of a scenario keep off its nodes from then on, whether they evict running ones or not.
 *
 * @param agents DaemonSets whose pods do not come back there
 * @param workloads others with pods that stay there, which get no new ones there
 */
record Closing(List<Agent> agents, List<PodOwner> workloads) {

    /** The pods are those that the reader asks about; {@code mayGo} tells of the next pod in place of one. */
    static Closing of(ClusterView view, Scenario scenario, List<ClusterPod> pods, BiPredicate<ClusterPod, Node> mayGo) {
        if (scenario.taints().isEmpty()) {
            return new Closing(List.of(), List.of());
        }
        List<Node> today = scenario.nodes().stream()
                .map(view.nodes()::get)
                .filter(node -> node != null)
                .toList();
        List<Node> then = today.stream()
                .map(node -> new Node(node.name(), node.labels(), NodeTaints.with(node.taints(), scenario.taints())))
                .toList();
        boolean evicts = scenario.taints().stream().anyMatch(taint -> taint.effect() == Effect.NO_EXECUTE);
        return new Closing(
                Agents.on(then, view, pods).losing(Agents.on(today, view, pods)),
                evicts ? List.of() : workloads(view.nodes(), then, pods, mayGo));
    }

    private static List<PodOwner> workloads(
            Map<String, Node> today, List<Node> then, List<ClusterPod> pods, BiPredicate<ClusterPod, Node> mayGo) {
        Map<String, Node> closing = then.stream().collect(Collectors.toMap(Node::name, node -> node));
        Map<PodOwner, Boolean> closed = new LinkedHashMap<>();
        for (ClusterPod pod : pods) {
            Node node = closing.get(pod.stored().node());
            PodOwner owner = pod.owner();
            boolean isReplaced =
                    !owner.isDaemonSet() && !owner.isPod() && !owner.kind().equals("Node");
            if (node != null && isReplaced) {
                boolean closes = mayGo.test(pod, today.get(node.name())) && !mayGo.test(pod, node);
                closed.merge(owner, closes, Boolean::logicalOr);
            }
        }
        return closed.entrySet().stream()
                .filter(Map.Entry::getValue)
                .map(Map.Entry::getKey)
                .toList();
    }
}
