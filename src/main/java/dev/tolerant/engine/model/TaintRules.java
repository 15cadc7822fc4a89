package dev.tolerant.engine.model;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

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
        boolean tolerated = Toleration.firstOf(pod, taint) >= 0 && Toleration.firstOf(asked, taint) >= 0;
        boolean soft = taint.effect() == Effect.PREFER_NO_SCHEDULE;
        return new TaintOutcome(
                taint,
                soft || tolerated,
                soft && !tolerated,
                eviction(taint),
                tolerated ? Toleration.firstOf(pod, taint) : -1,
                NodeTaints.followsGracePeriod(taint) ? OptionalLong.of(graceSeconds) : OptionalLong.empty());
    }

    /**
     * When the pod is evicted from a node. The taint-eviction controller sets a timer when the first taint comes, for the
     * smallest seconds of the tolerations that it uses then, and leaves it as it is when another taint with seconds comes
     * (taint_eviction.go, processPodOnNode). A taint that the pod does not tolerate evicts at once all the same, and where
     * all that is left is tolerated without seconds the timer is cancelled.
     *
     * @param bound when the pod came to the node; the controller has seen no earlier taint with it
     * @return empty if the pod stays
     */
    public Optional<Eviction> eviction(TaintHistory history, Instant bound) {
        Eviction timer = null;
        List<TaintHistory.Moment> moments = history.moments();
        for (int i = 0; i < moments.size(); i++) {
            boolean passed =
                    i + 1 < moments.size() && !moments.get(i + 1).from().isAfter(bound);
            if (passed) {
                continue;
            }
            Instant from = moments.get(i).from();
            Instant seen = from.isBefore(bound) ? bound : from;
            if (timer != null && !timer.at().isAfter(seen)) {
                return Optional.of(timer);
            }
            Eviction first = first(moments.get(i).taints(), seen);
            if (first == null) {
                timer = null;
            } else if (first.toleration() < 0) {
                return Optional.of(first);
            } else if (timer == null) {
                timer = first;
            }
        }
        return Optional.ofNullable(timer);
    }

    /** The eviction for taints that the controller sees together; null if the pod may stay. */
    private @Nullable Eviction first(List<Taint> taints, Instant seen) {
        Eviction first = null;
        for (Taint taint : taints) {
            TaintOutcome outcome = outcome(taint);
            if (taint.effect() != Effect.NO_EXECUTE || outcome.eviction().never()) {
                continue;
            }
            Eviction eviction = Eviction.of(outcome, seen);
            if (eviction.toleration() < 0) {
                return eviction;
            }
            if (first == null || eviction.at().isBefore(first.at())) {
                first = eviction;
            }
        }
        return first;
    }

    /**
     * The DaemonSet controller deletes a pod if its template does not tolerate a NoExecute taint
     * (NodeShouldRunDaemonPod).
     */
    private EvictionTime eviction(Taint taint) {
        boolean deleted = taint.effect() == Effect.NO_EXECUTE && Toleration.firstOf(asked, taint) < 0;
        return deleted ? EvictionTime.AT_ONCE : EvictionTime.of(pod, List.of(taint));
    }
}
