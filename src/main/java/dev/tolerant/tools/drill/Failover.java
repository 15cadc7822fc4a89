package dev.tolerant.tools.drill;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.tolerant.engine.manifest.ManifestProblem;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.words.ControlPlane.DaemonSetController;
import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.NodeTaints;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.engine.words.TolerationSeconds;
import dev.tolerant.observed.explain.ClusterView;
import dev.tolerant.observed.explain.PodTemplate;
import dev.tolerant.observed.objects.ClusterObject;
import dev.tolerant.observed.objects.CpuAndMemory;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.observed.objects.Owners.ClusterPod;
import dev.tolerant.observed.objects.Owners.PodOwner;
import dev.tolerant.observed.taints.TaintRules;
import dev.tolerant.observed.taints.TaintRules.EvictionTime;
import dev.tolerant.tools.drill.DrillAnswer.DrilledNode;
import dev.tolerant.tools.drill.DrillAnswer.DrilledPod;
import dev.tolerant.tools.drill.DrillAnswer.DrilledWorkload;
import dev.tolerant.tools.drill.DrillAnswer.Outcome;
import dev.tolerant.tools.drill.DrillAnswer.Replacement;
import dev.tolerant.tools.drill.DrillAnswer.Room;
import dev.tolerant.tools.drill.DrillAnswer.State;
import dev.tolerant.tools.drill.TaintHistory.Eviction;
import dev.tolerant.tools.drill.ZoneLimits.Span;
import dev.tolerant.tools.drill.ZoneLimits.Zone;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Plays through the control plane's actions when a scenario's nodes stop answering, are tainted or are deleted. */
public final class Failover {
    private final ClusterView view;
    private final Scenario scenario;
    private final Instant now;
    private final Map<String, DrilledNode> nodes = new LinkedHashMap<>();
    /** Those that were not asked about, and whose kubelets were silent before. */
    private final Map<String, DrilledNode> failedBefore = new HashMap<>();

    private final Map<PodOwner, List<Toleration>> asked = new HashMap<>();
    private final Destinations next;

    public Failover(ClusterView view, Scenario scenario) {
        this.view = view;
        this.scenario = scenario;
        this.now = view.clusterObjects().at().truncatedTo(ChronoUnit.SECONDS);
        Set<String> names = Set.copyOf(scenario.nodes());
        ZoneLimits limits =
                new ZoneLimits(view.nodes().values(), names, scenario.grace().getSeconds());
        for (ClusterObject object : view.clusterObjects().all(ObjectKind.NODE)) {
            Node node = view.nodes().get(object.name());
            if (node != null && names.contains(object.name())) {
                nodes.putIfAbsent(object.name(), drilled(object, node, limits));
            } else if (node != null
                    && node.taints().stream().anyMatch(taint -> taint.key().equals(NodeTaints.UNREACHABLE.key()))) {
                failedBefore.putIfAbsent(object.name(), failedBefore(object, node, limits));
            }
        }
        this.next = new Destinations(view, nodes.values(), failedBefore.values(), scenario.deleted());
    }

    private DrilledNode today(ClusterObject object, Node node) {
        List<TaintHistory.Added> present = new ArrayList<>();
        List<Taint> undated = new ArrayList<>();
        JsonNode taints = object.manifest().object().at("/spec/taints");
        Instant silent = null;
        for (Taint taint : node.taints()) {
            Instant added = added(taint, taints);
            if (added == null && taint.effect() == Effect.NO_EXECUTE) {
                undated.add(taint);
            }
            Instant since = added == null || added.isAfter(now) ? now : added;
            present.add(new TaintHistory.Added(taint, since));
            boolean unreachable = taint.key().equals(NodeTaints.UNREACHABLE.key());
            silent = unreachable && (silent == null || since.isBefore(silent)) ? since : silent;
        }
        TaintHistory history = TaintHistory.of(present);
        return new DrilledNode(node, history, history, null, silent, undated);
    }

    private DrilledNode failedBefore(ClusterObject object, Node node, ZoneLimits limits) {
        DrilledNode today = today(object, node);
        boolean spared = scenario.fails() && limits.of(node).state() == ZoneLimits.State.ALL_DOWN;
        TaintHistory history = spared ? today.history().spared(now.plus(scenario.grace())) : today.history();
        return new DrilledNode(node, history, history, null, today.silentSince(), today.undated());
    }

