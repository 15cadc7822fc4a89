package dev.tolerant.observed.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.words.Node;
import dev.tolerant.observed.objects.ClusterObjects;
import dev.tolerant.observed.objects.ObjectKind;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The node selectors that annotations of a namespace add to its pods before webhooks are asked: OpenShift's, which counts in its clusters,
 * and that of the plugin PodNodeSelector, which no client can see whether the API server runs.
 *
 * @param project of OpenShift; empty elsewhere
 * @param unclear others by their annotations, of which nobody can see whether they count
 */
record NamespaceSelector(Map<String, String> project, Map<String, Map<String, String>> unclear) {
    /** The annotation of openshift/kubernetes, openshift-kube-apiserver/admission/scheduler/nodeenv. */
    static final String PROJECT = "openshift.io/node-selector";
    /** The annotation of k8s.io/kubernetes, plugin/pkg/admission/podnodeselector. */
    static final String PLUGIN = "scheduler.alpha.kubernetes.io/node-selector";

    static final NamespaceSelector NONE = new NamespaceSelector(Map.of(), Map.of());
    private static final Map<String, String> WHERE = Map.of(
            PROJECT, "If the cluster is OpenShift, which its nodes do not show",
            PLUGIN, "If the API server runs PodNodeSelector, which the API does not show");

    static Map<String, NamespaceSelector> in(ClusterObjects clusterObjects, Collection<Node> nodes) {
        boolean isOpenShift = nodes.stream()
                .flatMap(node -> node.labels().keySet().stream())
                .anyMatch(label -> label.startsWith("node.openshift.io/"));
        Map<String, NamespaceSelector> selectors = new TreeMap<>();
        for (Manifest namespace : clusterObjects.manifests(ObjectKind.NAMESPACE)) {
            JsonNode annotations = namespace.object().at("/metadata/annotations");
            Map<String, Map<String, String>> selecting = new TreeMap<>();
            WHERE.keySet()
                    .forEach(each ->
                            selecting.put(each, parsed(annotations.path(each).asText())));
            selecting.values().removeIf(Map::isEmpty);
            Map<String, String> project = isOpenShift ? selecting.remove(PROJECT) : null;
            NamespaceSelector own = new NamespaceSelector(Objects.requireNonNullElse(project, Map.of()), selecting);
            if (!own.equals(NONE)) {
                selectors.put(namespace.name(), own);
            }
        }
        return selectors;
    }

    /** Labels as {@code a=b,c=d}; a part of another form counts for nothing here. */
    private static Map<String, String> parsed(String text) {
        Map<String, String> labels = new TreeMap<>();
        for (String part : text.split(",", -1)) {
            int equals = part.indexOf('=');
            if (equals > 0) {
                labels.put(
                        part.substring(0, equals).strip(),
                        part.substring(equals + 1).strip());
            }
        }
        return labels;
    }

    /** Adds the project's to a pod; a clause that says why the API server refuses it instead, or null. */
    @Nullable
    String applyTo(ObjectNode spec, String namespace, List<String> notes) {
        if (project.isEmpty()) {
            return null;
        }
        for (Map.Entry<String, String> label : project.entrySet()) {
            JsonNode own = spec.path("nodeSelector").path(label.getKey());
            if (!own.isMissingNode() && !own.asText().equals(label.getValue())) {
                return "its node selector " + label.getKey() + "=" + own.asText() + " conflicts with that of project "
                        + namespace + " (" + PROJECT + ")";
            }
        }
        project.forEach(spec.withObject("/nodeSelector")::put);
        notes.add("Project " + namespace + " adds its node selector, " + text(project) + " (" + PROJECT + ").");
        return null;
    }

    /** Sentences about the changes by those of which nobody can see whether they count. */
    List<String> ofUnclear(Placement placement, String namespace, @Nullable List<Node> nodes) {
        Map<String, String> own = placement.demands().selector();
        return unclear.entrySet().stream()
                .filter(each -> !own.entrySet().containsAll(each.getValue().entrySet()))
                .map(each -> WHERE.get(each.getKey()) + ", the annotation " + each.getKey() + " of namespace "
                        + namespace + " counts too (" + text(each.getValue()) + "): then "
                        + would(each.getValue(), placement, nodes))
                .toList();
    }

    private static String would(Map<String, String> labels, Placement placement, @Nullable List<Node> nodes) {
        Map<String, String> own = placement.demands().selector();
        List<String> conflicts = labels.entrySet().stream()
                .filter(label ->
                        own.containsKey(label.getKey()) && !label.getValue().equals(own.get(label.getKey())))
                .map(label -> label.getKey() + "=" + own.get(label.getKey()))
                .toList();
        if (!conflicts.isEmpty()) {
            return "it refuses the pod, whose own node selector " + String.join(", ", conflicts)
                    + " conflicts with it.";
        }
        if (nodes == null) {
            return "only nodes with these labels are open to the pod.";
        }
        Placement narrowed = placement.with(labels);
        long open =
                nodes.stream().filter(node -> narrowed.obstacle(node) == null).count();
        return open + " of " + nodes.size() + " nodes are open to the pod.";
    }

    private static String text(Map<String, String> labels) {
        return labels.entrySet().stream()
                .map(label -> label.getKey() + "=" + label.getValue())
                .collect(Collectors.joining(","));
    }
}
