package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.policy.PolicyFixture;
import dev.tolerant.engine.policy.PolicySet;
import dev.tolerant.engine.policy.Reservations;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.NamedRuleWithOperations;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBinding;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The guard of what policies reserve, as the chart makes it. */
class ReservationsChartTest {
    private static final String PODS = "tolerant-reservations";
    private static final String NAMESPACES = "tolerant-namespace-labels";
    private static final RenderedChart CHART = RenderedChart.ofDefaults();

    @ParameterizedTest
    @CsvSource({PODS + ", pods", NAMESPACES + ", namespaces namespaces/status namespaces/finalize"})
    void eachGuardReadsTheOneObjectDeniesAndFailsClosed(String name, String resources) {
        ValidatingAdmissionPolicy policy = CHART.named(ValidatingAdmissionPolicy.class, name);
        ValidatingAdmissionPolicyBinding binding = CHART.named(ValidatingAdmissionPolicyBinding.class, name);

        assertThat(policy.getSpec().getFailurePolicy()).isEqualTo("Fail");
        assertThat(policy.getSpec().getParamKind().getApiVersion()).isEqualTo("tolerant.dev/v1alpha1");
        assertThat(policy.getSpec().getParamKind().getKind()).isEqualTo("Reservations");
        assertThat(policy.getSpec().getMatchConstraints().getObjectSelector()).isNull();
        assertThat(policy.getSpec().getMatchConstraints().getExcludeResourceRules())
                .isEmpty();
        assertThat(policy.getSpec().getMatchConstraints().getResourceRules()).hasSize(1);
        NamedRuleWithOperations rule =
                policy.getSpec().getMatchConstraints().getResourceRules().get(0);
        assertThat(rule.getApiGroups()).containsExactly("");
        assertThat(rule.getApiVersions()).containsExactly("v1");
        assertThat(rule.getResources()).containsExactly(resources.split(" "));
        assertThat(rule.getOperations()).containsExactly("CREATE", "UPDATE");
        assertThat(policy.getSpec().getValidations())
                .singleElement()
                .satisfies(validation -> assertThat(validation.getReason()).isEqualTo("Forbidden"));
        assertThat(binding.getSpec().getPolicyName()).isEqualTo(name);
        assertThat(binding.getSpec().getValidationActions()).containsExactly("Deny");
        assertThat(binding.getSpec().getMatchResources()).isNull();
        assertThat(binding.getSpec().getParamRef().getName()).isEqualTo("current");
        assertThat(binding.getSpec().getParamRef().getNamespace()).isNull();
        assertThat(binding.getSpec().getParamRef().getSelector()).isNull();
        assertThat(binding.getSpec().getParamRef().getParameterNotFoundAction()).isEqualTo("Allow");
    }

    @Test
    void inAuditModeTheyOnlyReport() {
        RenderedChart chart = RenderedChart.with("settings: {mode: audit}");

        assertThat(List.of(PODS, NAMESPACES))
                .allSatisfy(name -> assertThat(chart.named(ValidatingAdmissionPolicyBinding.class, name)
                                .getSpec()
                                .getValidationActions())
                        .containsExactly("Audit"));
    }

    @Test
    void podsOfKubeSystemAndOfTheReleaseAreLeftOutBeforeAnythingIsRead() {
        RenderedChart chart = RenderedChart.in(
                "elsewhere", "green", "reservations: {exemptNamespaces: [storage, kube-system, '123']}");

        assertThat(selector(CHART, PODS)).satisfies(requirement -> {
            assertThat(requirement.getKey()).isEqualTo("kubernetes.io/metadata.name");
            assertThat(requirement.getOperator()).isEqualTo("NotIn");
            assertThat(requirement.getValues()).containsExactly("kube-system", "tolerant-system");
        });
        assertThat(selector(chart, "green-" + PODS).getValues())
                .containsExactly("kube-system", "elsewhere", "storage", "123");
        assertThat(chart.named(ValidatingAdmissionPolicy.class, "green-" + NAMESPACES)
                        .getSpec()
                        .getMatchConstraints()
                        .getNamespaceSelector())
                .isNull();
    }

    private static LabelSelectorRequirement selector(RenderedChart chart, String policy) {
        List<LabelSelectorRequirement> requirements = chart.named(ValidatingAdmissionPolicy.class, policy)
                .getSpec()
                .getMatchConstraints()
                .getNamespaceSelector()
                .getMatchExpressions();
        assertThat(requirements).hasSize(1);
        return requirements.get(0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "reservations: {enabled: false}",
                "crds: {enabled: false}",
                "policies: {source: none}",
                "webhook: {url: 'https://a:8443', caBundle: AAAA}",
            })
    void withoutAProgramThatWritesTheObjectThereIsNoGuard(String values) {
        RenderedChart chart = RenderedChart.with(values);

        assertThat(chart.all(ValidatingAdmissionPolicy.class))
                .noneMatch(policy -> policy.getSpec().getParamKind() != null);
        assertThat(chart.all(ValidatingAdmissionPolicyBinding.class))
                .noneMatch(binding -> binding.getSpec().getParamRef() != null);
    }

    @ParameterizedTest
    @ValueSource(strings = {PODS, NAMESPACES})
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
    void theKindOutlivesTheReleaseAndRequiresEveryField() {
        CustomResourceDefinition kind = CHART.named(CustomResourceDefinition.class, "reservations.tolerant.dev");
        JSONSchemaProps schema = kind.getSpec().getVersions().get(0).getSchema().getOpenAPIV3Schema();

        assertThat(kind.getMetadata().getAnnotations()).isEqualTo(Map.of("helm.sh/resource-policy", "keep"));
        assertThat(kind.getMetadata().getLabels()).containsEntry("app.kubernetes.io/managed-by", "Helm");
        assertThat(kind.getSpec().getScope()).isEqualTo("Cluster");
        assertThat(kind.getSpec().getNames().getCategories()).containsExactly("tolerant");
        assertThat(optional("", schema)).isEmpty();
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
        JSONSchemaProps schema = CHART.named(CustomResourceDefinition.class, "reservations.tolerant.dev")
                .getSpec()
                .getVersions()
                .get(0)
                .getSchema()
                .getOpenAPIV3Schema();
        Reservations reservations =
                PolicySet.of(PolicyFixture.all("""
                        metadata: {name: bare}
                        spec:
                          match: {namespaceSelector: {matchExpressions: [{key: team, operator: Exists}]}}
                          reserve: {taints: [{key: gpu}]}
                        """)).reservations().reservations();

        JsonNode object = ReservationsGuard.of(reservations).object();

        assertThat(missing("", object, schema)).isEmpty();
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
