package dev.tolerant.tools.doctor;

import dev.tolerant.engine.model.ControlPlane;
import dev.tolerant.engine.model.PodFacts;
import dev.tolerant.engine.model.Taint;
import dev.tolerant.engine.model.Toleration;
import dev.tolerant.observed.explain.Placement;
import dev.tolerant.observed.facts.Owners.ClusterPod;
import dev.tolerant.observed.facts.Owners.PodOwner;
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
record Shape(PodOwner owner, Placement placement, boolean agent, PodFacts pod) {

    /** All that decides about pods. */
    private record Key(PodOwner owner, Placement placement, boolean agent) {}

    /** Those of the pods, in the order of the first pod of each. */
    static List<Shape> of(List<ClusterPod> pods, ControlPlane controlPlane) {
        Map<Key, List<PodFacts>> alike = new LinkedHashMap<>();
        for (ClusterPod pod : pods) {
            PodFacts facts = pod.stored().pod();
            boolean agent = facts.isDaemonSetPod() || facts.mirror();
            alike.computeIfAbsent(
                            new Key(pod.owner(), Placement.of(facts, controlPlane), agent), none -> new ArrayList<>())
                    .add(facts);
        }
        List<Shape> shapes = new ArrayList<>();
        alike.forEach((key, same) -> shapes.add(new Shape(key.owner(), key.placement(), key.agent(), same.get(0))));
        return shapes;
    }

    List<Toleration> tolerations() {
        return placement.rules().pod();
    }

    /** Whether a toleration of theirs names the taint's key. */
    boolean names(Taint taint) {
        return tolerations().stream().anyMatch(own -> !own.key().isEmpty() && own.tolerates(taint));
    }
}
