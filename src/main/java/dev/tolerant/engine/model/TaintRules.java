package dev.tolerant.engine.model;

import dev.tolerant.engine.model.Taint.Effect;
import dev.tolerant.engine.model.Toleration.Operator;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
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

    /**
     * How long after a node is tainted the taint-eviction controller evicts a pod.
     *
     * @param never true if the pod is never evicted
     * @param afterSeconds the delay in seconds, zero or more; 0 when {@code never}
     */
    public record EvictionTime(boolean never, long afterSeconds) {
        public static final EvictionTime NEVER = new EvictionTime(true, 0);
        public static final EvictionTime AT_ONCE = new EvictionTime(false, 0);

        /**
         * When the taint-eviction controller evicts a pod with these tolerations from a node with these taints. For each
         * NoExecute taint the first matching toleration counts, and a taint without one evicts at once. The smallest
         * seconds over all taints win; zero or less means at once (taint_eviction.go, getMinTolerationTime).
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

        private static EvictionTime of(TolerationSeconds seconds) {
            return seconds.never() ? NEVER : new EvictionTime(false, Math.max(0, seconds.seconds()));
        }

        /** {@code never}, {@code at once} or {@code after 30s}. */
        public String words() {
            return never ? "never" : afterSeconds == 0 ? "at once" : "after " + afterSeconds + "s";
        }

        /** The earlier of the two. */
        public EvictionTime orSooner(EvictionTime other) {
            if (other.never) {
                return this;
            }
            return never || other.afterSeconds < afterSeconds ? other : this;
        }
    }

    /**
     * What one taint of a node does to a pod.
     *
     * @param schedulable whether the scheduler may put the pod on the node
     * @param preferredAway whether the scheduler puts the pod there only if no other node is suitable
     * @param eviction when a pod that already runs there is evicted, counted from when the node is tainted
     * @param toleration the index of the toleration that decides, which is the first that matches; -1 if none matches
     * @param graceSeconds how many seconds the node is silent before it is tainted; empty for all other taints
     */
    public record TaintOutcome(
            Taint taint,
            boolean schedulable,
            boolean preferredAway,
            EvictionTime eviction,
            int toleration,
            OptionalLong graceSeconds) {

        /** The outcome as a code for programs. */
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

        /** The seconds from the node's last heartbeat to the eviction; empty if unknown or if the pod is not evicted. */
        public OptionalLong secondsWithGrace() {
            return eviction.never() || graceSeconds.isEmpty()
                    ? OptionalLong.empty()
                    : OptionalLong.of(saturatedSum(graceSeconds.getAsLong(), eviction.afterSeconds()));
        }

        /** The API accepts any 64-bit number of seconds, so a plain sum could overflow. */
        private static long saturatedSum(long grace, long seconds) {
            return seconds > Long.MAX_VALUE - grace ? Long.MAX_VALUE : grace + seconds;
        }

        /** The outcome in words. */
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

    /**
     * When a pod is evicted, and why.
     *
     * @param at {@link Instant#MAX} if it is so far away that no clock shows it
     * @param taint the taint that evicts it
     * @param toleration the index of the toleration whose seconds count; -1 if none tolerates the taint
     */
    public record Eviction(Instant at, Taint taint, int toleration) {
        /** Somewhat less than the range of Instant: any year that a person could mean. */
        private static final long LONGEST = 1L << 53;

        /** The eviction that the outcome of a taint says, which the controller sees at this time. */
        static Eviction of(TaintOutcome outcome, Instant seen) {
            long seconds = outcome.eviction().afterSeconds();
            return new Eviction(
                    seconds > LONGEST ? Instant.MAX : seen.plusSeconds(seconds), outcome.taint(), outcome.toleration());
        }
    }

    /**
     * The taints that a node has had, has and will have.
     *
     * @param moments in order of time; each lasts until the next
     */
    public record TaintHistory(List<Moment> moments) {

        /**
         * A time from which a node has these taints and no others.
         *
         * @param taints all of the node's taints
         */
        public record Moment(Instant from, List<Taint> taints) {}

        /** A taint, and when the node got it. */
        public record Added(Taint taint, Instant at) {}

        /** The history of a node that has kept all of these. */
        public static TaintHistory of(List<Added> added) {
            Map<Instant, List<Taint>> byTime = new TreeMap<>();
            added.forEach(each ->
                    byTime.computeIfAbsent(each.at(), at -> new ArrayList<>()).add(each.taint()));
            List<Moment> moments = new ArrayList<>();
            List<Taint> present = new ArrayList<>();
            byTime.forEach((at, taints) -> {
                present.addAll(taints);
                moments.add(new Moment(at, List.copyOf(present)));
            });
            return new TaintHistory(List.copyOf(moments));
        }

        /** What the node has after the last moment. */
        public List<Taint> taints() {
            return moments.isEmpty()
                    ? List.of()
                    : moments.get(moments.size() - 1).taints();
        }

        /**
         * The same, and at this time the node gets these taints. One that it has already changes nothing, and one with another
         * value takes the place of the old one, because a node has a key and effect only once.
         */
        public TaintHistory with(List<Taint> more, Instant at) {
            List<Taint> all = new ArrayList<>(taints());
            for (Taint taint : more) {
                if (!all.contains(taint)) {
                    all.removeIf(old -> old.key().equals(taint.key()) && old.effect() == taint.effect());
                    all.add(taint);
                }
            }
            return then(all, at);
        }

        /**
         * The same, and at this time the control plane gives up waiting for the node: it swaps not-ready for unreachable
         * (node_lifecycle_controller.go, doNoExecuteTaintingPass and doNoScheduleTaintingPass).
         */
        public TaintHistory unreachable(Instant at) {
            List<Taint> all = new ArrayList<>(taints());
            all.removeIf(taint -> taint.key().equals(NodeTaints.NOT_READY.key()));
            for (Effect effect : List.of(Effect.NO_SCHEDULE, Effect.NO_EXECUTE)) {
                Taint taint = Taint.of(NodeTaints.UNREACHABLE.key(), effect);
                if (!all.contains(taint)) {
                    all.add(taint);
                }
            }
            return then(all, at);
        }

        /** The same, and at this time the control plane swaps not-ready for unreachable, but with NoSchedule alone. */
        public TaintHistory closed(Instant at) {
            List<Taint> all = new ArrayList<>(taints());
            all.remove(Taint.of(NodeTaints.NOT_READY.key(), Effect.NO_SCHEDULE));
            Taint closed = Taint.of(NodeTaints.UNREACHABLE.key(), Effect.NO_SCHEDULE);
            if (!all.contains(closed)) {
                all.add(closed);
            }
            return then(all, at);
        }

        /**
         * The same, and at this time the control plane takes the NoExecute taints of failed nodes away
         * (node_lifecycle_controller.go, markNodeAsReachable).
         */
        public TaintHistory spared(Instant at) {
            List<Taint> all = new ArrayList<>(taints());
            all.removeAll(List.of(NodeTaints.NOT_READY, NodeTaints.UNREACHABLE));
            return then(all, at);
        }

        private TaintHistory then(List<Taint> taints, Instant at) {
            if (taints.equals(taints())) {
                return this;
            }
            List<Moment> all = new ArrayList<>(moments);
            Instant last =
                    moments.isEmpty() ? at : moments.get(moments.size() - 1).from();
            all.add(new Moment(at.isBefore(last) ? last : at, List.copyOf(taints)));
            return new TaintHistory(List.copyOf(all));
        }

        /** When the node gets the taint for the first time; null if it never does. */
        public @Nullable Instant since(Taint taint) {
            for (Moment moment : moments) {
                if (moment.taints().contains(taint)) {
                    return moment.from();
                }
            }
            return null;
        }
    }
}
