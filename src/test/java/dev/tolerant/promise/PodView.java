package dev.tolerant.promise;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.tolerant.testing.ApiRules;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Reads a pod's JSON without the program's reader. */
record PodView(JsonNode pod) {

    enum Ownership {
        UNREADABLE,
        UNOWNED,
        OWNED
    }

    static final String DAEMON_SET_CONTROLLER = "system:serviceaccount:kube-system:daemon-set-controller";

    JsonNode tolerations() {
        JsonNode list = pod.path("spec").path("tolerations");
        return list.isArray() ? list : JsonNodeFactory.instance.arrayNode();
    }

    /** Whether its controller is a DaemonSet of apps. */
    boolean isDaemonSetPod() {
        for (JsonNode owner : pod.path("metadata").path("ownerReferences")) {
            if (owner.path("controller").asBoolean()) {
                return ApiRules.text(owner, "apiVersion").startsWith("apps/")
                        && ApiRules.text(owner, "kind").equals("DaemonSet");
            }
        }
        return false;
    }

    boolean isMirror() {
        return pod.path("metadata").path("annotations").has("kubernetes.io/config.mirror");
    }

    boolean isOptedOut() {
        return ApiRules.text(pod.path("metadata").path("labels"), "tolerant.dev/inject")
                .equals("false");
    }

    /** Who owns the tolerations according to managedFields. */
    Ownership ownership() {
        JsonNode managed = pod.path("metadata").path("managedFields");
        if (managed.isEmpty()) {
            return Ownership.UNREADABLE;
        }
        Ownership ownership = Ownership.UNOWNED;
        for (JsonNode manager : managed) {
            if (!manager.path("fieldsV1").isObject()) {
                return Ownership.UNREADABLE;
            }
            if (manager.path("fieldsV1").path("f:spec").has("f:tolerations")) {
                ownership = Ownership.OWNED;
            }
        }
        return ownership;
    }

    /** As the API server sees it, which makes requests of the pod as a whole of those of its containers. */
    boolean isBestEffort() {
        JsonNode whole = pod.path("spec").path("resources");
        return whole.isObject()
                ? !hasCpuOrMemory(whole) && !takesFromContainers(whole)
                : containers().noneMatch(PodView::hasCpuOrMemory);
    }

    private boolean takesFromContainers(JsonNode whole) {
        JsonNode requests = whole.path("requests");
        boolean isDefaulted = !whole.path("limits").isEmpty()
                || containers().anyMatch(own -> hasHugePagesBeside(requests, own.path("limits")));
        return isDefaulted
                && Stream.of("cpu", "memory")
                        .filter(name -> !requests.has(name))
                        .anyMatch(name -> containers().anyMatch(own -> isPositive(requestOf(own, name))));
    }

    private static boolean hasHugePagesBeside(JsonNode requests, JsonNode limits) {
        return limits.properties().stream()
                .map(Map.Entry::getKey)
                .anyMatch(name -> name.startsWith("hugepages-") && !requests.has(name));
    }

    private static JsonNode requestOf(JsonNode resources, String name) {
        JsonNode requested = resources.path("requests").path(name);
        return requested.isMissingNode() ? resources.path("limits").path(name) : requested;
    }

    /** The resources of each container. */
    private Stream<JsonNode> containers() {
        return Stream.of("containers", "initContainers")
                .flatMap(list -> pod.path("spec").path(list).valueStream())
                .map(container -> container.path("resources"));
    }

    private static boolean hasCpuOrMemory(JsonNode resources) {
        for (String side : new String[] {"requests", "limits"}) {
            for (String name : new String[] {"cpu", "memory"}) {
                if (isPositive(resources.path(side).path(name))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isPositive(JsonNode quantity) {
        return !quantity.isMissingNode() && !quantity.asText().matches("-.*|0+(\\.0*)?[A-Za-z]*");
    }

    /** The names of all containers' extended resources, including those with a quantity of zero. */
    Set<String> extendedResources() {
        Set<String> names = new HashSet<>();
        for (String containers : new String[] {"containers", "initContainers"}) {
            for (JsonNode container : pod.path("spec").path(containers)) {
                container.path("resources").path("requests").fieldNames().forEachRemaining(names::add);
                container.path("resources").path("limits").fieldNames().forEachRemaining(names::add);
            }
        }
        names.removeIf(name -> !isExtended(name));
        return names;
    }

    private static boolean isExtended(String name) {
        return name.contains("/")
                && !name.contains("kubernetes.io/")
                && !name.startsWith("requests.")
                && ApiRules.isLabelName("requests." + name);
    }
}
