package dev.tolerant.tools.coverage;

import dev.tolerant.engine.controlplane.ControlPlane;
import dev.tolerant.engine.controlplane.TaintRules;
import dev.tolerant.engine.pod.NodeDemands;
import dev.tolerant.engine.pod.PodFacts;
import dev.tolerant.engine.toleration.Taint;
import dev.tolerant.engine.toleration.Toleration;
import dev.tolerant.observed.facts.ClusterPod;
import dev.tolerant.observed.facts.PodOwner;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What pods have in common that are asked about once.
 *
 * @param agent whether they are of a DaemonSet or static, and meant for all nodes
 * @param pod one of them
 */
record Shape(PodOwner owner, TaintRules rules, NodeDemands demands, boolean agent, PodFacts pod, int count) {

    /** All that decides about pods. */
    private record Key(PodOwner owner, List<Toleration> tolerations, NodeDemands demands, boolean agent) {}

    /** Those of the pods, in the order of the first pod of each. */
    static List<Shape> of(List<ClusterPod> pods, ControlPlane controlPlane) {
        Map<Key, List<PodFacts>> alike = new LinkedHashMap<>();
        for (ClusterPod pod : pods) {
            PodFacts facts = pod.stored().pod();
            boolean agent = facts.isDaemonSetPod() || facts.mirror();
            Key key = new Key(pod.owner(), facts.tolerations(), NodeDemands.of(facts), agent);
            alike.computeIfAbsent(key, none -> new ArrayList<>()).add(facts);
        }
        List<Shape> shapes = new ArrayList<>();
        alike.forEach((key, same) -> shapes.add(new Shape(
                key.owner(),
                TaintRules.of(key.tolerations(), key.tolerations(), controlPlane),
                key.demands(),
                key.agent(),
                same.get(0),
                same.size())));
        return shapes;
    }

    /** Whether a toleration of theirs names the taint's key. */
    boolean names(Taint taint) {
        return rules.pod().stream().anyMatch(own -> !own.key().isEmpty() && own.tolerates(taint));
    }

    boolean tolerates(Taint taint) {
        return rules.outcome(taint).schedulable();
    }

    boolean toleratesAll(List<Taint> taints) {
        return taints.stream().allMatch(this::tolerates);
    }
}
