package dev.tolerant.explain;

import dev.tolerant.core.toleration.Effect;
import dev.tolerant.core.toleration.EvictionTime;
import dev.tolerant.core.toleration.Operator;
import dev.tolerant.core.toleration.Taint;
import dev.tolerant.core.toleration.Toleration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The rules of the scheduler and of the taint-eviction controller for one pod (k8s.io/kubernetes,
 * pkg/scheduler/framework/plugins/tainttoleration and pkg/controller/tainteviction).
 *
 * @param pod the pod's tolerations
 * @param asked what the DaemonSet controller asks besides: the template's tolerations with its own; the pod's for others
 */
record TaintRules(List<Toleration> pod, List<Toleration> asked, long graceSeconds) {

    static TaintRules of(List<Toleration> pod, List<Toleration> asked, ControlPlane controlPlane) {
        return new TaintRules(
                matching(pod, controlPlane), matching(asked, controlPlane), controlPlane.nodeMonitorGraceSeconds());
    }

    /** Where the cluster knows no Lt and Gt they match nothing, as an operator that nobody knows. */
    private static List<Toleration> matching(List<Toleration> tolerations, ControlPlane controlPlane) {
        List<Toleration> matching = new ArrayList<>(tolerations);
        if (!controlPlane.comparisonOperators()) {
            matching.replaceAll(each -> each.operator().comparesNumbers()
                    ? new Toleration(each.key(), Operator.UNKNOWN, each.value(), each.effect(), each.seconds())
                    : each);
        }
        return matching;
    }

    TaintOutcome outcome(Taint taint) {
        boolean tolerated = isTolerated(taint);
        boolean soft = taint.effect() == Effect.PREFER_NO_SCHEDULE;
        boolean slow = WellKnownTaints.isOfFailure(taint);
        return new TaintOutcome(
                taint,
                soft || tolerated,
                soft && !tolerated,
                eviction(List.of(taint)),
                tolerated ? taint.firstToleratedBy(pod) : -1,
                slow ? OptionalLong.of(graceSeconds) : OptionalLong.empty());
    }

    NodeOutcome outcome(Node node) {
        boolean schedulable = node.taints().stream()
                .allMatch(taint -> taint.effect() == Effect.PREFER_NO_SCHEDULE || isTolerated(taint));
        return new NodeOutcome(node.name(), schedulable, eviction(node.taints()));
    }

    private boolean isTolerated(Taint taint) {
        return taint.firstToleratedBy(pod) >= 0 && taint.firstToleratedBy(asked) >= 0;
    }

    /** The DaemonSet controller deletes pods of a template that does not tolerate NoExecute (NodeShouldRunDaemonPod). */
    private EvictionTime eviction(List<Taint> taints) {
        boolean deleted = taints.stream()
                .anyMatch(taint -> taint.effect() == Effect.NO_EXECUTE && taint.firstToleratedBy(asked) < 0);
        return deleted ? EvictionTime.AT_ONCE : EvictionTime.of(pod, taints);
    }
}
