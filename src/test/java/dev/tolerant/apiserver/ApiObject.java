package dev.tolerant.apiserver;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.tolerant.testing.Yaml;
import java.util.Map;

/** An API object as a user writes it, and its path in the API. */
record ApiObject(ObjectNode object) {
    private static final YAMLMapper YAML = new YAMLMapper();
    private static final Map<String, String> PLURALS = Map.ofEntries(
            Map.entry("ClusterRole", "clusterroles"),
            Map.entry("ClusterRoleBinding", "clusterrolebindings"),
            Map.entry("CustomResourceDefinition", "customresourcedefinitions"),
            Map.entry("DaemonSet", "daemonsets"),
            Map.entry("Deployment", "deployments"),
            Map.entry("Lease", "leases"),
            Map.entry("MutatingWebhookConfiguration", "mutatingwebhookconfigurations"),
            Map.entry("Namespace", "namespaces"),
            Map.entry("Node", "nodes"),
            Map.entry("NodePool", "nodepools"),
            Map.entry("Pod", "pods"),
            Map.entry("Role", "roles"),
            Map.entry("RoleBinding", "rolebindings"),
            Map.entry("TolerationPolicy", "tolerationpolicies"));

    static ApiObject of(String yaml) {
        return new ApiObject(Yaml.object(yaml));
    }

    /** A list of tolerations or other items, each as one line of YAML. */
    static ArrayNode list(String... items) {
        ArrayNode list = YAML.createArrayNode();
        for (String item : items) {
            list.add(Yaml.tree(item));
        }
        return list;
    }

    ApiObject in(String namespace) {
        ObjectNode copy = object.deepCopy();
        copy.withObject("/metadata").put("namespace", namespace);
        return new ApiObject(copy);
    }

    String name() {
        return object.path("metadata").path("name").asText();
    }

    /** The path to create objects of this kind. */
    String collection() {
        String version = object.path("apiVersion").asText();
        String namespace = object.path("metadata").path("namespace").asText();
        String kind = object.path("kind").asText();
        String plural = PLURALS.get(kind);
        if (plural == null) {
            throw new IllegalArgumentException("no plural of kind " + kind);
        }
        return (version.contains("/") ? "/apis/" : "/api/")
                + version
                + (namespace.isEmpty() ? "" : "/namespaces/" + namespace)
                + "/"
                + plural;
    }

    /** The path of this object. */
    String path() {
        return collection() + "/" + name();
    }
}
