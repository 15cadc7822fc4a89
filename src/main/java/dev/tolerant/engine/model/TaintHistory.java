package dev.tolerant.engine.model;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

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
        return moments.isEmpty() ? List.of() : moments.get(moments.size() - 1).taints();
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

    private TaintHistory then(List<Taint> taints, Instant at) {
        if (taints.equals(taints())) {
            return this;
        }
        List<Moment> all = new ArrayList<>(moments);
        Instant last = moments.isEmpty() ? at : moments.get(moments.size() - 1).from();
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