    private DrilledNode drilled(ClusterObject object, Node node, ZoneLimits limits) {
        DrilledNode today = today(object, node);
        TaintHistory before = today.history();
        Instant silent = today.silentSince();
        List<Taint> undated = today.undated();
        Instant then = now.plus(scenario.grace());
        if (scenario.deleted()) {
            TaintHistory none = TaintHistory.of(List.of());
            return new DrilledNode(node, none, none, null, now, List.of());
        }
        if (!scenario.fails()) {
            TaintHistory tainted = before.with(scenario.taints(), then);
            Instant since = silent == null ? tainted.since(NodeTaints.UNREACHABLE) : silent;
            return new DrilledNode(node, tainted, tainted, null, since, undated);
        }
        Zone zone = limits.of(node);
        Span more = limits.taintsOf(node);
        TaintHistory closed = silent == null ? before.closed(then) : before;
        TaintHistory first = closed;
        TaintHistory last = closed;
        if (zone.state() == ZoneLimits.State.ALL_DOWN) {
            first = closed.spared(then);
            last = first;
        } else if (ZoneLimits.isTainted(node)) {
            first = silent == null ? before.unreachable(then) : before;
            last = first;
        } else if (more != null) {
            first = closed.unreachable(now.plusSeconds(more.earliest()));
            last = closed.unreachable(now.plusSeconds(more.latest()));
        }
        return new DrilledNode(node, first, last, zone, silent == null ? now : silent, undated);
    }

    private static @Nullable Instant added(Taint taint, JsonNode taints) {
        return taints.valueStream()
                .filter(each -> each.path("key").asText().equals(taint.key())
                        && each.path("effect").asText().equals(taint.effect().text()))
                .findFirst()
                .map(each -> time(each.path("timeAdded").asText()))
                .orElse(null);
    }

    private static @Nullable Instant time(String text) {
        try {
            return text.isEmpty() ? null : Instant.parse(text);
        } catch (DateTimeParseException unreadable) {
            return null;
        }
    }

    /** {@code concerns} tells the namespaces whose pods the reader asks about. */
    public DrillAnswer drill(Predicate<String> concerns) {
        List<ManifestProblem> problems = new ArrayList<>(view.problems());
        List<ClusterPod> read = ClusterPod.of(view.clusterObjects(), problems, any -> true);
        List<ClusterPod> all =
                read.stream().filter(pod -> !pod.stored().finished()).toList();
        List<ClusterPod> asked = all.stream()
                .filter(pod -> concerns.test(pod.object().namespace()))
                .toList();
        List<DrilledPod> pods = new ArrayList<>();
        asked.forEach(pod -> on(nodes, pod).forEach(pods::add));
        // Others were made in place of pods that are being deleted, unless their controllers wait for the end.
        Map<PodOwner, List<DrilledPod>> counted = pods.stream()
                .filter(pod -> !pod.pod().stored().terminating()
                        || (scenario.deleted() && awaitsDeletion(pod.pod().owner())))
                .collect(Collectors.groupingBy(pod -> pod.pod().owner(), LinkedHashMap::new, Collectors.toList()));
        Map<PodOwner, List<ClusterPod>> others = asked.stream()
                .filter(pod -> !pod.stored().terminating()
                        && !pod.stored().node().isEmpty()
                        && !nodes.containsKey(pod.stored().node()))
                .collect(Collectors.groupingBy(ClusterPod::owner));
        List<DrilledWorkload> workloads = new ArrayList<>();
        counted.forEach((owner, own) -> workloads.add(workload(owner, own, others.getOrDefault(owner, List.of()))));
        pods.sort(Comparator.comparing((DrilledPod pod) ->
                        pod.leavesIn() == null ? Long.MAX_VALUE : pod.leavesIn().earliest())
                .thenComparing(pod -> pod.pod().object().namespace())
                .thenComparing(pod -> pod.pod().owner().title())
                .thenComparing(pod -> pod.pod().title()));
        workloads.sort(Comparator.comparing((DrilledWorkload workload) -> !workload.isLost())
                .thenComparing(workload -> !workload.loops())
                .thenComparing(workload -> !workload.losesAll())
                .thenComparing(workload -> workload.owner().namespace())
                .thenComparing(workload -> workload.owner().title()));
        // Many workloads share the list of the nodes where they may go, which is long.
        Set<List<String>> open = Collections.newSetFromMap(new IdentityHashMap<>());
        workloads.forEach(workload -> open.add(workload.replacement().nodes()));
        Set<String> destinations = new HashSet<>();
        open.forEach(destinations::addAll);
        ClusterView enforced = view.enforced();
        // An answer about one namespace may have been read without the pods of the others, which take their part of the
        // nodes.
        boolean whole = concerns.test("") || asked.size() < all.size();
        return new DrillAnswer(
                view,
                now,
                scenario,
                List.copyOf(nodes.values()),
                List.copyOf(pods),
                List.copyOf(workloads),
                read.stream()
                        .filter(pod -> pod.stored().finished()
                                && concerns.test(pod.object().namespace()))
                        .flatMap(pod -> on(nodes, pod))
                        .filter(DrilledPod::leaves)
                        .count(),
                new Room(
                        pods.stream()
                                .filter(DrilledPod::leaves)
                                .map(pod -> CpuAndMemory.requestedBy(pod.pod().object()))
                                .reduce(CpuAndMemory.NONE, CpuAndMemory::plus),
                        destinations.size(),
                        whole ? free(destinations, all) : null),
                next.closing(scenario, asked),
                List.copyOf(problems),
                enforced == null ? null : new Failover(enforced, scenario).drill(concerns));
    }

