package dev.tolerant.observed.registration;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** What a webhook is called for (RuleWithOperations in k8s.io/api/admissionregistration/v1). */
record Rule(Set<String> operations, Set<String> groups, Set<String> versions, Set<String> resources, String scope) {
    private static final String ALL = "*";
    static final Rule EVERYTHING = new Rule(Set.of(ALL), Set.of(ALL), Set.of(ALL), Set.of(ALL), ALL);

    /** The API groups of the resources that the program is asked about, which all are of version v1. */
    private static final Map<String, String> GROUPS = Map.of("pods", "", "daemonsets", "apps");

    static Rule of(JsonNode rule) {
        return new Rule(
                texts(rule.path("operations")),
                texts(rule.path("apiGroups")),
                texts(rule.path("apiVersions")),
                texts(rule.path("resources")),
                rule.path("scope").asText(ALL));
    }

    static Rule of(String operation, String resource) {
        return new Rule(Set.of(operation), Set.of(GROUPS.get(resource)), Set.of("v1"), Set.of(resource), ALL);
    }

    /** Whether it is about this operation on pods or daemonsets. */
    boolean covers(String operation, String resource) {
        return has(operations, operation)
                && has(groups, GROUPS.getOrDefault(resource, ""))
                && has(versions, "v1")
                && (has(resources, resource) || resources.contains("*/*"))
                && !scope.equals("Cluster");
    }

    private static boolean has(Set<String> values, String value) {
        return values.contains(ALL) || values.contains(value);
    }

    static Set<String> texts(JsonNode list) {
        Set<String> texts = new HashSet<>();
        list.forEach(text -> texts.add(text.asText()));
        return texts;
    }
}
