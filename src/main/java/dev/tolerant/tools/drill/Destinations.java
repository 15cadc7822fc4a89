package dev.tolerant.tools.drill;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.rule.Step.Refusal;
import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.NodeTaints;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.observed.explain.Agents;
import dev.tolerant.observed.explain.ClusterView;
import dev.tolerant.observed.explain.Explainer;
import dev.tolerant.observed.explain.Explanation;
import dev.tolerant.observed.explain.Placement;
import dev.tolerant.observed.explain.Placement.Obstacle;
import dev.tolerant.observed.explain.Placement.Places;
import dev.tolerant.observed.objects.ClusterObject;
import dev.tolerant.observed.objects.Owners.ClusterPod;
import dev.tolerant.observed.objects.Owners.PodOwner;
import dev.tolerant.tools.drill.DrillAnswer.Closing;
import dev.tolerant.tools.drill.DrillAnswer.DrilledNode;
import dev.tolerant.tools.drill.DrillAnswer.Outcome;
import dev.tolerant.tools.drill.DrillAnswer.Replacement;
import dev.tolerant.tools.drill.DrillAnswer.Taker;
import dev.tolerant.tools.drill.ZoneLimits.Span;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Judges where the next pods of workloads may go, as the webhook makes them. Pods that ask for the same are judged once. */
final class Destinations {
    private final ClusterView view;
    private final Collection<DrilledNode> drilled;
    /** As the nodes outside the drill are in the end. */
    private final Places outside;
    /** As the nodes of the drill are in the end. */
    private final Places inside;

    /** The nodes of the drill, and those that did not answer before, by name. */
    private final Map<String, DrilledNode> known = new HashMap<>();

    private final Map<Template, Judged> judged = new HashMap<>();
    private final Map<Placement, Replacement> found = new HashMap<>();

    /** Either the problem that keeps a pod from being made, or the placement of the pod. */
    private record Judged(
            @Nullable Replacement problem, @Nullable Placement placement) {}

    /** The properties that decide about a pod that does not exist yet; its name does not. */
    private record Template(String namespace, String kind, JsonNode labels, JsonNode annotations, JsonNode spec) {}

    /** The nodes of the drill are deleted if {@code gone}; {@code failed} are others that did not answer before. */
    Destinations(ClusterView view, Collection<DrilledNode> drilled, Collection<DrilledNode> failed, boolean gone) {
        this.view = view;
        this.drilled = drilled;
        Stream.concat(drilled.stream(), failed.stream())
                .forEach(each -> known.put(each.node().name(), each));
        this.inside = new Places(
                gone ? List.of() : drilled.stream().map(DrilledNode::then).toList());
        this.outside = new Places(Stream.concat(
                        view.nodes().values().stream().filter(node -> !known.containsKey(node.name())),
                        failed.stream().map(DrilledNode::then))
                .toList());
    }

    /** Counts the different templates that the webhook's engine was asked about. */
    int judgements() {
        return judged.size();
    }

    /** Of the pod that its controller makes in place of this one. */
    Replacement of(ClusterPod pod) {
        Placement placement = placement(pod);
        return placement == null
                ? Objects.requireNonNull(judged(pod).problem())
                : found.computeIfAbsent(placement, this::find);
    }

    /** The taints are those that the nodes of the scenario get; the pods, those that the reader asks about. */
    Closing closing(Scenario scenario, List<ClusterPod> pods) {
        if (scenario.taints().isEmpty()) {
            return new Closing(List.of(), List.of());
        }
        List<Node> today = drilled.stream().map(DrilledNode::node).toList();
        List<Node> closing = drilled.stream().map(DrilledNode::then).toList();
        boolean evicts = scenario.taints().stream().anyMatch(taint -> taint.effect() == Effect.NO_EXECUTE);
        return new Closing(
                Agents.on(closing, view, pods).losing(Agents.on(today, view, pods)),
                pods.stream()
                        .filter(pod -> !evicts && closes(pod))
                        .map(ClusterPod::owner)
                        .distinct()
                        .toList());
    }

    /** True if a next pod in place of this one may go to its node today, and not as it is in the end. */
    private boolean closes(ClusterPod pod) {
        PodOwner owner = pod.owner();
        DrilledNode node = known.get(pod.stored().node());
        if (node == null || owner.isDaemonSet() || owner.isPod() || owner.kind().equals("Node")) {
            return false;
        }
        Placement next = placement(pod);
        return next != null && next.obstacle(node.node()) == null && next.obstacle(node.then()) != null;
    }