    /** Null if one of these nodes does not say what it has. */
    private @Nullable CpuAndMemory free(Set<String> names, List<ClusterPod> pods) {
        Map<String, CpuAndMemory> left = new HashMap<>();
        for (ClusterObject node : view.clusterObjects().all(ObjectKind.NODE)) {
            if (names.contains(node.name())) {
                CpuAndMemory.allocatableOn(node).ifPresent(allocatable -> left.put(node.name(), allocatable));
            }
        }
        if (left.size() < names.size()) {
            return null;
        }
        for (ClusterPod pod : pods) {
            left.computeIfPresent(
                    pod.stored().node(), (name, before) -> before.minus(CpuAndMemory.requestedBy(pod.object())));
        }
        return left.values().stream().reduce(CpuAndMemory.NONE, CpuAndMemory::plus);
    }

    /** Empty if it is on none of these nodes. */
    private Stream<DrilledPod> on(Map<String, DrilledNode> some, ClusterPod pod) {
        return Stream.ofNullable(some.get(pod.stored().node())).map(node -> drilled(pod, node));
    }

    private DrilledPod drilled(ClusterPod pod, DrilledNode node) {
        TaintRules rules = TaintRules.of(pod.stored().pod().tolerations(), asked(pod), view.controlPlane());
        Instant silent = node.silentSince();
        Long down = silent == null ? null : (Long) Span.seconds(silent, now);
        if (scenario.deleted() && nodes.containsKey(pod.stored().node())) {
            String gone = "is on a node whose object is gone";
            return new DrilledPod(pod, State.FORCE_DELETED, null, DrilledPod.AFTER_NODE, down, gone);
        }
        if (pod.stored().terminating()) {
            return new DrilledPod(pod, State.ALREADY_TERMINATING, null, null, down, "is being deleted");
        }
        Eviction first = node.history().eviction(rules, bound(pod)).orElse(null);
        Eviction last = node.latest().eviction(rules, bound(pod)).orElse(null);
        if (first == null || last == null) {
            return new DrilledPod(pod, State.STAYS, null, null, down, staying(rules, node));
        }
        if (pod.stored().pod().mirror()) {
            String mirror =
                    "is static: the taint takes its mirror object alone, which its kubelet makes again, and its containers run on";
            return new DrilledPod(pod, State.STAYS, null, null, down, mirror);
        }
        Span leaves = Span.until(first.at(), last.at(), now);
        // Tainting the node as out of service removes its deleted pods (podgc, gc_controller.go,
        // gcTerminating).
        boolean off =
                node.history().taints().stream().anyMatch(taint -> taint.key().equals(NodeTaints.OUT_OF_SERVICE.key()));
        boolean isSilent = silent != null && !first.at().isBefore(silent);
        State state = !isSilent ? State.EVICTED : off ? State.FORCE_DELETED : State.TERMINATING;
        return new DrilledPod(
                pod, state, first, leaves, down == null ? (Long) leaves.latest() : down, leaving(first, rules));
    }

    private String leaving(Eviction eviction, TaintRules rules) {
        String due = eviction.at().isBefore(now) ? ", and is overdue" : "";
        if (eviction.toleration() < 0) {
            boolean tolerated = Toleration.firstOf(rules.pod(), eviction.taint()) >= 0;
            return (tolerated ? "is of a DaemonSet whose template does not tolerate " : "does not tolerate ")
                    + eviction.taint()
                    + due;
        }
        return tolerating(rules, eviction.taint(), eviction.toleration()) + due;
    }

