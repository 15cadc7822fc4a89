package dev.tolerant.fuzz;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.function.BiConsumer;

/** A pod of an API server's making whose fields are chosen, strange values and missing parts among them. */
record FuzzedPod(Choices choices) {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final List<String> KEYS = List.of(
            "node.kubernetes.io/not-ready",
            "node.kubernetes.io/unreachable",
            "dedicated",
            "spot",
            "nvidia.com/gpu",
            "example.com/fpga",
            "node.kubernetes.io/memory-pressure",
            "node.kubernetes.io/disk-pressure",
            "node.kubernetes.io/unschedulable",
            "");
    private static final List<String> OPERATORS = List.of("Exists", "Equal", "", "Lt", "Gt");
    private static final List<String> VALUES = List.of("", "ml", "100", "-1");
    private static final List<String> EFFECTS = List.of("NoExecute", "NoSchedule", "PreferNoSchedule", "");
    private static final List<Long> SECONDS =
            List.of(300L, 60L, 0L, 30L, 600L, -1L, 3600L, Long.MAX_VALUE, Long.MIN_VALUE);
    private static final List<String> RESOURCES = List.of(
            "cpu",
            "memory",
            "nvidia.com/gpu",
            "example.com/fpga",
            "ephemeral-storage",
            "hugepages-2Mi",
            "requests.example.com/x",
            "kubernetes.io/batch-cpu");
    private static final List<String> AMOUNTS =
            List.of("1", "0", "100m", "1e3", "1Ki", "9223372036854775807", "0.5", "1e-9", "-1", "0Gi", "1E");
    private static final List<String> LABELS =
            List.of("app", "tier", "disk", "example.com/zone", "kubernetes.io/config.mirror", "tolerant.dev/inject");
    private static final List<String> LABEL_VALUES = List.of("agent", "batch", "ssd", "a", "false", "");
    private static final List<String> OWNERS = List.of("DaemonSet", "ReplicaSet", "Job", "Node");
    private static final List<String> PRIORITIES = List.of("batch", "system-node-critical", "");
    private static final List<String> REQUIREMENTS = List.of("In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt", "");
    private static final int FEW = 4;

    ObjectNode pod() {
        ObjectNode pod = JSON.objectNode();
        set(pod, "metadata", this::metadata);
        ObjectNode spec = pod.putObject("spec");
        changeTolerations(spec);
        set(spec, "containers", this::containers);
        set(spec, "initContainers", this::containers);
        set(spec, "resources", this::resources);
        set(spec, "nodeSelector", this::labels);
        set(spec, "affinity", this::affinity);
        if (choices.flag()) {
            spec.put("priorityClassName", choices.text(PRIORITIES));
            spec.put("serviceAccountName", "trainer").put("hostNetwork", choices.flag());
        }
        return pod;
    }

    void changeTolerations(ObjectNode spec) {
        set(spec, "tolerations", this::tolerations);
    }

    /** Absent, null, or whatever the maker puts into the parent. */
    private void set(ObjectNode parent, String field, BiConsumer<ObjectNode, String> maker) {
        switch (choices.upTo(FEW)) {
            case 0 -> parent.remove(field);
            case 1 -> parent.putNull(field);
            default -> maker.accept(parent, field);
        }
    }

    private void tolerations(ObjectNode parent, String field) {
        ArrayNode list = parent.putArray(field);
        for (int left = choices.upTo(FEW); left > 0; left--) {
            ObjectNode toleration = list.addObject();
            text(toleration, "key", KEYS);
            text(toleration, "operator", OPERATORS);
            text(toleration, "value", VALUES);
            text(toleration, "effect", EFFECTS);
            set(toleration, "tolerationSeconds", (entry, name) -> entry.put(name, choices.of(SECONDS)));
            set(toleration, "unknown", (entry, name) -> entry.put(name, "]}\\\""));
        }
    }

    private void text(ObjectNode parent, String field, List<String> texts) {
        set(parent, field, (object, name) -> object.put(name, choices.text(texts)));
    }

    private void metadata(ObjectNode parent, String field) {
        ObjectNode metadata = parent.putObject(field).put("name", "web");
        set(metadata, "labels", this::labels);
        set(metadata, "annotations", this::labels);
        set(
                metadata,
                "ownerReferences",
                (object, name) -> object.putArray(name)
                        .addObject()
                        .put("kind", choices.text(OWNERS))
                        .put("controller", choices.flag()));
        set(metadata, "managedFields", this::managedFields);
    }

    private void labels(ObjectNode parent, String field) {
        ObjectNode labels = parent.putObject(field);
        for (int left = choices.upTo(FEW); left > 0; left--) {
            text(labels, choices.text(LABELS), LABEL_VALUES);
        }
    }

    private void managedFields(ObjectNode parent, String field) {
        ArrayNode managers = parent.putArray(field);
        for (int left = choices.upTo(FEW); left > 0; left--) {
            set(managers.addObject(), "fieldsV1", (manager, name) -> {
                ObjectNode fields = manager.putObject(name);
                set(fields, "f:spec", (all, spec) -> {
                    ObjectNode owned = all.putObject(spec);
                    set(owned, "f:tolerations", ObjectNode::putObject);
                    set(owned, "k:{\"f:tolerations\":\"x\"}", ObjectNode::putObject);
                });
            });
        }
    }

    private void containers(ObjectNode parent, String field) {
        ArrayNode containers = parent.putArray(field);
        for (int left = choices.upTo(FEW); left > 0; left--) {
            set(containers.addObject(), "resources", this::resources);
        }
    }

    private void resources(ObjectNode parent, String field) {
        ObjectNode resources = parent.putObject(field);
        set(resources, "requests", this::amounts);
        set(resources, "limits", this::amounts);
    }

    private void amounts(ObjectNode parent, String field) {
        ObjectNode amounts = parent.putObject(field);
        for (int left = choices.upTo(FEW); left > 0; left--) {
            amounts.put(choices.text(RESOURCES), choices.text(AMOUNTS));
        }
    }

    private void affinity(ObjectNode parent, String field) {
        ObjectNode affinity = parent.putObject(field);
        affinity.putObject("podAffinity");
        set(affinity, "nodeAffinity", (object, name) -> {
            ObjectNode nodes = object.putObject(name);
            set(nodes, "requiredDuringSchedulingIgnoredDuringExecution", (all, required) -> {
                set(all.putObject(required), "nodeSelectorTerms", this::terms);
            });
        });
    }

    private void terms(ObjectNode parent, String field) {
        ArrayNode terms = parent.putArray(field);
        for (int left = choices.upTo(2); left > 0; left--) {
            ObjectNode term = terms.addObject();
            set(term, "matchExpressions", this::requirements);
            set(term, "matchFields", this::requirements);
        }
    }

    private void requirements(ObjectNode parent, String field) {
        ArrayNode requirements = parent.putArray(field);
        for (int left = choices.upTo(2); left > 0; left--) {
            ObjectNode requirement = requirements.addObject();
            text(requirement, "key", KEYS);
            text(requirement, "operator", REQUIREMENTS);
            set(requirement, "values", (object, name) -> {
                ArrayNode values = object.putArray(name);
                for (int more = choices.upTo(2); more > 0; more--) {
                    values.add(choices.text(VALUES));
                }
            });
        }
    }
}
