package dev.tolerant.tools.lint;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.review.ResourcesReader;
import dev.tolerant.engine.words.LabelSyntax;
import dev.tolerant.engine.words.Resources.ResourceNames;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds values of the right type that the API refuses in pods and NodePools.
 *
 * @param template the path of the template of pods or nodes, with a dot after it; empty for a pod
 */
record RefusedValues(Findings found, String template) {
    private static final Set<String> SYSTEMS = Set.of("linux", "windows");
    private static final Set<String> POLICIES = Set.of("Honor", "Ignore");
    private static final Set<String> OF_NUMBERS = Set.of("Gt", "Lt", "Gte", "Lte");
    private static final Pattern NUMBER = Pattern.compile("\\+?\\d+");
    private static final List<String> CLOSED_DOMAINS = List.of("kubernetes.io", "k8s.io", "karpenter.sh");
    private static final List<String> OPEN_DOMAINS =
            List.of("node.kubernetes.io", "node-restriction.kubernetes.io", "kops.k8s.io");
    private static final Set<String> OPEN_LABELS = Set.of(
            "beta.kubernetes.io/instance-type",
            "failure-domain.beta.kubernetes.io/region",
            "failure-domain.beta.kubernetes.io/zone",
            "beta.kubernetes.io/os",
            "beta.kubernetes.io/arch",
            "topology.kubernetes.io/zone",
            "topology.kubernetes.io/region",
            "kubernetes.io/arch",
            "kubernetes.io/os",
            "karpenter.sh/capacity-type");

    /** Those of pods by which it is decided where they run (validation.go in k8s.io/kubernetes, pkg/apis/core). */
    void checkPod(JsonNode pod) {
        require(pod.at("/os/name"), SYSTEMS, "spec.os.name");
        JsonNode constraints = pod.path("topologySpreadConstraints");
        for (int i = 0; i < constraints.size(); i++) {
            for (String field : List.of("nodeAffinityPolicy", "nodeTaintsPolicy")) {
                require(
                        constraints.path(i).path(field),
                        POLICIES,
                        "spec.topologySpreadConstraints[" + i + "]." + field);
            }
        }
        if (!pod.path("schedulingGates").isEmpty()
                && !pod.path("nodeName").asText("").isEmpty()) {
            add("spec.nodeName", "cannot stand beside schedulingGates: remove one of them");
        }
        resources(pod.path("resources"), "spec.resources", true);
        for (String list : List.of("initContainers", "containers")) {
            for (int i = 0; i < pod.path(list).size(); i++) {
                resources(pod.path(list).path(i).path("resources"), "spec." + list + "[" + i + "].resources", false);
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

    /** Those of a NodePool (sigs.k8s.io/karpenter, pkg/apis/crds/karpenter.sh_nodepools.yaml). */
    void checkNodePool(JsonNode template) {
        template.at("/metadata/labels").fieldNames().forEachRemaining(label -> open(label, "metadata.labels." + label));
        JsonNode requirements = template.at("/spec/requirements");
        for (int i = 0; i < requirements.size(); i++) {
            requirement(requirements.get(i), "spec.requirements[" + i + "]");
        }
        for (String list : List.of("taints", "startupTaints")) {
            keys(template.path("spec").path(list), "spec." + list);
        }
    }

    private void requirement(JsonNode requirement, String path) {
        JsonNode values = requirement.path("values");
        String operator = requirement.path("operator").asText();
        String key = requirement.path("key").asText();
        if (!LabelSyntax.isName(key)) {
            add(path + ".key", "is not the name of a label: " + LabelSyntax.NAME);
        }
        open(key, path + ".key");
        if (OF_NUMBERS.contains(operator)
                && (values.size() != 1
                        || !NUMBER.matcher(values.path(0).asText()).matches())) {
            add(path + ".values", "must be one whole number, 0 or more, with operator " + operator);
        }
        if (operator.equals("In") && requirement.path("minValues").asInt() > values.size()) {
            add(path + ".minValues", "must not be more than there are values");
        }
    }

    private void keys(JsonNode taints, String path) {
        for (int i = 0; i < taints.size(); i++) {
            if (!LabelSyntax.isName(taints.path(i).path("key").asText())) {
                add(path + "[" + i + "].key", "is not the key of a taint: " + LabelSyntax.NAME);
            }
        }
    }

    /** Labels that Karpenter and the kubelet set themselves are closed. */
    private void open(String label, String path) {
        String domain = label.substring(0, Math.max(0, label.indexOf('/')));
        boolean isClosed = CLOSED_DOMAINS.stream().anyMatch(domain::endsWith)
                && OPEN_DOMAINS.stream().noneMatch(domain::endsWith)
                && !OPEN_LABELS.contains(label);
        if (isClosed) {
            add(path, "is a label that NodePools may not set: use one outside " + String.join(", ", CLOSED_DOMAINS));
        }
    }

    private void add(String path, String message) {
        found.add(template + path, LintCode.INVALID_VALUE, message);
    }
}
