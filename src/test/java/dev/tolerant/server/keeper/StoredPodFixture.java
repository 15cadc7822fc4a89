package dev.tolerant.server.keeper;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Pods as an API server stores them, with the tolerations that it injected. */
final class StoredPodFixture {

    private StoredPodFixture() {}

    /** A pod of namespace shop with the API server's own 300 seconds. */
    static ObjectNode pod(String name) {
        return pod("shop", name, pod -> {});
    }

    static ObjectNode pod(String namespace, String name, Consumer<ObjectNode> change) {
        try {
            ObjectNode pod = (ObjectNode) PodServer.JSON.readTree("""
                    {"metadata": {"uid": "u-1", "resourceVersion": "1", "labels": {"app": "web"},
                      "ownerReferences": [{"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": "web-7d", "uid": "r-1",
                        "controller": true}],
                      "managedFields": [{"manager": "kube-controller-manager", "operation": "Update", "apiVersion": "v1",
                        "fieldsType": "FieldsV1", "fieldsV1": {"f:spec": {"f:containers": {}}}}]},
                     "spec": {"containers": [{"name": "web", "image": "web"}],
                      "tolerations": [
                        {"key": "node.kubernetes.io/not-ready", "operator": "Exists", "effect": "NoExecute",
                          "tolerationSeconds": 300},
                        {"key": "node.kubernetes.io/unreachable", "operator": "Exists", "effect": "NoExecute",
                          "tolerationSeconds": 300}]},
                     "status": {"phase": "Running"}}
                    """);
            ((ObjectNode) pod.get("metadata")).put("namespace", namespace).put("name", name);
            change.accept(pod);
            return pod;
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    static ObjectNode on(String node, ObjectNode pod) {
        ((ObjectNode) pod.get("spec")).put("nodeName", node);
        return pod;
    }

    /** The seconds of the pod's tolerations, in order. */
    static List<Long> seconds(JsonNode pod) {
        List<Long> seconds = new ArrayList<>();
        pod.at("/spec/tolerations")
                .forEach(one -> seconds.add(one.path("tolerationSeconds").asLong(-1)));
        return seconds;
    }
}
