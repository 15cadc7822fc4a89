package dev.tolerant.engine.rule;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.words.Requirement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A node, and whether a pod's required node affinity allows it. The test derives this from Kubernetes' documentation of
 * node affinity, independently of the program.
 *
 * @param labels the node's labels, without its name
 */
record GeneratedNode(String name, Map<String, String> labels) {
    private static final String REQUIRED = "/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution";

    /** Whether the node fits: without required affinity every node does; otherwise it must match a term. */
    boolean fits(JsonNode affinity) {
        JsonNode required = affinity.at(REQUIRED);
        if (required.isMissingNode() || required.isNull()) {
            return true;
        }
        for (JsonNode term : required.path("nodeSelectorTerms")) {
            if (fitsTerm(term)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the affinity names one node, which its author has chosen so. */
    static boolean isNamedBy(JsonNode affinity) {
        Set<String> names = new HashSet<>();
        for (JsonNode term : affinity.at(REQUIRED).path("nodeSelectorTerms")) {
            if (term.path("matchExpressions").isEmpty()
                    && term.path("matchFields").isEmpty()) {
                continue;
            }
            String name = "";
            for (JsonNode field : term.path("matchFields")) {
                boolean isName = field.path("operator").asText().equals("In")
                        && field.path("values").size() == 1;
                name = isName && name.isEmpty() ? field.at("/values/0").asText() : name;
            }
            names.add(name);
        }
        return names.size() == 1 && !names.contains("");
    }

    /** An empty term matches no node. */
    private boolean fitsTerm(JsonNode term) {
        if (term.path("matchExpressions").isEmpty() && term.path("matchFields").isEmpty()) {
            return false;
        }
        for (JsonNode requirement : term.path("matchExpressions")) {
            String key = requirement.path("key").asText();
            if (!holds(labels.get(key), requirement.path("operator").asText(), values(requirement))) {
                return false;
            }
        }
        for (JsonNode requirement : term.path("matchFields")) {
            if (!holds(name, requirement.path("operator").asText(), values(requirement))) {
                return false;
            }
        }
        return true;
    }

    boolean meets(Requirement requirement) {
        return holds(labels.get(requirement.key()), requirement.operator().text(), List.copyOf(requirement.values()));
    }

    private static List<String> values(JsonNode requirement) {
        List<String> values = new ArrayList<>();
        requirement.path("values").forEach(value -> values.add(value.asText()));
        return values;
    }

    private static boolean holds(@Nullable String label, String operator, List<String> values) {
        return switch (operator) {
            case "In" -> label != null && values.contains(label);
            case "NotIn" -> label == null || !values.contains(label);
            case "Exists" -> label != null;
            case "DoesNotExist" -> label == null;
            case "Gt" -> label != null && isNumber(label) && Long.parseLong(label) > Long.parseLong(values.get(0));
            case "Lt" -> label != null && isNumber(label) && Long.parseLong(label) < Long.parseLong(values.get(0));
            default -> throw new IllegalArgumentException(operator);
        };
    }

    private static boolean isNumber(String label) {
        return label.matches("-?[0-9]+");
    }
}
