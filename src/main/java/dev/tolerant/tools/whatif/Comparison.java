package dev.tolerant.tools.whatif;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.ManifestProblem;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.review.PodReader;
import dev.tolerant.engine.words.NodeAffinity;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.Requirement;
import dev.tolerant.engine.words.Resources;
import dev.tolerant.engine.words.Review.Provenance;
import dev.tolerant.engine.words.StoredPod;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.observed.explain.ClusterView;
import dev.tolerant.observed.explain.Explanation;
import dev.tolerant.observed.explain.Placement;
import dev.tolerant.observed.explain.Placement.Places;
import dev.tolerant.observed.explain.PodTemplate;
import dev.tolerant.observed.objects.ClusterObject;
import dev.tolerant.observed.objects.ClusterObjects;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.observed.objects.Owners;
import dev.tolerant.observed.objects.Owners.ClusterPod;
import dev.tolerant.observed.objects.Owners.PodOwner;
import dev.tolerant.observed.stored.Judgement;
import dev.tolerant.observed.stored.StoredPodJudge;
import dev.tolerant.observed.taints.TaintRules.EvictionTime;
import dev.tolerant.settings.TolerantConfig.KeeperMode;
import dev.tolerant.tools.whatif.WhatIfAnswer.Change;
import dev.tolerant.tools.whatif.WhatIfAnswer.Fate;
import dev.tolerant.tools.whatif.WhatIfAnswer.WorkloadChange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Judges the next pods of a cluster's makers as it is and as it would be. */
public final class Comparison {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Places places;
    private final Forecast before;
    private final Forecast after;
    /** Of a view in which policies are enforced that only audit but reserve something; null if there are none. */
    private final @Nullable Forecast enforced;

    private final String namespace;
    /** With their templates; where one has none, a running pod stands for the next. */
    private final Map<PodOwner, List<ClusterPod>> makers = new LinkedHashMap<>();

    private final List<ManifestProblem> unreadable = new ArrayList<>();
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
        this.labels = Likeness.labels(today, proposed);
        find(today.clusterObjects());
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

    /** A workload that makes no pods any more, such as a Job that has ended, does not count. */
    private void find(ClusterObjects clusterObjects) {
        Owners owners = new Owners(clusterObjects);
        for (ObjectKind kind : ObjectKind.WORKLOADS) {
            for (ClusterObject workload : clusterObjects.all(kind)) {
                PodOwner maker = owners.makerOf(workload);
                if (concerns(workload.namespace()) && workload.equals(maker.template()) && makesPods(workload)) {
                    running(maker);
                }
            }
        }
        for (ClusterObject object : clusterObjects.all(ObjectKind.POD)) {
            if (concerns(object.namespace())) {
                read(object)
                        .filter(pod -> !pod.finished() && !pod.terminating())
                        .map(pod -> new ClusterPod(object, pod, owners.makerOf(object, pod)))
                        .ifPresent(pod -> running(pod.owner()).add(pod));
            }
        }
    }

    private boolean concerns(String other) {
        return namespace.isEmpty() || namespace.equals(other);
    }

