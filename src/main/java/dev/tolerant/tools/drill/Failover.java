package dev.tolerant.tools.drill;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.manifest.InvalidManifestException;
import dev.tolerant.engine.manifest.Problem;
import dev.tolerant.engine.model.ControlPlane.DaemonSetController;
import dev.tolerant.engine.model.Node;
import dev.tolerant.engine.model.NodeTaints;
import dev.tolerant.engine.model.Taint;
import dev.tolerant.engine.model.Taint.Effect;
import dev.tolerant.engine.model.TaintRules;
import dev.tolerant.engine.model.TaintRules.Eviction;
import dev.tolerant.engine.model.TaintRules.TaintHistory;
import dev.tolerant.engine.model.Toleration;
import dev.tolerant.observed.explain.ClusterView;
import dev.tolerant.observed.explain.PodTemplate;
import dev.tolerant.observed.facts.Fact;
import dev.tolerant.observed.facts.FactKind;
import dev.tolerant.observed.facts.Owners.ClusterPod;
import dev.tolerant.observed.facts.Owners.PodOwner;
import dev.tolerant.tools.drill.DrilledPod.State;
import dev.tolerant.tools.drill.DrilledWorkload.Replacement;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Plays through what the control plane does when the nodes of a scenario stop answering or are tainted. */
public final class Failover {
    private final ClusterView view;
    private final Scenario scenario;
    private final Instant now;
    private final Map<String, DrilledNode> nodes = new LinkedHashMap<>();
    private final Map<PodOwner, List<Toleration>> asked = new HashMap<>();
    private final Destinations destinations;

    public Failover(ClusterView view, Scenario scenario) {
        this.view = view;
        this.scenario = scenario;
        this.now = view.facts().at().truncatedTo(ChronoUnit.SECONDS);
        this.destinations = new Destinations(view, Set.copyOf(scenario.nodes()));
        for (Fact fact : view.facts().all(FactKind.NODE)) {
            Node node = view.nodes().get(fact.name());
            if (node != null && scenario.nodes().contains(fact.name())) {
                nodes.putIfAbsent(fact.name(), drilled(fact, node));
            }
        }
    }

    private DrilledNode drilled(Fact fact, Node node) {
        List<TaintHistory.Added> present = new ArrayList<>();
        List<Taint> undated = new ArrayList<>();
        JsonNode taints = fact.manifest().object().at("/spec/taints");
        for (Taint taint : node.taints()) {
            Instant added = added(taint, taints);
            if (added == null && taint.effect() == Effect.NO_EXECUTE) {
                undated.add(taint);
            }
            present.add(new TaintHistory.Added(taint, added == null ? now : added));
        }
        return scenario.of(node, present, undated, now);
    }

    private static @Nullable Instant added(Taint taint, JsonNode taints) {
        for (JsonNode each : taints) {
            boolean same = each.path("key").asText().equals(taint.key())
                    && each.path("effect").asText().equals(taint.effect().text());
            if (same) {
                return time(each.path("timeAdded").asText());
            }
        }
        return null;
    }

    private static @Nullable Instant time(String text) {
        try {
            return text.isEmpty() ? null : Instant.parse(text);
        } catch (DateTimeParseException unreadable) {
            return null;
        }
    }

    /**
     * Plays the scenario through.
     *
     * @param concerns whether the reader asks about the pods of a namespace
     */
    public Drill drill(Predicate<String> concerns) {
        List<Problem> problems = new ArrayList<>(view.problems());
        Map<PodOwner, List<DrilledPod>> byOwner = new LinkedHashMap<>();
        Map<PodOwner, int[]> replicas = new HashMap<>();
        List<DrilledPod> pods = new ArrayList<>();
        for (ClusterPod pod : ClusterPod.unfinished(view.facts(), problems)) {
            String name = pod.stored().node();
            if (name.isEmpty() || !concerns.test(pod.fact().namespace())) {
                continue;
            }
            DrilledNode node = nodes.get(name);
            if (!pod.stored().terminating()) {
                int[] counts = replicas.computeIfAbsent(pod.owner(), owner -> new int[2]);
                counts[0]++;
                counts[1] += node == null && !hasFailed(name) ? 1 : 0;
            }
            if (node != null) {
                DrilledPod drilled = drilled(pod, node);
                pods.add(drilled);
                if (drilled.state() != State.ALREADY_TERMINATING) {
                    byOwner.computeIfAbsent(pod.owner(), owner -> new ArrayList<>())
                            .add(drilled);
                }
            }
        }
        List<DrilledWorkload> workloads = new ArrayList<>();
        byOwner.forEach((owner, own) -> workloads.add(workload(owner, own, replicas.getOrDefault(owner, new int[2]))));
        pods.sort(Comparator.comparing((DrilledPod pod) -> pod.leavesAfter().orElse(Long.MAX_VALUE))
                .thenComparing(pod -> pod.pod().fact().namespace())
                .thenComparing(pod -> pod.pod().owner().title())
                .thenComparing(pod -> pod.pod().title()));
        workloads.sort(Comparator.comparing((DrilledWorkload workload) -> !workload.isLost())
                .thenComparing(workload -> !workload.losesAll())
                .thenComparing(workload -> workload.owner().namespace())
                .thenComparing(workload -> workload.owner().title()));
        List<String> notes = new DrillNotes(view, scenario, List.copyOf(nodes.values()), pods, problems).all();
        return new Drill(
                view.facts(),
                now,
                scenario,
                List.copyOf(nodes.values()),
                List.copyOf(pods),
                List.copyOf(workloads),
                notes);
    }

