package dev.tolerant.observed.taints;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.tolerant.engine.words.ControlPlane;
import dev.tolerant.engine.words.NodeTaints;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.engine.words.Toleration.Operator;
import dev.tolerant.engine.words.TolerationSeconds;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The treatment of one pod by the scheduler and the taint-eviction controller (k8s.io/kubernetes,
 * pkg/scheduler/framework/plugins/tainttoleration and pkg/controller/tainteviction).
 *
 * @param asked for a pod of a DaemonSet, what its controller checks as well: the template's tolerations and those that
 *     the controller adds; for other pods, the pod's
 * @param graceSeconds for which a node is silent before the control plane taints it
 */
public record TaintRules(List<Toleration> pod, List<Toleration> asked, long graceSeconds) {

    public static TaintRules of(List<Toleration> pod, List<Toleration> asked, ControlPlane controlPlane) {
        return new TaintRules(
                matching(pod, controlPlane), matching(asked, controlPlane), controlPlane.nodeMonitorGraceSeconds());
    }

    /** A cluster without Lt and Gt treats them like any unknown operator: they match nothing. */
    private static List<Toleration> matching(List<Toleration> tolerations, ControlPlane controlPlane) {
        return tolerations.stream()
                .map(each -> each.operator().comparesNumbers() && !controlPlane.comparisonOperators()
                        ? new Toleration(each.key(), Operator.UNKNOWN, each.value(), each.effect(), each.seconds())
                        : each)
                .toList();
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
     * The DaemonSet controller deletes a pod if its template does not tolerate a NoExecute taint
     * (NodeShouldRunDaemonPod).
     */
    private EvictionTime eviction(Taint taint) {
        boolean deleted = taint.effect() == Effect.NO_EXECUTE && Toleration.firstOf(asked, taint) < 0;
        return deleted ? EvictionTime.AT_ONCE : EvictionTime.of(pod, List.of(taint));
    }

    /**
     * The time after which the taint-eviction controller evicts a pod from a tainted node.
     *
     * @param never true if the pod is never evicted
     * @param afterSeconds zero or more; 0 when {@code never}
     */
    public record EvictionTime(boolean never, long afterSeconds) {
        public static final EvictionTime NEVER = new EvictionTime(true, 0);
        public static final EvictionTime AT_ONCE = new EvictionTime(false, 0);

        private static final long NANOS = 1_000_000_000;

        /**
         * For each NoExecute taint the first matching toleration counts, and a taint without one evicts at once. The
         * smallest seconds over all taints win; zero or less means at once (taint_eviction.go, getMinTolerationTime).
         */
        public static EvictionTime of(List<Toleration> tolerations, List<Taint> taints) {
            EvictionTime earliest = NEVER;
            for (Taint taint : taints) {
                if (taint.effect() != Effect.NO_EXECUTE) {
                    continue;
                }
                int first = Toleration.firstOf(tolerations, taint);
                if (first < 0) {
                    return AT_ONCE;
                }
                earliest = earliest.orSooner(of(tolerations.get(first).seconds()));
            }
            return earliest;
        }

        /** The controller counts nanoseconds in 64 bits, which overflow after 292 years; less than none is never. */
        private static EvictionTime of(TolerationSeconds seconds) {
            long nanos = nanos(seconds);
            return seconds.never() || nanos < 0 ? NEVER : new EvictionTime(false, nanos / NANOS);
        }

        /** 0 for at once, null for never. */
        @JsonValue
        @Nullable
        Long seconds() {
            return never ? null : (Long) afterSeconds;
        }

        private static long nanos(TolerationSeconds seconds) {
            return Math.max(0, seconds.seconds()) * NANOS;
        }

        /** The end of a clause about seconds whose nanoseconds overflow; empty for others. */
        public static String overflow(TolerationSeconds seconds) {
            long nanos = nanos(seconds);
            boolean isSound = Math.max(0, seconds.seconds()) == nanos / NANOS;
            String made = nanos < 0
                    ? "never evicts"
                    : "evicts after " + BigDecimal.valueOf(nanos, 9).setScale(1, RoundingMode.HALF_UP) + "s";
            return isSound ? "" : ", whose nanoseconds overflow: the control plane " + made;
        }

        /** {@code never}, {@code at once} or {@code after 30s}. */
        public String words() {
            return never ? "never" : afterSeconds == 0 ? "at once" : "after " + afterSeconds + "s";
        }

        public EvictionTime orSooner(EvictionTime other) {
            if (other.never) {
                return this;
            }
            return never || other.afterSeconds < afterSeconds ? other : this;
        }
    }

    /**
     * The effect of one taint of a node on a pod.
     *
     * @param schedulable true where the scheduler may put the pod on the node
     * @param preferredAway true where the scheduler puts the pod there only if no other node is suitable
     * @param eviction of a pod that already runs there, counted from when the node is tainted
     * @param toleration the index of the first that matches, which decides; -1 if none matches
     * @param graceSeconds for which the node is silent before it is tainted; empty for all other taints
     */
    public record TaintOutcome(
            Taint taint,
            boolean schedulable,
            boolean preferredAway,
            EvictionTime eviction,
            int toleration,
            OptionalLong graceSeconds) {

        public String code() {
            if (preferredAway) {
                return "preferred-away";
            }
            if (taint.effect() != Effect.NO_EXECUTE) {
                return schedulable ? "schedulable" : "not-schedulable";
            }
            if (eviction.never()) {
                return "stays";
            }
            return eviction.afterSeconds() == 0 ? "evicted-at-once" : "evicted-later";
        }

        /** From the node's last heartbeat to the eviction; empty if unknown or if the pod is not evicted. */
        public OptionalLong secondsWithGrace() {
            return eviction.never() || graceSeconds.isEmpty()
                    ? OptionalLong.empty()
                    : OptionalLong.of(graceSeconds.getAsLong() + eviction.afterSeconds());
        }

        public String sentence() {
            return switch (code()) {
                case "preferred-away" -> "only if nothing better is left";
                case "schedulable" -> "may be scheduled";
                case "not-schedulable" -> "not scheduled";
                case "stays" -> "stays";
                case "evicted-at-once" ->
                    schedulable ? "may be scheduled, evicted at once" : "not scheduled, evicted at once";
                default -> "evicted " + eviction.words();
            };
        }
    }
}
