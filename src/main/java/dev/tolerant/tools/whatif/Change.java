package dev.tolerant.tools.whatif;

import dev.tolerant.engine.model.Taint;
import dev.tolerant.engine.model.TaintRules.EvictionTime;
import dev.tolerant.engine.model.Toleration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What changes between two fates of a pod.
 *
 * @param impacts all that happens to it; empty if nothing does
 * @param refusal why it is newly refused; null if it is not
 * @param admitted why it is not refused any more; null if it was not refused or still is
 * @param tolerations that come, go, or get other seconds
 * @param evictions of which the time changes
 * @param placement what comes and goes of what the pod itself demands and prefers of nodes
 * @param lost where it can go no more
 * @param gained where it can go from now on
 */
record Change(
        Set<Impact> impacts,
        @Nullable String refusal,
        @Nullable String admitted,
        List<TolerationChange> tolerations,
        List<EvictionChange> evictions,
        List<String> placement,
        BitSet lost,
        BitSet gained) {

    /**
     * A toleration that comes, goes, or gets other seconds.
     *
     * @param before null if it comes
     * @param after null if it goes
     */
    record TolerationChange(
            @Nullable Toleration before, @Nullable Toleration after) {}

    /** Another time of leaving a node for a taint. */
    record EvictionChange(Taint taint, EvictionTime before, EvictionTime after) {
        boolean isSooner() {
            return !after.never() && (before.never() || after.afterSeconds() < before.afterSeconds());
        }
    }

    static Change between(Fate before, Fate after) {
        boolean refused = after.isRefused() && !before.isRefused();
        if (after.isRefused() || before.isRefused()) {
            return new Change(
                    refused ? Set.of(Impact.REFUSED) : after.isRefused() ? Set.of() : Set.of(Impact.ADMITTED),
                    refused ? message(after) : null,
                    after.isRefused() ? null : message(before),
                    List.of(),
                    List.of(),
                    List.of(),
                    new BitSet(),
                    new BitSet());
        }
        List<TolerationChange> tolerations = tolerations(before.tolerations(), after.tolerations());
        List<EvictionChange> evictions = evictions(before.evictions(), after.evictions());
        List<String> placement = placement(before.placement(), after.placement());
        BitSet lost = without(before.nodes(), after.nodes());
        BitSet gained = without(after.nodes(), before.nodes());
        Set<Impact> impacts = EnumSet.noneOf(Impact.class);
        add(impacts, Impact.NOWHERE, !lost.isEmpty() && after.nodes().isEmpty());
        add(impacts, Impact.OUTSIDE_POOL, !gained.isEmpty() && after.leavesPool(before));
        add(impacts, Impact.FEWER_NODES, !lost.isEmpty());
        add(impacts, Impact.SOONER, evictions.stream().anyMatch(EvictionChange::isSooner));
        add(impacts, Impact.LATER, !evictions.stream().allMatch(EvictionChange::isSooner));
        boolean others = !tolerations.isEmpty() || !placement.isEmpty() || !gained.isEmpty();
        add(impacts, Impact.OTHER, impacts.isEmpty() && others);
        return new Change(impacts, null, null, tolerations, evictions, placement, lost, gained);
    }

    private static void add(Set<Impact> impacts, Impact impact, boolean happens) {
        if (happens) {
            impacts.add(impact);
        }
    }

    /** The worst that happens to the pod. */
    Impact impact() {
        Impact worst = impacts.stream().min(Comparator.naturalOrder()).orElse(Impact.SAME);
        return worst == Impact.SOONER && impacts.contains(Impact.LATER) ? Impact.SOONER_AND_LATER : worst;
    }

    /** Whether the pod can go to other nodes. */
    boolean moves() {
        return !lost.isEmpty() || !gained.isEmpty();
    }

    /** The same, for pods of which some that run now change. */
    Change ofRunning() {
        return !impacts.isEmpty()
                ? this
                : new Change(Set.of(Impact.OTHER), refusal, admitted, tolerations, evictions, placement, lost, gained);
    }

    private static @Nullable String message(Fate fate) {
        return fate.refusal() == null ? null : fate.refusal().message();
    }

    private static List<TolerationChange> tolerations(List<Toleration> before, List<Toleration> after) {
        List<TolerationChange> changes = new ArrayList<>();
        List<Toleration> coming = new ArrayList<>(after);
        for (Toleration old : before) {
            Toleration counterpart = counterpart(old, coming);
            if (counterpart != null) {
                coming.remove(counterpart);
            }
            if (!old.equals(counterpart)) {
                changes.add(new TolerationChange(old, counterpart));
            }
        }
        coming.forEach(each -> changes.add(new TolerationChange(null, each)));
        return List.copyOf(changes);
    }

    /** The same entry, at best with the same seconds. */
    private static @Nullable Toleration counterpart(Toleration old, List<Toleration> others) {
        if (others.contains(old)) {
            return old;
        }
        return others.stream().filter(old::isSameEntryAs).findFirst().orElse(null);
    }

    private static List<EvictionChange> evictions(Map<Taint, EvictionTime> before, Map<Taint, EvictionTime> after) {
        List<EvictionChange> changes = new ArrayList<>();
        before.forEach((taint, time) -> {
            EvictionTime then = after.getOrDefault(taint, time);
            if (!then.equals(time)) {
                changes.add(new EvictionChange(taint, time, then));
            }
        });
        return List.copyOf(changes);
    }

    private static List<String> placement(List<String> before, List<String> after) {
        List<String> changes = new ArrayList<>();
        before.stream().filter(each -> !after.contains(each)).forEach(each -> changes.add("no longer " + each));
        after.stream().filter(each -> !before.contains(each)).forEach(changes::add);
        return List.copyOf(changes);
    }

    private static BitSet without(BitSet some, BitSet others) {
        BitSet left = (BitSet) some.clone();
        left.andNot(others);
        return left;
    }
}
