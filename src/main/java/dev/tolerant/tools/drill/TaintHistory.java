package dev.tolerant.tools.drill;

import dev.tolerant.engine.words.NodeTaints;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.observed.taints.TaintRules;
import dev.tolerant.observed.taints.TaintRules.TaintOutcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The taints that a node has had, has and will have: moments in order of time, of which each lasts until the next. */
record TaintHistory(List<Moment> moments) {
    private static final Taint CLOSED = Taint.of(NodeTaints.UNREACHABLE.key(), Effect.NO_SCHEDULE);

    /** A time from which a node has these taints and no others. */
    record Moment(Instant from, List<Taint> taints) {}

    record Added(Taint taint, Instant at) {}

    static TaintHistory of(List<Added> added) {
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

    List<Taint> taints() {
        return moments.isEmpty() ? List.of() : moments.get(moments.size() - 1).taints();
    }

    /** Of any moment, in the order in which they come. */
    List<Taint> all() {
        return moments.stream()
                .flatMap(moment -> moment.taints().stream())
                .distinct()
                .toList();
    }

    TaintHistory with(List<Taint> more, Instant at) {
        return then(NodeTaints.with(taints(), more), at);
    }

    /**
     * This history, and at this time the control plane gives up waiting for the node: it swaps not-ready for unreachable
     * (node_lifecycle_controller.go, doNoExecuteTaintingPass and doNoScheduleTaintingPass).
     */
    TaintHistory unreachable(Instant at) {
        List<Taint> all = new ArrayList<>(taints());
        all.removeIf(taint -> taint.key().equals(NodeTaints.NOT_READY.key()));
        return then(NodeTaints.with(all, List.of(CLOSED, NodeTaints.UNREACHABLE)), at);
    }

    /** This history, and at this time the control plane swaps not-ready for unreachable, but with NoSchedule alone. */
    TaintHistory closed(Instant at) {
        List<Taint> all = new ArrayList<>(taints());
        all.remove(Taint.of(NodeTaints.NOT_READY.key(), Effect.NO_SCHEDULE));
        return then(NodeTaints.with(all, List.of(CLOSED)), at);
    }

    /**
     * This history, and at this time the control plane takes the NoExecute taints of failed nodes away
     * (node_lifecycle_controller.go, markNodeAsReachable).
     */
    TaintHistory spared(Instant at) {
        List<Taint> all = new ArrayList<>(taints());
        all.removeAll(List.of(NodeTaints.NOT_READY, NodeTaints.UNREACHABLE));
        return then(all, at);
    }

    private TaintHistory then(List<Taint> taints, Instant at) {
        if (taints.equals(taints())) {
            return this;
        }
        List<Moment> all = new ArrayList<>(moments);
        Instant last = moments.isEmpty() ? at : moments.get(moments.size() - 1).from();
        all.add(new Moment(at.isBefore(last) ? last : at, List.copyOf(taints)));
        return new TaintHistory(List.copyOf(all));
    }

    /** The first time at which the node has the taint; null if it never does. */
    @Nullable
    Instant since(Taint taint) {
        return moments.stream()
                .filter(moment -> moment.taints().contains(taint))
                .map(Moment::from)
                .findFirst()
                .orElse(null);
    }

    /**
     * Empty if the pod stays on the node, to which it came when it was bound. The taint-eviction controller sets a timer when the
     * first taint comes, for the smallest seconds of the tolerations that it uses then, and leaves it as it is when another taint
     * with seconds comes (taint_eviction.go, processPodOnNode). A taint that the pod does not tolerate evicts at once all the same,
     * and where all that is left is tolerated without seconds the timer is cancelled. It has seen no taint before the pod was bound.
     */
    Optional<Eviction> eviction(TaintRules rules, Instant bound) {
        Eviction timer = null;
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
            Eviction first = first(rules, moments.get(i).taints(), seen);
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

    /** For taints that the controller sees together; null if the pod may stay. */
    private static @Nullable Eviction first(TaintRules rules, List<Taint> taints, Instant seen) {
        Eviction first = null;
        for (Taint taint : taints) {
            TaintOutcome outcome = rules.outcome(taint);
            if (taint.effect() != Effect.NO_EXECUTE || outcome.eviction().never()) {
                continue;
            }
            Instant at = seen.plusSeconds(outcome.eviction().afterSeconds());
            Eviction eviction = new Eviction(at, taint, outcome.toleration());
            if (eviction.toleration() < 0) {
                return eviction;
            }
            if (first == null || eviction.at().isBefore(first.at())) {
                first = eviction;
            }
        }
        return first;
    }

    /** The toleration is the index of the one whose seconds count; -1 if none tolerates the taint that evicts the pod. */
    record Eviction(Instant at, Taint taint, int toleration) {}
}
