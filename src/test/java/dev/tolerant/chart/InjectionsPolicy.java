package dev.tolerant.chart;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tolerant.engine.crd.InjectionsObject;
import dev.tolerant.engine.model.Injections;
import dev.tolerant.testing.RenderedChart;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The chart's MutatingAdmissionPolicy that gives new pods what the API server can give by itself, in a cluster with one object of injections. */
public final class InjectionsPolicy {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final KubernetesSerialization CLIENT = new KubernetesSerialization();
    private static final JsonNode SPEC = spec();
    private static final List<Cel> CONDITIONS = expressions("matchConditions").stream()
            .map(each -> Cel.of(each.getValue(), Map.of(), Cel.Dialect.OF_1_36))
            .toList();
    private static final Composition VARIABLES = Composition.of(expressions("variables"), Cel.Dialect.OF_1_36);
    private static final Cel MUTATION = VARIABLES.compile(mutation());

    private final Object params;

    private InjectionsPolicy(JsonNode object) {
        this.params = Mutations.adapted(Cel.variable(object));
    }

    public static InjectionsPolicy of(Injections injections) {
        try {
            return new InjectionsPolicy(JSON.readTree(CLIENT.asJson(InjectionsObject.of(injections))));
        } catch (JsonProcessingException notJson) {
            throw new IllegalStateException(notJson);
        }
    }

    /** What the API server does with a new pod of a namespace with these labels: an RFC 6902 patch. */
    public JsonNode patch(JsonNode review, Map<String, String> labels) {
        Map<String, Object> given = values(review, labels);
        return CONDITIONS.stream().allMatch(condition -> condition.holds(given))
                ? JSON.valueToTree(MUTATION.value(VARIABLES.resolver(given)))
                : JSON.createArrayNode();
    }

    /** The expression that makes the patch. */
    static String mutation() {
        return SPEC.at("/mutations/0/jsonPatch/expression").asText();
    }

    /** What each expression costs for the pod. */
    Map<String, Long> costs(JsonNode review, Map<String, String> labels) {
        Map<String, Object> given = values(review, labels);
        Map<String, Long> costs = VARIABLES.costs(given);
        costs.put("mutation", MUTATION.cost(VARIABLES.resolver(given)));
        return costs;
    }

    private Map<String, Object> values(JsonNode review, Map<String, String> labels) {
        JsonNode request = review.path("request");
        String namespace = request.path("namespace").asText();
        Map<String, String> all = new HashMap<>(labels);
        all.put("kubernetes.io/metadata.name", namespace);
        return Map.of(
                "request", Map.of("namespace", namespace),
                "object", Mutations.adapted(Cel.variable(request.path("object"))),
                "namespaceObject", Map.of("metadata", Map.of("name", namespace, "labels", all)),
                "params", params);
    }

    /** The expressions of a list, by name. */
    private static List<Map.Entry<String, String>> expressions(String list) {
        List<Map.Entry<String, String>> expressions = new ArrayList<>();
        SPEC.path(list)
                .forEach(each -> expressions.add(Map.entry(
                        each.path("name").asText(), each.path("expression").asText())));
        return expressions;
    }

    private static JsonNode spec() {
        return RenderedChart.of("1.36.0", "injections: {enabled: true}").objects().stream()
                .filter(object -> object.getKind().equals("MutatingAdmissionPolicy"))
                .map(object -> JSON.<JsonNode>valueToTree(object).path("spec"))
                .findFirst()
                .orElseThrow();
    }
}
