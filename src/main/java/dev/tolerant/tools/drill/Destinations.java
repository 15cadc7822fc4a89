package dev.tolerant.tools.drill;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.Problem.InvalidManifestException;
import dev.tolerant.engine.model.Node;
import dev.tolerant.engine.model.Step.Refusal;
import dev.tolerant.engine.model.TaintRules.EvictionTime;
import dev.tolerant.observed.explain.ClusterView;
import dev.tolerant.observed.explain.Explainer;
import dev.tolerant.observed.explain.Explanation;
import dev.tolerant.observed.explain.Placement;
import dev.tolerant.observed.explain.Placement.NodeOutcome;
import dev.tolerant.observed.explain.Placement.Obstacle;
import dev.tolerant.observed.explain.Placement.Places;
import dev.tolerant.observed.facts.Fact;
import dev.tolerant.observed.facts.Owners.ClusterPod;
import dev.tolerant.tools.drill.Drill.Back;
import dev.tolerant.tools.drill.Drill.Outcome;
import dev.tolerant.tools.drill.Drill.Replacement;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Judges where the next pods of workloads may go, as the webhook makes them. Pods that ask for the same are judged once. */
final class Destinations {
    private final ClusterView view;
    private final Places places;
    private final Supplier<List<Node>> then;
    private final Map<Template, Judged> judged = new HashMap<>();
    private final Map<Placement, Replacement> found = new HashMap<>();

    /** @param placement null if no pod is made */
    private record Judged(Replacement replacement, @Nullable Placement placement) {}

    /** What decides about a pod that does not exist yet, without its name. */
    private record Template(String namespace, String kind, JsonNode labels, JsonNode annotations, JsonNode spec) {}

    /**
     * @param drilled the names of the nodes of the drill
     * @param then these nodes with the taints that they have in the end
     */
    Destinations(ClusterView view, Set<String> drilled, Supplier<List<Node>> then) {
        this.view = view;
        this.then = then;
        this.places = new Places(view.nodes().values().stream()
                .filter(node -> !drilled.contains(node.name()))
                .toList());
    }

    /** How many different templates the webhook's engine was asked about. */
    int judgements() {
        return judged.size();
    }

    /** What its controller makes in place of this pod, and where that may go. */
    Replacement of(ClusterPod pod) {
        return judged(pod).replacement();
    }

    /** Whether what its controller makes in place of this pod may go to this node. */
    boolean mayGo(ClusterPod pod, Node node) {
        Placement placement = judged(pod).placement();
        return placement != null && placement.obstacle(node) == null;
    }

    private Judged judged(ClusterPod pod) {
        Fact fact = pod.owner().template();
        Manifest manifest = fact == null ? asNew(pod.fact().manifest()) : fact.manifest();
        if (!Explainer.explains(manifest)) {
            manifest = asNew(pod.fact().manifest());
        }
        Template template = template(manifest);
        Judged known = judged.get(template);
        if (known == null) {
            known = judge(manifest);
            judged.put(template, known);
        }
        return known;
    }

    /** A running pod as if somebody made it again. */
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
            Explanation explanation = view.explainer().explain(manifest, view.snapshot(), null);
            Refusal refusal = explanation.refusal();
            return refusal == null
                    ? new Judged(found.computeIfAbsent(explanation.placement(), this::find), explanation.placement())
                    : new Judged(Replacement.without(Outcome.REFUSED, refusal.message()), null);
        } catch (InvalidManifestException invalid) {
            return new Judged(
                    Replacement.without(Outcome.UNKNOWN, invalid.problem().what()), null);
        }
    }

    private Replacement find(Placement pod) {
        Map<String, Integer> obstacles = new TreeMap<>();
        for (Obstacle obstacle : places.obstacles(pod)) {
            if (obstacle != null) {
                obstacles.merge(obstacle.toString(), 1, Integer::sum);
            }
        }
        List<String> open = places.names(places.open(pod));
        Map<String, Integer> byFrequency = new LinkedHashMap<>();
        obstacles.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .forEach(each -> byFrequency.put(each.getKey(), each.getValue()));
        Back back = back(pod);
        Outcome elsewhere = back == null ? Outcome.NOWHERE : Outcome.RETURNS;
        return new Replacement(open.isEmpty() ? elsewhere : Outcome.MADE, open, byFrequency, back, "");
    }

    /** Null if no node of the drill takes the pod, or one keeps it. */
    private @Nullable Back back(Placement pod) {
        List<NodeOutcome> open = then.get().stream()
                .map(pod::outcome)
                .filter(NodeOutcome::schedulable)
                .toList();
        EvictionTime eviction =
                open.stream().map(NodeOutcome::eviction).reduce(EvictionTime.NEVER, EvictionTime::orSooner);
        return eviction.never()
                ? null
                : new Back(open.stream().map(NodeOutcome::name).toList(), eviction);
    }
}
