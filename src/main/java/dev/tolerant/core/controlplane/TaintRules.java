package dev.tolerant.core.controlplane;

import dev.tolerant.core.toleration.Effect;
import dev.tolerant.core.toleration.Operator;
import dev.tolerant.core.toleration.Taint;
import dev.tolerant.core.toleration.Toleration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * What the scheduler and the taint-eviction controller do with one pod (k8s.io/kubernetes,
 * pkg/scheduler/framework/plugins/tainttoleration and pkg/controller/tainteviction).
 *
 * @param pod the pod's tolerations
 * @param asked for a pod of a DaemonSet, what its controller checks as well: the template's tolerations and those that
 *     the controller adds; for other pods, the pod's
 * @param graceSeconds how many seconds a node is silent before the control plane taints it
 */
public record TaintRules(List<Toleration> pod, List<Toleration> asked, long graceSeconds) {

    public static TaintRules of(List<Toleration> pod, List<Toleration> asked, ControlPlane controlPlane) {
        return new TaintRules(
                matching(pod, controlPlane), matching(asked, controlPlane), controlPlane.nodeMonitorGraceSeconds());
    }

    /** A cluster without Lt and Gt treats them like any unknown operator: they match nothing. */
    private static List<Toleration> matching(List<Toleration> tolerations, ControlPlane controlPlane) {
        List<Toleration> matching = new ArrayList<>(tolerations);
        if (!controlPlane.comparisonOperators()) {
            matching.replaceAll(each -> each.operator().comparesNumbers()
                    ? new Toleration(each.key(), Operator.UNKNOWN, each.value(), each.effect(), each.seconds())
                    : each);
        }
        return matching;
    }

    public TaintOutcome outcome(Taint taint) {
        boolean tolerated = taint.firstToleratedBy(pod) >= 0 && taint.firstToleratedBy(asked) >= 0;
        boolean soft = taint.effect() == Effect.PREFER_NO_SCHEDULE;
        return new TaintOutcome(
                taint,
                soft || tolerated,
                soft && !tolerated,
                eviction(taint),
                tolerated ? taint.firstToleratedBy(pod) : -1,
                NodeTaints.followsGracePeriod(taint) ? OptionalLong.of(graceSeconds) : OptionalLong.empty());
    }

    public NodeOutcome outcome(Node node) {
        return new NodeOutcome(
                node.name(), node.taints().stream().map(this::outcome).toList());
    }

    /**
     * The DaemonSet controller deletes a pod if its template does not tolerate a NoExecute taint
     * (NodeShouldRunDaemonPod).
     */
    private EvictionTime eviction(Taint taint) {
        boolean deleted = taint.effect() == Effect.NO_EXECUTE && taint.firstToleratedBy(asked) < 0;
        return deleted ? EvictionTime.AT_ONCE : EvictionTime.of(pod, List.of(taint));
    }
}
