package dev.tolerant.tools.whatif;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.tolerant.engine.manifest.ManifestProblem;
import dev.tolerant.engine.policy.KnownPool;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.policy.Reserve.ReservedTaint;
import dev.tolerant.engine.rule.Step.Refusal;
import dev.tolerant.engine.words.Coded;
import dev.tolerant.engine.words.Mode;
import dev.tolerant.engine.words.NodeAffinity;
import dev.tolerant.engine.words.OneLine;
import dev.tolerant.engine.words.Requirement;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.observed.explain.Agents;
import dev.tolerant.observed.explain.Agents.Agent;
import dev.tolerant.observed.explain.ClusterView;
import dev.tolerant.observed.explain.Placement.Places;
import dev.tolerant.observed.objects.ClusterObjects;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.observed.objects.Owners.PodOwner;
import dev.tolerant.observed.registration.Registration;
import dev.tolerant.observed.taints.TaintRules.EvictionTime;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The changes by a proposal for the pods that each maker makes next.
 *
 * @param namespace of which pods were judged; empty for all
 * @param workloads worst first
 * @param unmatched policies, proposed or not, that match no pod about which the webhook is asked
 * @param pointless proposed policies that match no pod at all
 * @param audited those whose pods policies that only audit would refuse if they were enforced, as {@code namespace/kind/name}
 * @param judgements the number of questions to the engine about new pods
 * @param enforced the changes if the webhook enforced; null unless it only audits, with the proposal and without
 */