    /** Null if no pod is made. The next pod of a StatefulSet gets the claims of this one, which its template does not name. */
    private @Nullable Placement placement(ClusterPod pod) {
        Placement placement = judged(pod).placement();
        return placement == null || !pod.owner().kind().equals("StatefulSet")
                ? placement
                : placement.with(view.volumes()
                        .of(
                                pod.object().namespace(),
                                pod.object().manifest().object().path("spec")));
    }

    private Judged judged(ClusterPod pod) {
        ClusterObject object = pod.owner().template();
        Manifest made = object == null ? null : object.manifest();
        Manifest manifest = made != null && Explainer.explains(made)
                ? made
                : asNew(pod.object().manifest());
        return judged.computeIfAbsent(template(manifest), same -> judge(manifest));
    }

    private static Manifest asNew(Manifest pod) {
        if (pod.object().get("spec") instanceof ObjectNode spec) {
            spec.remove("nodeName");
        }
        return pod;
    }

    private static Template template(Manifest manifest) {
        boolean isPod = manifest.kind().equals("Pod");
        JsonNode template = isPod ? manifest.object() : manifest.object().at("/spec/template");
        JsonNode metadata = template.path("metadata");
        return new Template(
                manifest.namespace(),
                isPod ? metadata.path("ownerReferences").toString() : manifest.kind(),
                metadata.path("labels"),
                metadata.path("annotations"),
                template.path("spec"));
    }

    private Judged judge(Manifest manifest) {
        try {
            Explanation explanation = view.explain(manifest);
            Refusal refusal = explanation.refusal();
            return refusal == null
                    ? new Judged(null, explanation.placement())
                    : new Judged(Replacement.without(Outcome.REFUSED, refusal.message()), null);
        } catch (InvalidManifestException invalid) {
            return new Judged(
                    Replacement.without(
                            Outcome.UNKNOWN,
                            "where a new pod may go is not known: "
                                    + invalid.problem().what()),
                    null);
        }
    }

    private Replacement find(Placement pod) {
        Map<String, Integer> obstacles = outside.obstacles(pod).stream()
                .filter(Objects::nonNull)
                .collect(Collectors.groupingBy(Obstacle::toString, TreeMap::new, Collectors.summingInt(each -> 1)));
        Map<String, Integer> byFrequency = new LinkedHashMap<>();
        obstacles.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .forEach(each -> byFrequency.put(each.getKey(), each.getValue()));
        List<String> open = outside.names(outside.open(pod));
        List<String> answering = open.stream().filter(name -> !isSilent(name)).toList();
        List<Taker> takers = Stream.concat(
                        inside.names(inside.open(pod)).stream(), open.stream().filter(this::isSilent))
                .map(name -> taker(pod, Objects.requireNonNull(known.get(name))))
                .toList();
        return new Replacement(outcome(answering, takers), answering, byFrequency, takers, "", "", Span.NONE);
    }

    private static Outcome outcome(List<String> answering, List<Taker> takers) {
        if (takers.isEmpty()) {
            return answering.isEmpty() ? Outcome.NOWHERE : Outcome.MADE;
        }
        List<Taker> running = takers.stream().filter(Taker::answers).toList();
        boolean keeps = running.stream().anyMatch(taker -> taker.eviction().never());
        if (!answering.isEmpty() || keeps) {
            return Outcome.MADE;
        }
        return running.isEmpty() ? Outcome.HANGS : Outcome.RETURNS;
    }

    private boolean isSilent(String name) {
        DrilledNode node = known.get(name);
        return node != null && !node.answers();
    }

    private static Taker taker(Placement pod, DrilledNode node) {
        Node then = node.then();
        return new Taker(then.name(), pod.outcome(then).eviction(), node.answers() ? "" : reason(pod, then));
    }

    /** A clause whose subject is the pod: it says why the pod goes to a node that does not answer. */
    private static String reason(Placement pod, Node node) {
        if (!pod.node().isEmpty()) {
            return "names the node";
        }
        List<Toleration> tolerations = pod.rules().pod();
        for (Taint taint : node.taints()) {
            int first = Toleration.firstOf(tolerations, taint);
            if (taint.key().equals(NodeTaints.UNREACHABLE.key())
                    && taint.effect() == Effect.NO_SCHEDULE
                    && first >= 0) {
                Toleration toleration = tolerations.get(first);
                String every = "tolerates every taint" + (toleration.effect() == Effect.ANY ? "" : " with NoSchedule");
                return toleration.key().isEmpty() ? every : "tolerates " + taint;
            }
        }
        return "tolerates its taints";
    }
}
