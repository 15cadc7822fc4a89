package dev.tolerant.observed.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.crd.NodeReader;
import dev.tolerant.engine.json.Fields;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.observed.objects.ClusterObjects;
import dev.tolerant.observed.objects.ObjectKind;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The plugins Priority, LimitRanger and RuntimeClass of the API server, which change a new pod before it asks webhooks and are on by
 * default (k8s.io/kubernetes, plugin/pkg/admission).
 *
 * @param priorityClass of pods that name none; empty if they have none, null if that counts and is not known
 * @param runtimeClasses by name; null if they are not known
 * @param limitRanges null if they are not known
 * @param selectors by the names of namespaces
 */
record DefaultPlugins(
        @Nullable String priorityClass,
        @Nullable Map<String, Manifest> runtimeClasses,
        @Nullable List<Manifest> limitRanges,
        Map<String, NamespaceSelector> selectors) {
    /** Without LimitRanges, and where no RuntimeClass is known. */
    static final DefaultPlugins NONE = new DefaultPlugins("", null, List.of(), Map.of());

    /**
     * @param priorityCounts true where a policy asks for the pod's PriorityClass
     */
    static DefaultPlugins of(ClusterObjects clusterObjects, Collection<Node> nodes, boolean priorityCounts) {
        Map<String, Manifest> classes = new HashMap<>();
        clusterObjects.manifests(ObjectKind.RUNTIME_CLASS).forEach(each -> classes.put(each.name(), each));
        boolean isPriorityUnknown = priorityCounts
                && clusterObjects.unknown(ObjectKind.PRIORITY_CLASS).isPresent();
        return new DefaultPlugins(
                isPriorityUnknown ? null : priorityClass(clusterObjects.manifests(ObjectKind.PRIORITY_CLASS)),
                clusterObjects.unknown(ObjectKind.RUNTIME_CLASS).isPresent() ? null : classes,
                clusterObjects.unknown(ObjectKind.LIMIT_RANGE).isPresent()
                        ? null
                        : clusterObjects.manifests(ObjectKind.LIMIT_RANGE),
                NamespaceSelector.in(clusterObjects, nodes));
    }

    /** Of several defaults the one of the lowest value counts (plugin/pkg/admission/priority in k8s.io/kubernetes). */
    private static String priorityClass(List<Manifest> classes) {
        return classes.stream()
                .filter(each -> each.object().path("globalDefault").asBoolean())
                .min(Comparator.comparingLong(
                        each -> each.object().path("value").asLong()))
                .map(Manifest::name)
                .orElse("");
    }

    NamespaceSelector selector(String namespace) {
        return selectors.getOrDefault(namespace, NamespaceSelector.NONE);
    }

    /**
     * Gives the pod what they would, tolerations aside; a clause that says why they refuse it instead, or null.
     *
     * @param notes gets sentences about what that was, or what could not be told
     */
    @Nullable
    String applyTo(ObjectNode pod, String namespace, List<String> notes) {
        if (!(pod.get("spec") instanceof ObjectNode spec)) {
            return null;
        }
        priority(spec, notes);
        limits(spec, namespace, notes);
        String name = spec.path("runtimeClassName").asText("");
        String refusal = selector(namespace).applyTo(spec, namespace, notes);
        return refusal != null || name.isEmpty() ? refusal : schedule(spec, name, notes);
    }

    private void priority(ObjectNode spec, List<String> notes) {
        if (!spec.path("priorityClassName").asText("").isEmpty()) {
            return;
        }
        if (priorityClass == null) {
            notes.add(
                    "PriorityClasses are not known here. The name of the default one would count, as a policy asks for it.");
        } else if (!priorityClass.isEmpty()) {
            spec.put("priorityClassName", priorityClass);
            notes.add("PriorityClass " + priorityClass + " is the default of pods that name none.");
        }
    }

    private void limits(ObjectNode spec, String namespace, List<String> notes) {
        List<ObjectNode> containers = Stream.of("containers", "initContainers")
                .flatMap(list -> spec.path(list).valueStream())
                .filter(ObjectNode.class::isInstance)
                .map(ObjectNode.class::cast)
                .toList();
        if (limitRanges == null) {
            if (containers.stream().noneMatch(DefaultPlugins::isBare)) {
                return;
            }
            notes.add("The LimitRanges of namespace " + namespace
                    + " are not known here. Default requests of one would count,"
                    + " as for the rule memory-pressure.");
            return;
        }
        for (Manifest range : limitRanges) {
            for (JsonNode limit : range.object().at("/spec/limits")) {
                JsonNode most = filled(limit.path("default"), limit.path("max"));
                JsonNode least = filled(filled(limit.path("defaultRequest"), most), limit.path("min"));
                if (range.namespace().equals(namespace)
                        && limit.path("type").asText().equals("Container")
                        && containers.stream()
                                .map(container -> give(container, least, most))
                                .reduce(false, Boolean::logicalOr)) {
                    notes.add(
                            "LimitRange " + range.name() + " gives containers its defaults of what they do not name.");
                }
            }
        }
    }

    /**
     * The amounts, and those of others that they do not name: so the API server defaults the items of a LimitRange
     * (SetDefaults_LimitRangeItem in k8s.io/kubernetes, pkg/apis/core/v1).
     */
    private static JsonNode filled(JsonNode amounts, JsonNode others) {
        ObjectNode all = JsonNodeFactory.instance.objectNode();
        others.properties().forEach(each -> all.set(each.getKey(), each.getValue()));
        amounts.properties().forEach(each -> all.set(each.getKey(), each.getValue()));
        return all;
    }

    private static boolean isBare(ObjectNode container) {
        return Stream.of("cpu", "memory")
                .noneMatch(name -> container.at("/resources/requests").has(name)
                        || container.at("/resources/limits").has(name));
    }

    /** False if this does not change the container: what it limits it requests already, as the API server defaults it before. */
    private static boolean give(ObjectNode container, JsonNode requests, JsonNode limits) {
        JsonNode before = container.path("resources").deepCopy();
        requests.properties().stream()
                .filter(amount -> !before.path("limits").has(amount.getKey()))
                .forEach(amount ->
                        container.withObject("/resources/requests").putIfAbsent(amount.getKey(), amount.getValue()));
        limits.properties()
                .forEach(amount ->
                        container.withObject("/resources/limits").putIfAbsent(amount.getKey(), amount.getValue()));
        return !before.equals(container.path("resources"));
    }

    /** A clause that says why the pod is refused; null if it is not. */
    private @Nullable String schedule(ObjectNode spec, String name, List<String> notes) {
        if (runtimeClasses == null) {
            notes.add("The node selector and tolerations of RuntimeClass " + name
                    + " are not known here. The API server adds them to the pod before it asks the webhook, so they would"
                    + " count.");
            return null;
        }
        Manifest runtimeClass = runtimeClasses.get(name);
        if (runtimeClass == null) {
            return "there is no RuntimeClass " + name;
        }
        JsonNode scheduling = runtimeClass.object().path("scheduling");
        Map<String, String> labels = new LinkedHashMap<>();
        scheduling
                .path("nodeSelector")
                .properties()
                .forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
        String refusal = select(spec, labels, "RuntimeClass " + name);
        if (refusal == null && !scheduling.isEmpty()) {
            notes.add("RuntimeClass " + name + " adds its node selector, and merges its tolerations into the list.");
        }
        return refusal;
    }

    /** Adds labels to the node selector of a pod, all or none; a clause that says why the API server refuses it instead, or null. */
    private static @Nullable String select(ObjectNode spec, Map<String, String> labels, String of) {
        for (Map.Entry<String, String> label : labels.entrySet()) {
            JsonNode own = spec.path("nodeSelector").path(label.getKey());
            if (!own.isMissingNode() && !own.asText().equals(label.getValue())) {
                return "its node selector " + label.getKey() + "=" + own.asText() + " conflicts with that of " + of;
            }
        }
        labels.forEach((key, value) -> spec.withObject("/nodeSelector").put(key, value));
        return null;
    }

    /** The tolerations that a RuntimeClass merges into the list of pods that name it; null if it does not, or is not known. */
    @Nullable
    List<Toleration> ofRuntimeClass(String name) {
        Manifest runtimeClass = runtimeClasses == null ? null : runtimeClasses.get(name);
        if (runtimeClass == null || !runtimeClass.object().path("scheduling").isObject()) {
            return null;
        }
        try {
            return NodeReader.ofRuntimeClass(Fields.of(runtimeClass.object()));
        } catch (UnexpectedJsonException notAsTheApiHasIt) {
            return null;
        }
    }

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
                        .forEach(each -> selecting.put(
                                each, parsed(annotations.path(each).asText())));
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
            String refusal = select(spec, project, "project " + namespace + " (" + PROJECT + ")");
            if (refusal == null) {
                notes.add("Project " + namespace + " adds its node selector, " + text(project) + " (" + PROJECT + ").");
            }
            return refusal;
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
            long open = nodes.stream()
                    .filter(node -> narrowed.obstacle(node) == null)
                    .count();
            return open + " of " + nodes.size() + " nodes are open to the pod.";
        }

        private static String text(Map<String, String> labels) {
            return labels.entrySet().stream()
                    .map(label -> label.getKey() + "=" + label.getValue())
                    .collect(Collectors.joining(","));
        }
    }
}