public record WhatIfAnswer(
        ClusterView today,
        ClusterView proposed,
        Proposal proposal,
        String namespace,
        Places places,
        List<WorkloadChange> workloads,
        List<ManifestProblem> unjudged,
        List<String> unmatched,
        List<String> pointless,
        List<String> audited,
        int judgements,
        @Nullable WhatIfAnswer enforced) {

    /** A taint that is not reserved any more counts as another change. */
    public boolean has(Set<Impact> impacts) {
        return (impacts.contains(Impact.OTHER) && !unreserved().isEmpty())
                || workloads.stream()
                        .anyMatch(workload ->
                                !Collections.disjoint(workload.change().impacts(), impacts));
    }

    /** True where some objects cannot be read, so that the answer leaves them out. */
    public boolean leavesOut() {
        return !unjudged.isEmpty();
    }

    List<WorkloadChange> of(Impact impact) {
        return workloads.stream()
                .filter(workload -> workload.change().impact() == impact)
                .toList();
    }

    public ClusterObjects clusterObjects() {
        return today.clusterObjects();
    }

    Map<String, Proposal.Effect> effects() {
        return proposal.effects(today);
    }

    private static Stream<Policy> policies(ClusterView view) {
        return view.snapshot().policies().policies().stream();
    }

    /** Those that the proposal lays over the cluster's, and those that it removes. */
    List<ProposedPolicy> policies() {
        Map<String, Policy> read = policies(proposed).collect(Collectors.toMap(Policy::name, policy -> policy));
        List<ProposedPolicy> all = new ArrayList<>();
        effects().forEach((name, effect) -> {
            Policy policy = read.get(name);
            KnownPool known = policy == null ? null : policy.known();
            List<Agent> agents =
                    policy == null ? List.of() : Agents.at(policy, proposed).unreaching();
            all.add(new ProposedPolicy(
                    name,
                    effect,
                    effect == Proposal.Effect.REMOVED ? null : !pointless.contains(name),
                    known == null ? null : known.givesNothingBecause(),
                    agents.isEmpty() ? null : agents.stream().map(Agent::title).toList(),
                    agents));
        });
        return all;
    }

    /**
     * @param effect new, changed, unchanged or removed
     * @param matches true if it matches a pod or workload at all; absent if it is removed
     * @param withoutPool why it gives nothing of its pool; absent if it does, or has none
     * @param withoutAgents DaemonSets that do not reach all nodes to which it keeps its pods, as namespace/name; absent if
     *     all do
     * @param agents these DaemonSets
     */
    record ProposedPolicy(
            String name,
            Proposal.Effect effect,
            @Nullable Boolean matches,
            @Nullable String withoutPool,
            @Nullable List<String> withoutAgents,
            @JsonIgnore List<Agent> agents) {}

    /** Taints that policies reserve today and would not. */
    List<String> unreserved() {
        Set<ReservedTaint> then = reserved(proposed);
        return reserved(today).stream()
                .filter(taint -> !then.contains(taint) && then.stream().noneMatch(other -> other.isWiderThan(taint)))
                .map(ReservedTaint::toString)
                .toList();
    }

    private static Set<ReservedTaint> reserved(ClusterView view) {
        return policies(view)
                .filter(policy -> policy.mode() == Mode.ENFORCE)
                .flatMap(policy -> policy.reservedTaints().stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    List<String> notes() {
        ClusterObjects clusterObjects = clusterObjects();
        List<String> notes = new ArrayList<>(clusterObjects.notes());
        proposed.problems().forEach(problem -> notes.add(problem.toString()));
        if (workloads.stream()
                .anyMatch(workload ->
                        workload.change().moves() && !workload.after().isRefused())) {
            notes.add(
                    "Nodes are counted by taints, cordon, spec.nodeName, node selector and required node affinity alone.");
        }
        if (clusterObjects.all(ObjectKind.CONFIG_MAP).isEmpty()) {
            notes.add("The settings of the chart's release are not known; today's count as the defaults.");
        }
        if (today.config().webhook().enabled()
                && Registration.of(clusterObjects.manifests(ObjectKind.MUTATING_WEBHOOKS))
                        .isEmpty()) {
            notes.add("The webhook's registration is not known; it counts as the one that the chart makes by default.");
        }
        if (!audited.isEmpty()) {
            notes.add("If their mode were Enforce, policies that audit would refuse the pods of "
                    + OneLine.first(10, audited) + ".");
        }
        return List.copyOf(notes);
    }

    /** Something that happens to the next pod of a maker, worst first. */
    public enum Impact implements Coded {
        REFUSED("Newly refused"),
        NOWHERE("Nowhere to go"),
        OUTSIDE_POOL("Outside their pool"),
        FEWER_NODES("Fewer nodes"),
        SOONER("Evicted sooner"),
        SOONER_AND_LATER("Evicted sooner for some taints, later or never for others"),
        LATER("Evicted later or never"),
        OTHER("Other changes"),
        ADMITTED("No longer refused"),
        SAME("The same as today");

        /** Those that {@code --fail-on} takes besides {@link #ANY}. */
        private static final List<Impact> NAMED = List.of(REFUSED, NOWHERE, OUTSIDE_POOL, FEWER_NODES, SOONER, LATER);

        private static final String ANY = "any";

        private final String heading;

        Impact(String heading) {
            this.heading = heading;
        }

        /** All that {@code --fail-on} takes. */
        public static List<String> codes() {
            return Stream.concat(NAMED.stream().map(Impact::code), Stream.of(ANY))
                    .toList();
        }

        /** Empty if there is no such code. */
        public static Set<Impact> of(String code) {
            return code.equals(ANY)
                    ? EnumSet.complementOf(EnumSet.of(SAME))
                    : NAMED.stream()
                            .filter(impact -> impact.code().equals(code))
                            .collect(Collectors.toSet());
        }

        String heading() {
            return heading;
        }
    }

    record WorkloadChange(PodOwner maker, Fate before, Fate after, Change change, RunningPods running) {
        /** Worst first, then those with the fewest nodes, then those with the most pods. */
        static final Comparator<WorkloadChange> WORST_FIRST = Comparator.comparing(
                        (WorkloadChange workload) -> workload.change().impact())
                .thenComparing(workload -> workload.after().nodes().cardinality())
                .thenComparing(workload -> -workload.running().pods())
                .thenComparing(workload -> workload.maker().namespace())
                .thenComparing(workload -> workload.maker().title());
    }

    /**
     * The fate of a new pod.
     *
     * @param unasked the reason why the API server does not ask the webhook about it; null if it does
     * @param tolerations of the pod, or of a refused one as it came
     * @param evictions by each taint that evicts it
     * @param given requirements of nodes that policies made
     * @param demands of the pod itself, with its preferences for nodes, in words
     * @param nodes those where it can go, as {@link Places} number them
     */
    record Fate(
            @Nullable String unasked,
            @Nullable Refusal refusal,
            List<Toleration> tolerations,
            Map<Taint, EvictionTime> evictions,
            NodeAffinity affinity,
            List<Requirement> given,
            List<String> demands,
            BitSet nodes) {

        boolean isRefused() {
            return refusal != null;
        }
    }

    /**
     * The difference between two fates of a pod.
     *
     * @param impacts empty if nothing happens to it
     * @param tolerations that come, go, or get other seconds
     * @param demands those that come and go, of what the pod itself demands and prefers of nodes
     * @param lost nodes where it can go no more
     */
    record Change(
            Set<Impact> impacts,
            List<TolerationChange> tolerations,
            List<EvictionChange> evictions,
            List<String> demands,
            BitSet lost,
            BitSet gained) {

        /** {@code before} is null for one that comes, {@code after} for one that goes. */
        record TolerationChange(
                @Nullable Toleration before, @Nullable Toleration after) {}

        /**
         * @param before seconds until it evicts; null for never
         * @param after as before
         */
        record EvictionChange(Taint taint, EvictionTime before, EvictionTime after) {
            boolean isSooner() {
                return !after.never() && (before.never() || after.afterSeconds() < before.afterSeconds());
            }
        }

        static Change between(Fate before, Fate after) {
            if (before.isRefused()) {
                return only(after.isRefused() ? Set.of() : Set.of(Impact.ADMITTED), new BitSet());
            }
            if (after.isRefused()) {
                BitSet all = before.nodes();
                return only(
                        all.isEmpty() ? Set.of(Impact.REFUSED) : EnumSet.of(Impact.REFUSED, Impact.FEWER_NODES), all);
            }
            List<TolerationChange> tolerations = tolerations(before.tolerations(), after.tolerations());
            List<EvictionChange> evictions = new ArrayList<>();
            before.evictions().forEach((taint, time) -> {
                EvictionTime then = after.evictions().getOrDefault(taint, time);
                if (!then.equals(time)) {
                    evictions.add(new EvictionChange(taint, time, then));
                }
            });
            List<String> demands = new ArrayList<>();
            before.demands().stream()
                    .filter(each -> !after.demands().contains(each))
                    .forEach(each -> demands.add("no longer " + each));
            after.demands().stream()
                    .filter(each -> !before.demands().contains(each))
                    .forEach(demands::add);
            BitSet lost = without(before.nodes(), after.nodes());
            BitSet gained = without(after.nodes(), before.nodes());
            Set<Impact> impacts = EnumSet.noneOf(Impact.class);
            add(impacts, Impact.NOWHERE, !lost.isEmpty() && after.nodes().isEmpty());
            boolean leavesPool = before.given().stream()
                    .anyMatch(requirement -> !after.affinity().requires(requirement));
            add(impacts, Impact.OUTSIDE_POOL, !gained.isEmpty() && leavesPool);
            add(impacts, Impact.FEWER_NODES, !lost.isEmpty());
            add(impacts, Impact.SOONER, evictions.stream().anyMatch(EvictionChange::isSooner));
            add(impacts, Impact.LATER, !evictions.stream().allMatch(EvictionChange::isSooner));
            boolean others = !tolerations.isEmpty() || !demands.isEmpty() || !gained.isEmpty();
            add(impacts, Impact.OTHER, impacts.isEmpty() && others);
            return new Change(impacts, tolerations, List.copyOf(evictions), List.copyOf(demands), lost, gained);
        }

        private static void add(Set<Impact> impacts, Impact impact, boolean happens) {
            if (happens) {
                impacts.add(impact);
            }
        }

        private static Change only(Set<Impact> impacts, BitSet lost) {
            return new Change(impacts, List.of(), List.of(), List.of(), lost, new BitSet());
        }

        Impact impact() {
            Impact worst = impacts.stream().min(Comparator.naturalOrder()).orElse(Impact.SAME);
            return worst == Impact.SOONER && impacts.contains(Impact.LATER) ? Impact.SOONER_AND_LATER : worst;
        }

        /** True for a pod that can go to other nodes. */
        boolean moves() {
            return !lost.isEmpty() || !gained.isEmpty();
        }

        /** For pods of which some that run now change. */
        Change ofRunning() {
            return impacts.isEmpty() ? only(Set.of(Impact.OTHER), new BitSet()) : this;
        }

        private static List<TolerationChange> tolerations(List<Toleration> before, List<Toleration> after) {
            List<TolerationChange> changes = new ArrayList<>();
            List<Toleration> coming = new ArrayList<>(after);
            for (Toleration old : before) {
                Toleration counterpart = coming.contains(old)
                        ? old
                        : coming.stream().filter(old::isSameEntryAs).findFirst().orElse(null);
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

        private static BitSet without(BitSet some, BitSet others) {
            BitSet left = (BitSet) some.clone();
            left.andNot(others);
            return left;
        }
    }
}
