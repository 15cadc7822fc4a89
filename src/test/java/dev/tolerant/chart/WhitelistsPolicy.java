package dev.tolerant.chart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.crd.InjectionsObject;
import dev.tolerant.engine.standing.Injections;
import dev.tolerant.testing.RenderedChart;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The chart's ValidatingAdmissionPolicy that judges pods by the whitelists of their namespaces, in a cluster with one object of injections. */
public final class WhitelistsPolicy {
    private static final KubernetesSerialization CLIENT = new KubernetesSerialization();
    private static final AdmissionPolicy POLICY = new AdmissionPolicy(
            RenderedChart.of("1.36.0", "injections: {enabled: true}")
                    .named(ValidatingAdmissionPolicy.class, "tolerant-injections-whitelists")
                    .getSpec(),
            Cel.Dialect.OF_1_36);

    private final Object params;

    private WhitelistsPolicy(Object params) {
        this.params = params;
    }

    public static WhitelistsPolicy of(Injections injections) {
        JsonNode object = CLIENT.convertValue(InjectionsObject.of(injections), ObjectNode.class);
        return new WhitelistsPolicy(Mutations.adapted(Cel.variable(object)));
    }

    /** Why the API server refuses a pod of the namespace; empty if it does not. */
    public List<String> refusals(JsonNode review, Namespace namespace) {
        return POLICY.denials(values(review, namespace));
    }

    /** What each of its expressions costs for the pod. */
    Map<String, Long> costs(JsonNode review, Namespace namespace) {
        return POLICY.costs(values(review, namespace));
    }

    private Map<String, Object> values(JsonNode review, Namespace namespace) {
        String name = namespace.getMetadata().getName();
        Map<String, String> labels =
                new HashMap<>(Objects.requireNonNullElse(namespace.getMetadata().getLabels(), Map.of()));
        labels.put("kubernetes.io/metadata.name", name);
        JsonNode request = review.path("request");
        Map<String, Object> values = new HashMap<>();
        values.put("request", Mutations.adapted(Cel.variable(request)));
        values.put("object", Mutations.adapted(Cel.variable(request.path("object"))));
        values.put("oldObject", Mutations.adapted(Cel.variable(request.path("oldObject"))));
        values.put(
                "namespaceObject",
                Map.of(
                        "metadata",
                        Map.of(
                                "name",
                                name,
                                "labels",
                                labels,
                                "annotations",
                                Objects.requireNonNullElse(
                                        namespace.getMetadata().getAnnotations(), Map.of()))));
        values.put("params", params);
        return values;
    }
}
