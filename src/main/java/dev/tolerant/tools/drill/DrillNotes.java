package dev.tolerant.tools.drill;

import dev.tolerant.engine.manifest.Problem;
import dev.tolerant.engine.model.Taint;
import dev.tolerant.observed.explain.ClusterView;
import dev.tolerant.observed.facts.FactKind;
import dev.tolerant.tools.drill.DrilledPod.State;
import java.util.ArrayList;
import java.util.List;

/** What the reader of a drill has to know besides. */
record DrillNotes(
        ClusterView view, Scenario scenario, List<DrilledNode> nodes, List<DrilledPod> pods, List<Problem> problems) {
    private static final List<FactKind> TEMPLATES = List.of(
            FactKind.DEPLOYMENT, FactKind.REPLICA_SET, FactKind.STATEFUL_SET, FactKind.DAEMON_SET, FactKind.JOB);

    List<String> all() {
        List<String> notes = new ArrayList<>();
        notes.add("Where a new pod may go is judged by taints, cordon, node selector and required node affinity alone:"
                + " resources, pod anti-affinity, topology spread and volumes are not looked at.");
        if (!scenario.grace().because().isEmpty()) {
            notes.add(scenario.grace().because());
        }
        if (pods.stream().anyMatch(pod -> pod.state() == State.TERMINATING)) {
            notes.add("A pod that leaves a node that does not answer stays Terminating until the kubelet comes back or"
                    + " somebody deletes the pod or the node. A StatefulSet makes no new pod before that; the taint"
                    + " node.kubernetes.io/out-of-service says that the node is off for good.");
        }
        if (scenario.fails()) {
            notes.addAll(new ZoneLimits(view.nodes().values(), scenario.nodes()).notes());
        }
        if (!scenario.evicts()) {
            notes.add("Only taints with NoExecute evict pods.");
        }
        for (DrilledNode node : nodes) {
            for (Taint taint : node.undated()) {
                notes.add("Nobody knows since when " + node.name() + " has the taint " + taint
                        + ", so its seconds count from now; they may be over sooner.");
            }
        }
        for (FactKind kind : TEMPLATES) {
            view.facts()
                    .unknown(kind)
                    .ifPresent(why -> notes.add("Objects of kind " + kind.kind() + " are not known (" + why
                            + "): new pods of theirs are judged by the pods that run."));
        }
        if (!view.unread().isEmpty()) {
            notes.add("What new pods are given and whether they are refused is not known, for what was not read: "
                    + String.join("; ", view.unread()) + ".");
        }
        notes.addAll(view.facts().notes());
        problems.forEach(problem -> notes.add(problem.what() + "."));
        return List.copyOf(notes);
    }
}
