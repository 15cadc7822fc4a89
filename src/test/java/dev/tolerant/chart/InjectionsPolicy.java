package dev.tolerant.chart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.crd.InjectionsObject;
import dev.tolerant.engine.standing.Injections;
import dev.tolerant.testing.RenderedChart;
import dev.tolerant.testing.Yaml;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The chart's MutatingAdmissionPolicies, by which the API server gives pods something itself, in a cluster with one object of injections. */
public final class InjectionsPolicy {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final KubernetesSerialization CLIENT = new KubernetesSerialization();
    private static final Compiled GIVING = Compiled.of("-injections");
    private static final Compiled RESTORING = Compiled.of("-injections-updates");
    private static final Compiled SIMPLEST =
            Compiled.ofSpec(Yaml.tree(Path.of("bench/injections/simplest.yaml")).path("spec"));

    private final Compiled policy;
    private final Object params;

    private InjectionsPolicy(Compiled policy, Object params) {
        this.policy = policy;
        this.params = params;
    }

    private InjectionsPolicy(Compiled policy, JsonNode object) {
        this(policy, Mutations.adapted(Cel.variable(object)));
    }

    /** The one that gives new pods what the object says. */
    public static InjectionsPolicy of(Injections injections) {
        return new InjectionsPolicy(GIVING, CLIENT.convertValue(InjectionsObject.of(injections), ObjectNode.class));
    }

    /** The least that could set the two seconds. */
    static InjectionsPolicy simplest(Injections injections) {
        return new InjectionsPolicy(SIMPLEST, of(injections).params);
    }

    /** The length of the object as it is stored. */
    static int size(Injections injections) {
        return CLIENT.asJson(InjectionsObject.of(injections)).length();
    }

    /** The same where another version of the program has written the object. */
    static InjectionsPolicy ofOtherForm(Injections injections) {
        ObjectNode object = CLIENT.convertValue(InjectionsObject.of(injections), ObjectNode.class);
        ((ObjectNode) object.path("spec")).put("form", "other");
        return new InjectionsPolicy(GIVING, object);
    }

    /** The one that gives back to pods what an update lacks; it reads no object. */
    static InjectionsPolicy restoring() {
        return new InjectionsPolicy(RESTORING, JSON.createObjectNode());
    }

    /** What the API server does with a pod of a namespace with these labels: an RFC 6902 patch. */
    public JsonNode patch(JsonNode review, Map<String, String> labels) {
        Map<String, Object> given = values(review, labels);
        return policy.conditions.stream().allMatch(condition -> condition.holds(given))
                ? JSON.valueToTree(policy.mutation.value(policy.variables.resolver(given)))
                : JSON.createArrayNode();
    }

    /** The expressions that make the patches. */
    static List<String> mutations() {
        return List.of(GIVING.expression, RESTORING.expression);
    }

    /** What each expression costs for the pod. */
    Map<String, Long> costs(JsonNode review, Map<String, String> labels) {
        Map<String, Object> given = values(review, labels);
        Map<String, Long> costs = policy.variables.costs(given);
        policy.conditions.forEach(condition -> costs.put(
                "condition " + policy.conditions.indexOf(condition), condition.cost(policy.variables.resolver(given))));
        costs.put("mutation", policy.mutation.cost(policy.variables.resolver(given)));
        return costs;
    }

    /** What all expressions cost together that are evaluated for the pod. */
    long spent(JsonNode review, Map<String, String> labels) {
        Map<String, Object> given = values(review, labels);
        return policy.variables.spent(policy.mutation, given).values().stream()
                        .mapToLong(Long::longValue)
                        .sum()
                + policy.conditions.stream()
                        .mapToLong(condition -> condition.cost(policy.variables.resolver(given)))
                        .sum();
    }

    /** The variables that are evaluated for the pod. */
    Set<String> evaluated(JsonNode review, Map<String, String> labels) {
        return policy.variables.spent(policy.mutation, values(review, labels)).keySet();
    }

    private Map<String, Object> values(JsonNode review, Map<String, String> labels) {
        JsonNode request = review.path("request");
        String namespace = request.path("namespace").asText();
        Map<String, String> all = new HashMap<>(labels);
        all.put("kubernetes.io/metadata.name", namespace);
        return Map.of(
                "request", Map.of("namespace", namespace),
                "object", Mutations.adapted(Cel.variable(request.path("object"))),
                "oldObject", Mutations.adapted(Cel.variable(request.path("oldObject"))),
                "namespaceObject", Map.of("metadata", Map.of("name", namespace, "labels", all)),
                "params", params);
    }

    /** The expressions of a policy. */
    private record Compiled(List<Cel> conditions, Composition variables, String expression, Cel mutation) {
        static Compiled of(String suffix) {
            return RenderedChart.of("1.36.0", "injections: {enabled: true}").objects().stream()
                    .filter(object -> object.getKind().equals("MutatingAdmissionPolicy")
                            && object.getMetadata().getName().endsWith(suffix))
                    .map(object -> ofSpec(JSON.<JsonNode>valueToTree(object).path("spec")))
                    .findFirst()
                    .orElseThrow();
        }

        static Compiled ofSpec(JsonNode spec) {
            List<Cel> conditions = expressions(spec.path("matchConditions")).stream()
                    .map(each -> Cel.of(each.getValue(), Map.of(), Cel.Dialect.OF_1_36))
                    .toList();
            Composition variables = Composition.of(expressions(spec.path("variables")), Cel.Dialect.OF_1_36);
            String expression = spec.at("/mutations/0/jsonPatch/expression").asText();
            return new Compiled(conditions, variables, expression, variables.compile(expression));
        }

        /** Those of a list, by name. */
        private static List<Map.Entry<String, String>> expressions(JsonNode list) {
            List<Map.Entry<String, String>> expressions = new ArrayList<>();
            list.forEach(each -> expressions.add(Map.entry(
                    each.path("name").asText(), each.path("expression").asText())));
            return expressions;
        }
    }
}
