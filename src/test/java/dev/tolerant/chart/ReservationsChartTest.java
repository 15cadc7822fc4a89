package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.model.PolicyFixture;
import dev.tolerant.engine.model.PolicySet;
import dev.tolerant.engine.model.Reservations;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The guard of what policies reserve, as the chart makes it. */
class ReservationsChartTest {
    private static final RenderedChart CHART = RenderedChart.ofDefaults();

    @ParameterizedTest
    @ValueSource(strings = {"tolerant-reservations", "tolerant-namespace-labels"})
    void everyExpressionCompilesInTheOldestVersion(String name) {
        assertThat(new AdmissionPolicy(
                        CHART.named(ValidatingAdmissionPolicy.class, name).getSpec()))
                .isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[[1], [2]].flatten()",
                "[2, 1].sort()",
                "[2, 1].sortBy(n, n)",
                "[1, 1].distinct()",
                "lists.range(3)",
                "{'a': 1}.all(k, v, v == 1)",
                "{'a': 1}.transformMap(k, v, v)",
                "{'a': 1}.transformList(k, v, v)",
                "cel.bind(a, 1, a)",
                "{'a': 1, 'b': 'c'}",
                "variables.unknown",
            })
    void whatTheOldestVersionDoesNotKnowDoesNotCompile(String expression) {
        assertThatThrownBy(() -> Cel.of(expression)).isInstanceOf(AssertionError.class);
    }

    @Test
    void theKindRequiresEveryField() {
        assertThat(optional("", schema())).isEmpty();
    }

    private static JSONSchemaProps schema() {
        return CHART.named(CustomResourceDefinition.class, "reservations.tolerant.dev")
                .getSpec()
                .getVersions()
                .get(0)
                .getSchema()
                .getOpenAPIV3Schema();
    }

    private static List<String> optional(String path, JSONSchemaProps schema) {
        List<String> optional = new ArrayList<>();
        schema.getProperties().forEach((name, field) -> {
            if (!schema.getRequired().contains(name)) {
                optional.add(path + "." + name);
            }
            optional.addAll(optional(path + "." + name, field));
        });
        if (schema.getItems() != null) {
            optional.addAll(optional(path + "[]", schema.getItems().getSchema()));
        }
        if (schema.getAdditionalProperties() != null) {
            optional.addAll(
                    optional(path + "{}", schema.getAdditionalProperties().getSchema()));
        }
        return optional;
    }

    @Test
    void theObjectHasEveryFieldThatTheKindRequires() {
        Reservations reservations =
                PolicySet.of(PolicyFixture.all("""
                        metadata: {name: bare}
                        spec:
                          match: {namespaceSelector: {matchExpressions: [{key: team, operator: Exists}]}}
                          reserve: {taints: [{key: gpu}]}
                        """)).reservations().reservations();

        JsonNode object = ReservationsGuard.of(reservations).object();

        assertThat(missing("", object, schema())).isEmpty();
        assertThat(object.at("/spec/taints/gpu/0/effect").asText("absent")).isEmpty();
        assertThat(object.at("/metadata/name").asText()).isEqualTo("current");
    }

    /** Fields that are required or not known, and values of another type or that an enumeration does not have. */
    private static List<String> missing(String path, JsonNode value, JSONSchemaProps schema) {
        List<String> missing = new ArrayList<>();
        schema.getRequired().stream().filter(name -> !value.has(name)).forEach(name -> missing.add(path + "." + name));
        boolean top = path.isEmpty();
        value.fields().forEachRemaining(field -> {
            JSONSchemaProps of = schema.getAdditionalProperties() == null
                    ? schema.getProperties().get(field.getKey())
                    : schema.getAdditionalProperties().getSchema();
            if (of != null) {
                missing.addAll(missing(path + "." + field.getKey(), field.getValue(), of));
            } else if (!top) {
                missing.add(path + "." + field.getKey() + " is not known");
            }
        });
        if (value.isArray()) {
            value.forEach(item ->
                    missing.addAll(missing(path + "[]", item, schema.getItems().getSchema())));
        }
        if (!schema.getEnum().isEmpty() && !schema.getEnum().contains(value)) {
            missing.add(path + " is " + value);
        }
        return missing;
    }
}