    private static String staying(TaintRules rules, DrilledNode node) {
        List<String> reasons = node.history().taints().stream()
                .filter(taint -> taint.effect() == Effect.NO_EXECUTE)
                .map(taint -> tolerating(rules, taint, Toleration.firstOf(rules.pod(), taint)))
                .toList();
        return reasons.isEmpty() ? "is on a node without a taint with NoExecute" : String.join(", ", reasons);
    }

    private static String tolerating(TaintRules rules, Taint taint, int toleration) {
        TolerationSeconds seconds = rules.pod().get(toleration).seconds();
        String time = seconds.never() ? "forever" : "for " + seconds + "s" + EvictionTime.overflow(seconds);
        return "tolerates " + taint + " " + time + " (toleration " + toleration + ")";
    }

    private static Instant bound(ClusterPod pod) {
        JsonNode object = pod.object().manifest().object();
        for (JsonNode condition : object.at("/status/conditions")) {
            Instant bound = time(condition.path("lastTransitionTime").asText());
            if (bound != null && condition.path("type").asText().equals("PodScheduled")) {
                return bound;
            }
        }
        Instant created = time(object.at("/metadata/creationTimestamp").asText());
        return created == null ? Instant.MIN : created;
    }

    /** For a pod of a DaemonSet, those by which its controller lets it stay; for others, their own. */
    private List<Toleration> asked(ClusterPod pod) {
        List<Toleration> own = pod.stored().pod().tolerations();
        ClusterObject template = pod.owner().template();
        if (!pod.owner().isDaemonSet() || template == null) {
            return own;
        }
        return asked.computeIfAbsent(pod.owner(), owner -> {
            try {
                return DaemonSetController.addedTo(
                        PodTemplate.of(template.manifest()).tolerations(),
                        pod.stored().pod().hostNetwork());
            } catch (InvalidManifestException unreadable) {
                return own;
            }
        });
    }

    private DrilledWorkload workload(PodOwner owner, List<DrilledPod> pods, List<ClusterPod> others) {
        List<DrilledPod> earlier =
                others.stream().flatMap(pod -> on(failedBefore, pod)).toList();
        List<DrilledPod> leaving = Stream.concat(pods.stream(), earlier.stream())
                .filter(DrilledPod::leaves)
                .toList();
        // The kubelet of a mirror pod makes it again, also where nothing names the node as its owner.
        boolean isStatic = owner.isPod()
                && pods.stream().allMatch(pod -> pod.pod().stored().pod().mirror());
        return new DrilledWorkload(
                owner,
                List.copyOf(pods),
                earlier,
                others.size() - earlier.size(),
                awaitsDeletion(owner),
                replacement(owner, leaving, pods.size() + others.size(), isStatic));
    }

    private Replacement replacement(PodOwner owner, List<DrilledPod> leaving, int replicas, boolean isStatic) {
        if (isStatic || owner.kind().equals("Node") || (owner.isDaemonSet() && leaving.isEmpty())) {
            return Replacement.without(Outcome.OF_THE_NODE, "");
        }
        if (leaving.isEmpty() || owner.isPod()) {
            return Replacement.without(leaving.isEmpty() ? Outcome.NONE_LEAVES : Outcome.NOT_MADE, "");
        }
        Replacement made = next.of(leaving.get(0).pod());
        if (owner.isDaemonSet()) {
            return made.backTo(
                    leaving.stream().map(pod -> pod.pod().stored().node()).collect(Collectors.toSet()));
        }
        // A Job that waits for the end of a pod does not count it as failed before (job_controller.go, isPodFailed).
        List<DrilledPod> ended = leaving.stream()
                .filter(pod -> !awaitsDeletion(owner) || pod.state() != State.TERMINATING)
                .toList();
        boolean waits = ended.isEmpty() && made.outcome() != Outcome.REFUSED;
        return new JobFailures(job(owner)).to(ended, replicas, waits ? made.with(Outcome.AFTER_DELETION) : made);
    }

    /** True if the controller makes no new pod while the old one is Terminating. */
    private static boolean awaitsDeletion(PodOwner owner) {
        JsonNode job = job(owner).path("spec");
        String policy = job.path("podReplacementPolicy").asText(job.has("podFailurePolicy") ? "Failed" : "");
        return owner.kind().equals("StatefulSet") || policy.equals("Failed");
    }

    /** A missing node if something other than a Job makes the pods. */
    private static JsonNode job(PodOwner owner) {
        ClusterObject template = owner.template();
        return template != null && template.kind() == ObjectKind.JOB
                ? template.manifest().object()
                : MissingNode.getInstance();
    }
}
