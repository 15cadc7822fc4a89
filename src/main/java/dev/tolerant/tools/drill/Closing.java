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

/**
 * The pods that the taints of a scenario keep off its nodes from then on, whether they evict running ones or not.
 *
 * @param agents DaemonSets whose pods do not come back there
 * @param workloads others with pods that stay there, which get no new ones there
 */
record Closing(List<Agent> agents, List<PodOwner> workloads) {
    static final Closing NOTHING = new Closing(List.of(), List.of());

    /** The pods are those that the reader asks about; {@code mayGo} tells of the next pod in place of one. */
    static Closing of(ClusterView view, Scenario scenario, List<ClusterPod> pods, BiPredicate<ClusterPod, Node> mayGo) {
        if (scenario.taints().isEmpty()) {
            return NOTHING;
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
                evicts ? List.of() : workloads(today, then, pods, mayGo));
    }

    private static List<PodOwner> workloads(
            List<Node> today, List<Node> then, List<ClusterPod> pods, BiPredicate<ClusterPod, Node> mayGo) {
        Map<String, Integer> numbers = new LinkedHashMap<>();
        for (int number = 0; number < today.size(); number++) {
            numbers.put(today.get(number).name(), number);
        }
        Map<PodOwner, Boolean> closed = new LinkedHashMap<>();
        for (ClusterPod pod : pods) {
            Integer number = numbers.get(pod.stored().node());
            PodOwner owner = pod.owner();
            boolean isReplaced =
                    !owner.isDaemonSet() && !owner.isPod() && !owner.kind().equals("Node");
            if (number != null && isReplaced) {
                closed.merge(
                        owner,
                        mayGo.test(pod, today.get(number)) && !mayGo.test(pod, then.get(number)),
                        Boolean::logicalOr);
            }
        }
        return closed.entrySet().stream()
                .filter(Map.Entry::getValue)
                .map(Map.Entry::getKey)
                .toList();
    }
}