    private boolean hasFailed(String name) {
        Node node = view.nodes().get(name);
        return node != null && node.taints().contains(NodeTaints.UNREACHABLE);
    }

    private DrilledPod drilled(ClusterPod pod, DrilledNode node) {
        TaintRules rules = TaintRules.of(pod.stored().pod().tolerations(), asked(pod), view.controlPlane());
        OptionalLong down = node.silentSince() == null ? OptionalLong.empty() : seconds(node.silentSince());
        if (pod.stored().terminating()) {
            return new DrilledPod(
                    pod, node.name(), State.ALREADY_TERMINATING, null, OptionalLong.empty(), down, "is being deleted");
        }
        Eviction eviction = rules.eviction(node.history(), bound(pod)).orElse(null);
        if (eviction == null) {
            return new DrilledPod(
                    pod, node.name(), State.STAYS, null, OptionalLong.empty(), down, Reason.staying(rules, node));
        }
        OptionalLong leaves = seconds(eviction.at());
        State state = node.keepsDeleted(eviction.at()) ? State.TERMINATING : State.EVICTED;
        return new DrilledPod(
                pod,
                node.name(),
                state,
                eviction,
                leaves,
                down.isPresent() ? down : leaves,
                Reason.leaving(eviction, rules, now));
    }

    /** Seconds from now; 0 for what is past. */
    private OptionalLong seconds(Instant at) {
        return OptionalLong.of(Math.max(0, Duration.between(now, at).getSeconds()));
    }

    private static Instant bound(ClusterPod pod) {
        JsonNode object = pod.fact().manifest().object();
        for (JsonNode condition : object.at("/status/conditions")) {
            Instant bound = time(condition.path("lastTransitionTime").asText());
            if (bound != null && condition.path("type").asText().equals("PodScheduled")) {
                return bound;
            }
        }
        Instant created = time(object.at("/metadata/creationTimestamp").asText());
        return created == null ? Instant.MIN : created;
    }

    /** What a DaemonSet's controller asks where its pods may stay; for other pods, their own tolerations. */
    private List<Toleration> asked(ClusterPod pod) {
        List<Toleration> own = pod.stored().pod().tolerations();
        Fact template = pod.owner().template();
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

    private DrilledWorkload workload(PodOwner owner, List<DrilledPod> pods, int[] replicas) {
        List<DrilledPod> leaving = pods.stream().filter(DrilledPod::leaves).toList();
        Replacement without = withoutReplacement(owner, leaving);
        Destination destination =
                without == null ? destinations.of(leaving.get(0).pod()) : Destination.NOT_ASKED;
        Replacement replacement = without == null ? replacement(owner, leaving, destination) : without;
        return new DrilledWorkload(owner, List.copyOf(pods), replicas[0], replicas[1], replacement, destination);
    }

    /** Why no pod is made anew; null if one is. */
    private static @Nullable Replacement withoutReplacement(PodOwner owner, List<DrilledPod> leaving) {
        if (owner.isDaemonSet() || owner.kind().equals("Node")) {
            return Replacement.OF_THE_NODE;
        }
        if (leaving.isEmpty()) {
            return Replacement.NONE_LEAVES;
        }
        return owner.isPod() ? Replacement.NOT_MADE : null;
    }

    private static Replacement replacement(PodOwner owner, List<DrilledPod> leaving, Destination destination) {
        if (destination.code() == Destination.Code.REFUSED) {
            return Replacement.REFUSED;
        }
        boolean terminating = leaving.stream().allMatch(pod -> pod.state() == State.TERMINATING);
        if (terminating && awaitsDeletion(owner)) {
            return Replacement.AFTER_DELETION;
        }
        return switch (destination.code()) {
            case NODES -> Replacement.MADE;
            case NOWHERE -> Replacement.NOWHERE;
            case REFUSED -> Replacement.REFUSED;
            case UNKNOWN, NOT_ASKED -> Replacement.UNKNOWN;
        };
    }

    /** Whether the controller makes no new pod while the old one is Terminating. */
    private static boolean awaitsDeletion(PodOwner owner) {
        if (owner.kind().equals("StatefulSet")) {
            return true;
        }
        Fact template = owner.template();
        return template != null
                && template.kind() == FactKind.JOB
                && template.manifest()
                        .object()
                        .at("/spec/podReplacementPolicy")
                        .asText()
                        .equals("Failed");
    }
}
