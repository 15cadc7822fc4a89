package dev.tolerant.observed.explain;

import dev.tolerant.engine.model.Node;
import dev.tolerant.engine.model.NodeDemands;
import dev.tolerant.engine.model.PodFacts;
import dev.tolerant.engine.model.Taint;
import dev.tolerant.engine.model.Taint.Effect;
import dev.tolerant.engine.model.TaintRules;
import dev.tolerant.observed.explain.Obstacle.Demands;
import dev.tolerant.observed.explain.Obstacle.OtherNode;
import dev.tolerant.observed.explain.Obstacle.Untolerated;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Where a pod may run, by all that the API says of nodes: taints, cordon, {@code spec.nodeName}, node selector and required
 * node affinity. What else decides, such as room and other pods, is not asked.
 *
 * @param rules what taints do to the pod
 * @param demands its node selector and required node affinity
 * @param node the node that the pod's author has named, so that no scheduler is asked; empty if there is none
 * @param mirror whether it is the mirror of a static pod, which runs whatever taints its node has
 */
public record Placement(TaintRules rules, NodeDemands demands, String node, boolean mirror) {

    public static Placement of(PodFacts pod, TaintRules rules) {
        return new Placement(rules, NodeDemands.of(pod), pod.nodeName(), pod.mirror());
    }

    /** Why the pod may not run on the node; null if it may. */
    public @Nullable Obstacle obstacle(Node at) {
        return obstacle(at, this::untolerated);
    }

    /** @param untolerated {@link #untolerated}, or what remembers its answers */
    @Nullable
    Obstacle obstacle(Node at, Function<List<Taint>, List<Taint>> untolerated) {
        if (!node.isEmpty() && !node.equals(at.name())) {
            return new OtherNode(node);
        }
        if (!demands.admit(at)) {
            return new Demands();
        }
        List<Taint> closing = untolerated.apply(at.taints());
        if (!node.isEmpty()) {
            closing = closing.stream().filter(this::isAskedByKubelet).toList();
        }
        return closing.isEmpty() ? null : new Untolerated(closing);
    }

    /** Those because of which the scheduler does not put the pod on a node. */
    List<Taint> untolerated(List<Taint> taints) {
        return taints.stream()
                .filter(taint -> !rules.outcome(taint).schedulable())
                .toList();
    }

    /** The kubelet asks a pod that names its node, unless it is static, only this of taints (pkg/kubelet/lifecycle, predicate.go). */
    private boolean isAskedByKubelet(Taint taint) {
        return !mirror && taint.effect() == Effect.NO_EXECUTE;
    }

    /** What the node does to the pod. */
    public NodeOutcome outcome(Node at) {
        return new NodeOutcome(
                at.name(), at.taints().stream().map(rules::outcome).toList(), obstacle(at));
    }
}
