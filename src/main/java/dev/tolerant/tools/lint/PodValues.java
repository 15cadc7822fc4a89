package dev.tolerant.tools.lint;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.review.ResourcesReader;
import dev.tolerant.engine.words.Resources.ResourceNames;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds values of the right type that the API refuses in what decides where a pod runs (validation.go in k8s.io/kubernetes, pkg/apis/core). */
record PodValues(Findings found, String spec) {
    private static final Set<String> SYSTEMS = Set.of("linux", "windows");
    private static final Set<String> POLICIES = Set.of("Honor", "Ignore");

    void check(JsonNode pod) {
        require(pod.at("/os/name"), SYSTEMS, "os.name");
        JsonNode constraints = pod.path("topologySpreadConstraints");
        for (int i = 0; i < constraints.size(); i++) {
            for (String field : List.of("nodeAffinityPolicy", "nodeTaintsPolicy")) {
                require(constraints.path(i).path(field), POLICIES, "topologySpreadConstraints[" + i + "]." + field);
            }
        }
        if (!pod.path("schedulingGates").isEmpty()
                && !pod.path("nodeName").asText("").isEmpty()) {
            add("nodeName", "cannot stand beside schedulingGates: remove one of them");
        }
        resources(pod.path("resources"), "resources", true);
        for (String list : List.of("initContainers", "containers")) {
            for (int i = 0; i < pod.path(list).size(); i++) {
                resources(pod.path(list).path(i).path("resources"), list + "[" + i + "].resources", false);
            }
        }
    }

    private void require(JsonNode value, Set<String> allowed, String path) {
        if (value.isTextual() && !allowed.contains(value.textValue())) {
            add(path, "must be " + String.join(" or ", allowed.stream().sorted().toList()));
        }
    }

    private void resources(JsonNode resources, String path, boolean isOfPod) {
        JsonNode limits = resources.path("limits");
        resources.path("requests").properties().forEach(each -> {
            BigDecimal request = ResourcesReader.amount(each.getValue());
            BigDecimal limit = limits.has(each.getKey()) ? ResourcesReader.amount(limits.path(each.getKey())) : null;
            boolean isExtended = ResourceNames.isExtended(each.getKey());
            String at = path + ".requests." + each.getKey();
            whole(each.getKey(), request, at, isOfPod);
            if (isExtended && !isOfPod && !limits.has(each.getKey())) {
                add(at, "needs a limit of the same amount, as each extended resource");
            } else if (request != null && limit != null && request.compareTo(limit) > 0) {
                add(at, "must not be more than the limit");
            } else if (request != null && limit != null && isExtended && request.compareTo(limit) != 0) {
                add(at, "must be the same as the limit, as of each extended resource");
            }
        });
        limits.properties()
                .forEach(each -> whole(
                        each.getKey(),
                        ResourcesReader.amount(each.getValue()),
                        path + ".limits." + each.getKey(),
                        isOfPod));
    }

    private void whole(String name, @Nullable BigDecimal amount, String path, boolean isOfPod) {
        if (!ResourceNames.isExtended(name)) {
            return;
        }
        if (isOfPod) {
            add(path, "is not a resource of a whole pod: write it in a container");
        } else if (amount != null && amount.stripTrailingZeros().scale() > 0) {
            add(path, "must be a whole number, as of each extended resource");
        }
    }

    private void add(String path, String message) {
        found.add(spec + path, LintCode.INVALID_VALUE, message);
    }
}
