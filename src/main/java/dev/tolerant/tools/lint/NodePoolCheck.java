package dev.tolerant.tools.lint;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.words.LabelSyntax;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Finds values that the schema of NodePools refuses (sigs.k8s.io/karpenter, pkg/apis/crds/karpenter.sh_nodepools.yaml). */
record NodePoolCheck(Findings found) {
    private static final String SPEC = "spec.template.spec.";
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

    void check(Manifest manifest) {
        JsonNode template = manifest.object().at("/spec/template");
        template.at("/metadata/labels")
                .fieldNames()
                .forEachRemaining(label -> open(label, "spec.template.metadata.labels." + label));
        JsonNode requirements = template.at("/spec/requirements");
        for (int i = 0; i < requirements.size(); i++) {
            requirement(requirements.get(i), SPEC + "requirements[" + i + "]");
        }
        for (String list : List.of("taints", "startupTaints")) {
            keys(template.path("spec").path(list), SPEC + list);
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
        found.add(path, LintCode.INVALID_VALUE, message);
    }
}
