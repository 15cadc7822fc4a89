package dev.tolerant.observed.registration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.tolerant.engine.crd.PolicyReader;
import dev.tolerant.engine.words.LabelSelector;
import dev.tolerant.engine.words.NamespaceFacts;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One webhook that the API server calls.
 *
 * @param configuration a name
 * @param json all that the configuration says of it
 */
public record Webhook(
        String configuration,
        String name,
        List<RuleWithOperations> rules,
        LabelSelector namespaces,
        LabelSelector objects,
        JsonNode json) {
    Webhook(String name, RuleWithOperations rule, LabelSelector namespaces) {
        this("", name, List.of(rule), namespaces, LabelSelector.EVERYTHING, MissingNode.getInstance());
    }

    /** In the order in which the API server calls them. */
    public static List<Webhook> in(JsonNode configuration) {
        String name = configuration.at("/metadata/name").asText();
        return configuration
                .path("webhooks")
                .valueStream()
                .map(webhook -> of(name, webhook))
                .toList();
    }

    private static Webhook of(String configuration, JsonNode webhook) {
        return new Webhook(
                configuration,
                webhook.path("name").asText(),
                webhook.path("rules").valueStream().map(RuleWithOperations::of).toList(),
                PolicyReader.selector(webhook.path("namespaceSelector")),
                PolicyReader.selector(webhook.path("objectSelector")),
                webhook);
    }

    public String title() {
        return name + " of " + configurationTitle();
    }

    public String configurationTitle() {
        return "MutatingWebhookConfiguration " + configuration;
    }

    /** True where it leads to the program, as its name tells. */
    public boolean isOurs() {
        return name.endsWith(".tolerant.dev");
    }

    /** For pods or daemonsets; selectors and conditions do not count. */
    public boolean covers(String operation, String resource) {
        return rules.stream().anyMatch(rule -> rule.covers(operation, resource));
    }

    public boolean covers(NamespaceFacts namespace) {
        return namespaces.matches(namespace.labels());
    }

    /** A clause that says why its selectors leave out an object with these labels; empty if they do not. */
    Optional<String> leavesOut(NamespaceFacts namespace, Map<String, String> labels) {
        if (!covers(namespace)) {
            return Optional.of("the namespaceSelector of " + name + " leaves out namespace " + namespace.name());
        }
        return objects.matches(labels)
                ? Optional.empty()
                : Optional.of("the objectSelector of " + name + " leaves out its labels");
    }

    /** True where the object of a request passes while it cannot be reached. */
    public boolean failsOpen() {
        return json.path("failurePolicy").asText().equals("Ignore");
    }

    public boolean isReinvoked() {
        return json.path("reinvocationPolicy").asText().equals("IfNeeded");
    }

    public JsonNode client() {
        return json.path("clientConfig");
    }

    /** In Base64; empty if there is none. */
    public String caBundle() {
        return client().path("caBundle").asText("");
    }

    /** Empty if it cannot be read. */
    public String path() {
        if (client().path("service").isObject()) {
            return client().at("/service/path").asText("/");
        }
        try {
            String path = URI.create(client().path("url").asText("")).getPath();
            return path == null ? "" : path;
        } catch (IllegalArgumentException unreadable) {
            return "";
        }
    }

    public List<String> conditions() {
        return json.path("matchConditions").findValuesAsText("name");
    }

    /** The requests for which a webhook is called (RuleWithOperations in k8s.io/api/admissionregistration/v1). */
    record RuleWithOperations(
            Set<String> operations, Set<String> groups, Set<String> versions, Set<String> resources, String scope) {
        private static final String ALL = "*";
        static final RuleWithOperations EVERYTHING =
                new RuleWithOperations(Set.of(ALL), Set.of(ALL), Set.of(ALL), Set.of(ALL), ALL);

        /** By the resources that the program is asked about, which all are of version v1. */
        private static final Map<String, String> GROUPS = Map.of("pods", "", "daemonsets", "apps");

        static RuleWithOperations of(JsonNode rule) {
            return new RuleWithOperations(
                    PolicyReader.texts(rule.path("operations")),
                    PolicyReader.texts(rule.path("apiGroups")),
                    PolicyReader.texts(rule.path("apiVersions")),
                    PolicyReader.texts(rule.path("resources")),
                    rule.path("scope").asText(ALL));
        }

        static RuleWithOperations of(String operation, String resource) {
            return new RuleWithOperations(
                    Set.of(operation), Set.of(GROUPS.get(resource)), Set.of("v1"), Set.of(resource), ALL);
        }

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
    }
}
