package dev.tolerant.tools.whatif;

import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.words.NodeAffinity;
import dev.tolerant.engine.words.StoredPod;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.observed.explain.ClusterView;
import dev.tolerant.observed.explain.Placement.Places;
import dev.tolerant.observed.objects.ClusterObject;
import dev.tolerant.observed.objects.Owners.ClusterPod;
import dev.tolerant.observed.objects.Owners.PodOwner;
import dev.tolerant.tools.whatif.NextPods.Forecast;
import dev.tolerant.tools.whatif.NextPods.Likeness;
import dev.tolerant.tools.whatif.RunningPods.Keeper;
import dev.tolerant.tools.whatif.WhatIfAnswer.Change;
import dev.tolerant.tools.whatif.WhatIfAnswer.Fate;
import dev.tolerant.tools.whatif.WhatIfAnswer.WorkloadChange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Judges the next pods of a cluster's makers as it is and as it would be. */
public final class Comparison {
    private final Places places;
    private final Forecast before;
    private final Forecast after;
    /** Of a view in which policies are enforced that only audit but reserve something; null if there are none. */
    private final @Nullable Forecast enforced;

    private final String namespace;
    private final NextPods pods;
    private final Keeper keeperBefore;
    private final Keeper keeperAfter;
    private final Set<String> labels;
    private final Map<Likeness, Fates> judged = new HashMap<>();
    private final List<String> audited = new ArrayList<>();

    private record Fates(Fate before, Fate after, Change change, boolean refusedIfEnforced) {}

    private Comparison(ClusterView today, ClusterView proposed, String namespace) {
        this.places = new Places(today.nodes().values());
        this.before = new Forecast(today, places);
        this.after = new Forecast(proposed, places);
        this.enforced = Proposal.enforced(proposed)
                .map(view -> new Forecast(view, places))
                .orElse(null);
        this.namespace = namespace;
        this.pods = new NextPods(today.clusterObjects(), each -> namespace.isEmpty() || namespace.equals(each));
        this.keeperBefore = new Keeper(today);
        this.keeperAfter = new Keeper(proposed);
        this.labels = Likeness.labels(today, proposed);
    }

    /** Judges the pods of one namespace; of all if it is empty. */
    public static WhatIfAnswer of(ClusterView today, Proposal proposal, String namespace) {
        ClusterView proposed = proposal.appliedTo(today);
        ClusterView todayEnforced = today.enforced();
        ClusterView proposedEnforced = proposed.enforced();
        WhatIfAnswer enforced = todayEnforced == null || proposedEnforced == null
                ? null
                : new Comparison(todayEnforced, proposedEnforced, namespace).answer(proposal, null);
        return new Comparison(today, proposed, namespace).answer(proposal, enforced);
    }

    private WhatIfAnswer answer(Proposal proposal, @Nullable WhatIfAnswer enforced) {
        List<WorkloadChange> workloads = pods.makers.entrySet().stream()
                .flatMap(made -> changes(made.getKey(), made.getValue()))
                .sorted(WorkloadChange.WORST_FIRST)
                .toList();
        List<String> unmatched = after.view().snapshot().policies().policies().stream()
                .map(policy -> policy.name())
                .filter(name -> !after.matching().contains(name))
                .sorted()
                .toList();
        List<String> names = proposal.policies().stream().map(Manifest::name).toList();
        return new WhatIfAnswer(
                before.view(),
                after.view(),
                proposal,
                namespace,
                places,
                workloads,
                List.copyOf(pods.unreadable),
                unmatched,
                names.stream().filter(name -> !after.matchesAny(name)).toList(),
                List.copyOf(audited),
                2 * judged.size(),
                enforced);
    }

    /** One for a workload; for other owners as many as their pods have different fates. */
    private Stream<WorkloadChange> changes(PodOwner maker, List<ClusterPod> running) {
        Map<Fates, RunningPods> byFates = new LinkedHashMap<>();
        Map<List<Toleration>, Boolean> lacking = new HashMap<>();
        ClusterObject workload = maker.template();
        if (workload != null) {
            pods.read(workload)
                    .flatMap(pod -> fates(workload, workload.kind().name(), pod))
                    .ifPresent(fates -> byFates.put(
                            fates,
                            running.stream()
                                    .map(pod -> running(pod, fates, lacking))
                                    .reduce(RunningPods.NONE, RunningPods::and)));
        } else {
            running.forEach(pod -> fates(pod.object(), "", pod.stored())
                    .ifPresent(fates -> byFates.merge(fates, running(pod, fates, lacking), RunningPods::and)));
        }
        if (byFates.keySet().stream().anyMatch(Fates::refusedIfEnforced)) {
            audited.add(maker.namespace() + "/" + maker.title());
        }
        return byFates.entrySet().stream().map(each -> change(maker, each.getKey(), each.getValue()));
    }

    /** {@code lacking} holds, by tolerations of this maker's pods, the answers to whether a keeper would change them. */
    private RunningPods running(ClusterPod pod, Fates fates, Map<List<Toleration>, Boolean> lacking) {
        boolean stays = keeperAfter.enforces()
                || fates.change().impacts().isEmpty()
                || fates.after().isRefused();
        if (stays
                || !lacking.computeIfAbsent(
                        pod.stored().pod().tolerations(), any -> keeperAfter.wouldChange(pod.stored()))) {
            return RunningPods.of(pod.stored(), keeperBefore, keeperAfter);
        }
        return new RunningPods(1, 0, 0, 1);
    }

    private static WorkloadChange change(PodOwner maker, Fates fates, RunningPods running) {
        boolean changed = running.given() + running.waiting() > 0;
        Change change = changed ? fates.change().ofRunning() : fates.change();
        return new WorkloadChange(maker, fates.before(), fates.after(), change, running);
    }

    /** The kind is that of the workload that makes the pod; empty for a pod that stands for the next. */
    private Optional<Fates> fates(ClusterObject object, String kind, StoredPod pod) {
        Likeness likeness = Likeness.of(kind, pod, labels);
        Fates known = judged.get(likeness);
        if (known != null) {
            return Optional.of(known);
        }
        try {
            Fates fates = judge(object.manifest(), pod.pod().nodeAffinity());
            judged.put(likeness, fates);
            return Optional.of(fates);
        } catch (InvalidManifestException wrong) {
            pods.addUnreadable(object, wrong.problem().path(), wrong.problem().message());
            return Optional.empty();
        }
    }

    private Fates judge(Manifest manifest, NodeAffinity written) throws InvalidManifestException {
        Fate was = before.of(manifest, written);
        Fate will = after.of(manifest, written);
        boolean refusedIfEnforced = enforced != null
                && !will.isRefused()
                && enforced.of(manifest, written).isRefused();
        return new Fates(was, will, Change.between(was, will), refusedIfEnforced);
    }
}
