package dev.tolerant.chart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tolerant.engine.standing.Reservations;
import dev.tolerant.engine.standing.ReservationsText;
import dev.tolerant.testing.RenderedChart;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The chart's guard of what policies reserve, in a cluster with one object of reservations. */
public final class ReservationsGuard {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final RenderedChart CHART = RenderedChart.ofDefaults();
    private static final AdmissionPolicy PODS = policy("tolerant-reservations");
    private static final AdmissionPolicy NAMESPACES = policy("tolerant-namespace-labels");

    private static final AdmissionPolicy COUNT = policy("tolerant-toleration-count");

    private final Object params;

    private ReservationsGuard(Map<String, String> annotations) {
        this.params = Map.of("metadata", annotations.isEmpty() ? Map.of() : Map.of("annotations", annotations));
    }

    public static ReservationsGuard of(Reservations reservations) {
        return new ReservationsGuard(ReservationsText.of(reservations));
    }

    /** Why the API server refuses a pod of a namespace with these labels; empty if it does not. */
    public List<String> refusals(JsonNode review, Map<String, String> labels, Set<String> rights) {
        return PODS.denials(values(review, labels, rights));
    }

    /** Whether the guard looks at the pod at all. */
    public boolean looksAt(JsonNode review) {
        return PODS.applies(values(review, Map.of(), Set.of()));
    }

    /** What the policies cost for the pod, by the names of their variables. */
    public Map<String, Long> costs(JsonNode review, Map<String, String> labels) {
        return PODS.costs(values(review, labels, Set.of()));
    }

    private Map<String, Object> values(JsonNode review, Map<String, String> labels, Set<String> rights) {
        JsonNode request = review.path("request");
        Map<String, Object> values = values(request);
        values.put("namespaceObject", namespace(request.path("namespace").asText(), labels));
        values.put("params", params);
        values.put("authorizer", Authorizer.with(rights));
        return values;
    }

    private static Map<String, Object> values(JsonNode request) {
        Map<String, Object> values = new HashMap<>();
        values.put("request", Cel.variable(request));
        values.put("object", Cel.variable(request.path("object")));
        values.put("oldObject", Cel.variable(request.path("oldObject")));
        return values;
    }

    /** Why the API server refuses to label the namespace {@code web} so; empty if it does not. */
    public List<String> refusalsOfLabels(
            @Nullable Map<String, String> before, Map<String, String> after, Set<String> rights) {
        return NAMESPACES.denials(values(before, after, rights));
    }

    /** What each variable costs for a namespace that is labelled so. */
    public Map<String, Long> costsOfLabels(Map<String, String> before, Map<String, String> after) {
        return NAMESPACES.costs(values(before, after, Set.of()));
    }

    /** Why the API server refuses a pod for the number of its tolerations; empty if it does not. */
    static List<String> refusalsOfCount(JsonNode review) {
        return COUNT.denials(values(review.path("request")));
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