    private WhatIfAnswer answer(Proposal proposal, @Nullable WhatIfAnswer enforced) {
        List<WorkloadChange> workloads = makers.entrySet().stream()
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
                List.copyOf(unreadable),
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
            read(workload)
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
        StoredPod stored = pod.stored();
        if (after.isKept()) {
            Care care = after.care(stored);
            boolean isNew = !care.meant().isEmpty()
                    && !(before.isKept()
                            && care.meant().equals(before.care(stored).meant()));
            return new RunningPods(1, isNew && !care.waits() ? 1 : 0, isNew && care.waits() ? 1 : 0, 0);
        }
        boolean stays = fates.change().impacts().isEmpty() || fates.after().isRefused();
        boolean lacks = !stays
                && lacking.computeIfAbsent(
                        stored.pod().tolerations(),
                        any -> !after.care(stored).meant().isEmpty());
        return new RunningPods(1, 0, 0, lacks ? 1 : 0);
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
            addUnreadable(object, wrong.problem().path(), wrong.problem().message());
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

    private List<ClusterPod> running(PodOwner maker) {
        return makers.computeIfAbsent(maker, any -> new ArrayList<>());
    }

    private static boolean makesPods(ClusterObject workload) {
        return switch (workload.kind()) {
            case JOB -> !hasEnded(workload.manifest().object());
            case REPLICA_SET, REPLICATION_CONTROLLER ->
                !isEarlierVersion(workload.manifest().object());
            default -> true;
        };
    }

    private static boolean hasEnded(JsonNode job) {
        return job.at("/status/conditions")
                .valueStream()
                .anyMatch(condition -> condition.path("status").asText().equals("True")
                        && List.of("Complete", "Failed")
                                .contains(condition.path("type").asText()));
    }

    /** Earlier revisions of a rollout have no replicas. */
    private static boolean isEarlierVersion(JsonNode object) {
        JsonNode replicas = object.path("spec").path("replicas");
        return Owners.controllerIn(object).isPresent() && replicas.isInt() && replicas.asInt() == 0;
    }

    /** A pod, or the next pod of a workload; empty, and unreadable, if it does not match the API's schema. */
    private Optional<StoredPod> read(ClusterObject object) {
        try {
            byte[] pod = object.kind() == ObjectKind.POD
                    ? object.json()
                    : JSON.writeValueAsBytes(PodTemplate.of(object.manifest()).pod());
            return Optional.of(PodReader.stored(pod));
        } catch (UnexpectedJsonException wrong) {
            addUnreadable(object, wrong.path(), wrong.problem());
        } catch (InvalidManifestException wrong) {
            addUnreadable(object, wrong.problem().path(), wrong.problem().message());
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return Optional.empty();
    }

    private void addUnreadable(ClusterObject object, String path, String problem) {
        unreadable.add(
                new ManifestProblem(object.place(), object.namespace() + " " + object.title() + ": " + path, problem));
    }

    /**
     * The parts of a new pod that the engine looks at: pods that are alike in this way are judged once.
     *
     * @param maker the kind of the workload that makes the pod; empty for a pod that stands for the next
     * @param node that the template names; empty if it names none, or if the pod is stored and its node is the scheduler's choice
     */
    private record Likeness(
            String maker, String namespace, PodFacts pod, String node, Provenance provenance, boolean stored) {

        /** Those that any policy or registration of the views asks for. */
        static Set<String> labels(ClusterView... views) {
            Set<String> labels = new HashSet<>(Set.of(PodFacts.INJECT_LABEL));
            for (ClusterView view : views) {
                labels.addAll(view.registration().objectLabels());
                view.snapshot()
                        .policies()
                        .policies()
                        .forEach(policy -> labels.addAll(policy.match().podLabels()));
            }
            return labels;
        }

        /** Leaves out the name, labels that no selector asks for, and of amounts all but the sign. */
        static Likeness of(String maker, StoredPod stored, Set<String> labels) {
            PodFacts pod = stored.pod();
            Map<String, String> asked = new HashMap<>(pod.labels());
            asked.keySet().retainAll(labels);
            Resources whole = pod.resources().whole();
            Resources.OfPod signs = new Resources.OfPod(
                    pod.resources().containers().stream()
                            .map(Likeness::signs)
                            .distinct()
                            .toList(),
                    whole == null ? null : signs(whole));
            boolean isStored = !stored.uid().isEmpty();
            String node = isStored ? "" : stored.node();
            return new Likeness(
                    maker, stored.namespace(), pod.alike(asked, signs), node, stored.provenance(), isStored);
        }

        private static Resources signs(Resources resources) {
            return new Resources(signs(resources.requests()), signs(resources.limits()));
        }

        private static Map<String, BigDecimal> signs(Map<String, BigDecimal> amounts) {
            Map<String, BigDecimal> signs = new HashMap<>();
            amounts.forEach((name, amount) -> signs.put(name, BigDecimal.valueOf(amount.signum())));
            return signs;
        }
    }

    /** What a keeper gives a stored pod; {@code waits} if the pod gets that only later. */
    private record Care(List<Toleration> meant, boolean waits) {}

    /**
     * Works out the fates of new pods and of stored ones in one view of a cluster, and which policies match any new one.
     *
     * @param judge of stored pods
     * @param matching those that match a pod about which the webhook is asked
     */
    private record Forecast(
            ClusterView view,
            StoredPodJudge judge,
            Places places,
            List<Taint> evicting,
            Set<String> matching,
            Set<String> matchingUnasked) {
        Forecast(ClusterView view, Places places) {
            this(view, view.storedPodJudge(), places, places.evictingTaints(), new HashSet<>(), new HashSet<>());
        }

        /** True where a keeper changes stored pods. */
        boolean isKept() {
            return view.keeper() == KeeperMode.ENFORCE;
        }

        Care care(StoredPod pod) {
            Judgement judgement = judge.judge(pod, view.namespace(pod.namespace()));
            Judgement action = judgement instanceof Judgement.Waiting waiting ? waiting.change() : judgement;
            return new Care(
                    action instanceof Judgement.Change change ? change.meant() : List.of(), action != judgement);
        }

        /** True for a policy that matches a pod, even one about which the webhook is not asked. */
        boolean matchesAny(String policy) {
            return matching.contains(policy) || matchingUnasked.contains(policy);
        }

        /** For a pod, or the next pod of a workload, that comes with the node affinity that is {@code written}. */
        Fate of(Manifest manifest, NodeAffinity written) throws InvalidManifestException {
            Explanation happens = view.explain(manifest);
            Explanation asked = happens.decided();
            Set<String> matched = asked.unasked() == null ? matching : matchingUnasked;
            PodFacts matchable = asked.pod().withoutNode();
            for (Policy policy : view.snapshot().policies().matching(matchable, view.namespace(manifest.namespace()))) {
                matched.add(policy.name());
            }
            Placement placement = happens.placement();
            Map<Taint, EvictionTime> evictions = new LinkedHashMap<>();
            evicting.forEach(taint ->
                    evictions.put(taint, placement.rules().outcome(taint).eviction()));
            NodeAffinity affinity = happens.pod().nodeAffinity();
            List<Requirement> given = affinity.terms().stream()
                    .flatMap(term -> term.matchExpressions().stream())
                    .filter(requirement -> affinity.requires(requirement) && !written.requires(requirement))
                    .toList();
            return new Fate(
                    asked.unasked(),
                    happens.refusal(),
                    happens.pod().tolerations(),
                    evictions,
                    affinity,
                    given,
                    demands(happens.pod()),
                    places.open(placement));
        }

        private static List<String> demands(PodFacts pod) {
            List<String> words = new ArrayList<>();
            pod.nodeSelector().entrySet().stream()
                    .map(label -> "requires " + label.getKey() + "=" + label.getValue())
                    .sorted()
                    .forEach(words::add);
            NodeAffinity affinity = pod.nodeAffinity();
            if (!affinity.terms().isEmpty()) {
                words.add("requires "
                        + affinity.terms().stream().map(Forecast::words).collect(Collectors.joining(" or ")));
            }
            affinity.preferred()
                    .forEach(wish -> words.add("prefers " + words(wish.term()) + " (weight " + wish.weight() + ")"));
            return List.copyOf(words);
        }

        private static String words(NodeAffinity.NodeSelectorTerm term) {
            return Stream.concat(term.matchExpressions().stream(), term.matchFields().stream())
                    .map(Requirement::toString)
                    .collect(Collectors.joining(" and "));
        }
    }
}
