package dev.tolerant.tools.drill;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.controlplane.Node;
import dev.tolerant.engine.controlplane.NodeTaints;
import dev.tolerant.engine.controlplane.TaintRules;
import dev.tolerant.engine.decision.Refusal;
import dev.tolerant.engine.manifest.InvalidManifestException;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.pod.NodeDemands;
import dev.tolerant.engine.review.StoredPod;
import dev.tolerant.engine.toleration.Taint;
import dev.tolerant.observed.explain.Explainer;
import dev.tolerant.observed.explain.Explanation;
import dev.tolerant.observed.facts.ClusterPod;
import dev.tolerant.observed.facts.ClusterView;
import dev.tolerant.observed.facts.Fact;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Judges where the next pods of workloads may go, as the webhook makes them: by taints, cordon, node selector and required
 * node affinity. Pods that ask for the same are judged once.
 */
final class Destinations {
    private static final String DEMANDS = "node selector or affinity";

    private final ClusterView view;
    private final Map<List<Taint>, List<Node>> byTaints;
    private final Map<Template, Destination> judged = new HashMap<>();
    private final Map<Made, Destination> found = new HashMap<>();

    /** What decides about a pod that does not exist yet, without its name. */
    private record Template(String namespace, String kind, JsonNode labels, JsonNode annotations, JsonNode spec) {}

    /** A pod as the scheduler gets it. */
    private record Made(TaintRules rules, NodeDemands demands, String node) {}

    /** @param drilled the nodes to which no pod goes */
    Destinations(ClusterView view, Set<String> drilled) {
        this.view = view;
        this.byTaints = view.nodes().values().stream()
                .filter(node -> !drilled.contains(node.name()))
                .sorted(Comparator.comparing(Node::name))
                .collect(Collectors.groupingBy(Node::taints, LinkedHashMap::new, Collectors.toList()));
    }

    /** How many different templates the webhook's engine was asked about. */
    int judgements() {
        return judged.size();
    }

    /** Where the pod that its controller makes in place of this one may go. */
    Destination of(ClusterPod pod) {
        Fact fact = pod.owner().template();
        Manifest manifest = fact == null ? asNew(pod.fact().manifest()) : fact.manifest();
        if (!Explainer.explains(manifest)) {
            manifest = asNew(pod.fact().manifest());
        }
        Template template = template(manifest);
        Destination known = judged.get(template);
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

    private Destination judge(Manifest manifest) {
        StoredPod made;
        try {
            Explanation explanation = view.explainer().explain(manifest, view.snapshot(), null);
            Refusal refusal = explanation.refusal();
            if (refusal != null) {
                return Destination.refused(refusal.message());
            }
            List<Explanation.Rewritten> rewritten = explanation.rewritten();
            made = ClusterPod.made(manifest, rewritten.get(rewritten.size() - 1).after());
        } catch (InvalidManifestException invalid) {
            return Destination.unknown(invalid.problem().what());
        }
        TaintRules rules = TaintRules.of(made.pod().tolerations(), made.pod().tolerations(), view.controlPlane());
        return found.computeIfAbsent(new Made(rules, NodeDemands.of(made.pod()), made.node()), this::find);
    }

    private Destination find(Made made) {
        List<String> nodes = new ArrayList<>();
        Map<String, Integer> obstacles = new TreeMap<>();
        byTaints.forEach((taints, group) -> {
            String taint = obstacle(made.rules(), taints);
            for (Node node : group) {
                String obstacle = obstacle(made, node, taint);
                if (obstacle == null) {
                    nodes.add(node.name());
                } else {
                    obstacles.merge(obstacle, 1, Integer::sum);
                }
            }
        });
        nodes.sort(Comparator.naturalOrder());
        return Destination.nodes(List.copyOf(nodes), byFrequency(obstacles));
    }

    /** What keeps the pod off the node; null if nothing does. A pod that names its node passes the scheduler. */
    private static @Nullable String obstacle(Made made, Node node, @Nullable String taint) {
        if (!made.node().isEmpty()) {
            return made.node().equals(node.name()) ? null : "spec.nodeName " + made.node();
        }
        return made.demands().admit(node) ? taint : DEMANDS;
    }

    private static @Nullable String obstacle(TaintRules rules, Collection<Taint> taints) {
        for (Taint taint : taints) {
            if (!rules.outcome(taint).schedulable()) {
                return taint.equals(NodeTaints.UNSCHEDULABLE) ? "cordon" : "taint " + taint;
            }
        }
        return null;
    }

    private static Map<String, Integer> byFrequency(Map<String, Integer> counts) {
        Map<String, Integer> sorted = new LinkedHashMap<>();
        counts.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .forEach(each -> sorted.put(each.getKey(), each.getValue()));
        return sorted;
    }
}
