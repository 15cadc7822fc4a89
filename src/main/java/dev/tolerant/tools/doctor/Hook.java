package dev.tolerant.tools.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.Place;
import dev.tolerant.observed.explain.WebhookRegistration;
import dev.tolerant.observed.facts.FactKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

/**
 * One webhook that the API server calls.
 *
 * @param kind of its configuration
 * @param configuration the name of its configuration
 */
record Hook(FactKind kind, String configuration, JsonNode json) {
    private static final String OURS = ".tolerant.dev";

    String name() {
        return json.path("name").asText();
    }

    String title() {
        return name() + " of " + configurationTitle();
    }

    String configurationTitle() {
        return kind.kind() + " " + configuration;
    }

    boolean isOurs() {
        return name().endsWith(OURS);
    }

    /** Whether it is called for pods of the core group; what selectors and conditions leave out aside. */
    boolean coversPods(String operation) {
        for (JsonNode rule : json.path("rules")) {
            if (has(rule.path("operations"), operation, "*")
                    && has(rule.path("apiGroups"), "", "*")
                    && has(rule.path("apiVersions"), "v1", "*")
                    && (has(rule.path("resources"), "pods", "*") || has(rule.path("resources"), "*/*", "*"))
                    && !rule.path("scope").asText().equals("Cluster")) {
                return true;
            }
        }
        return false;
    }

    private static boolean has(JsonNode values, String value, String all) {
        return StreamSupport.stream(values.spliterator(), false)
                .anyMatch(each -> each.asText().equals(value) || each.asText().equals(all));
    }

    /** Whether what it is asked about passes while it cannot be reached. */
    boolean failsOpen() {
        return json.path("failurePolicy").asText().equals("Ignore");
    }

    boolean isReinvoked() {
        return json.path("reinvocationPolicy").asText().equals("IfNeeded");
    }

    int timeoutSeconds() {
        return json.path("timeoutSeconds").asInt(10);
    }

    JsonNode client() {
        return json.path("clientConfig");
    }

    /** In Base64; empty if there is none. */
    String caBundle() {
        return client().path("caBundle").asText();
    }

    String path() {
        return client().has("service")
                ? client().at("/service/path").asText("/")
                : client().path("url").asText();
    }

    /** Its CEL conditions: their expressions by their names. */
    Map<String, String> conditions() {
        Map<String, String> conditions = new LinkedHashMap<>();
        for (JsonNode condition : json.path("matchConditions")) {
            conditions.put(
                    condition.path("name").asText(),
                    condition.path("expression").asText());
        }
        return conditions;
    }

    /** The registration of this webhook alone. */
    WebhookRegistration registration() {
        ObjectNode alone = JsonNodeFactory.instance
                .objectNode()
                .put("apiVersion", kind.apiVersion())
                .put("kind", kind.kind());
        alone.putArray("webhooks").add(json);
        return WebhookRegistration.of(List.of(new Manifest(Place.NOWHERE, alone)))
                .orElseThrow();
    }
}
