package dev.tolerant.chart;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.crd.ReservationsObject;
import dev.tolerant.engine.model.Reservations;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The chart's guard of what policies reserve, in a cluster with one object of reservations. */
public final class ReservationsGuard {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final KubernetesSerialization CLIENT = new KubernetesSerialization();
    private static final RenderedChart CHART = RenderedChart.ofDefaults();
    private static final AdmissionPolicy PODS = policy("tolerant-reservations");
    private static final AdmissionPolicy NAMESPACES = policy("tolerant-namespace-labels");

    private final JsonNode object;
    private final Object params;

    private ReservationsGuard(JsonNode object) {
        this.object = object;
        this.params = Cel.variable(object);
    }

    public static ReservationsGuard of(Reservations reservations) {
        try {
            return new ReservationsGuard(JSON.readTree(CLIENT.asJson(ReservationsObject.of(reservations))));
        } catch (JsonProcessingException notJson) {
            throw new IllegalStateException(notJson);
        }
    }

    /** The same guard, where an earlier version wrote the object. */
    ReservationsGuard withoutValues() {
        JsonNode stored = object.deepCopy();
        stored.at("/spec/taints")
                .forEach(entries -> entries.forEach(
                        entry -> entry.get("policies").forEach(opening -> ((ObjectNode) opening).remove("value"))));
        return new ReservationsGuard(stored);
    }

    /** The object as a client writes it. */
    public JsonNode object() {
        return object;
    }

    /** Why the API server refuses a pod of a namespace with these labels; empty if it does not. */
    public List<String> refusals(JsonNode review, Map<String, String> labels, Set<String> rights) {
        return PODS.denials(values(review, labels, rights));
    }

    /** Whether the guard looks at the pod at all. */
    public boolean looksAt(JsonNode review) {
        return PODS.applies(values(review, Map.of(), Set.of()));
    }

    /** What the dearest variable costs for the pod. */
    public long cost(JsonNode review, Map<String, String> labels) {
        return PODS.cost(values(review, labels, Set.of()));
    }

    private Map<String, Object> values(JsonNode review, Map<String, String> labels, Set<String> rights) {
        JsonNode request = review.path("request");
        Map<String, Object> values = new HashMap<>();
        values.put("request", Cel.variable(request));
        values.put("object", Cel.variable(request.path("object")));
        values.put("oldObject", Cel.variable(request.path("oldObject")));
        values.put("namespaceObject", namespace(request.path("namespace").asText(), labels));
        values.put("params", params);
        values.put("authorizer", Authorizer.with(rights));
        return values;
    }

    /** Why the API server refuses to label the namespace {@code web} so; empty if it does not. */
    public List<String> refusalsOfLabels(
            @Nullable Map<String, String> before, Map<String, String> after, Set<String> rights) {
        return NAMESPACES.denials(values(before, after, rights));
    }

    /** What the dearest variable costs for a namespace that is labelled so. */
    public long costOfLabels(Map<String, String> before, Map<String, String> after) {
        return NAMESPACES.cost(values(before, after, Set.of()));
    }

    private Map<String, Object> values(
            @Nullable Map<String, String> before, Map<String, String> after, Set<String> rights) {
        return Map.of(
                "request", Map.of("operation", before == null ? "CREATE" : "UPDATE"),
                "object", namespace("web", after),
                "oldObject", before == null ? Cel.variable(JSON.getNodeFactory().nullNode()) : namespace("web", before),
                "params", params,
                "authorizer", Authorizer.with(rights));
    }

    /** A namespace without labels has no field for them. */
    private static Object namespace(String name, Map<String, String> labels) {
        return Map.of("metadata", labels.isEmpty() ? Map.of("name", name) : Map.of("name", name, "labels", labels));
    }

    private static AdmissionPolicy policy(String name) {
        return new AdmissionPolicy(
                CHART.named(ValidatingAdmissionPolicy.class, name).getSpec());
    }
}
