package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.testing.RenderedChart;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBinding;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the release installs so that the API server gives pods by itself what it can. */
class InjectionsChartTest {
    private static final String SERVED = "1.36.0";
    private static final String WHITELISTS = "tolerant-injections-whitelists";
    private static final String ON = "{injections: {enabled: true}%s}";
    private static final ObjectMapper JSON = new ObjectMapper();

    private static RenderedChart on(String more) {
        return RenderedChart.of(SERVED, ON.formatted(more));
    }

    private static Stream<HasMetadata> ofKind(RenderedChart chart, String kind) {
        return chart.objects().stream().filter(object -> object.getKind().equals(kind));
    }

    private static JsonNode policy(RenderedChart chart) {
        return JSON.valueToTree(
                ofKind(chart, "MutatingAdmissionPolicy").findFirst().orElseThrow());
    }

    /** By what the API server serves, which Helm knows in a cluster and is told elsewhere; never by a version. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                " | | false",
                "admissionregistration.k8s.io/v1/MutatingAdmissionPolicy | | true",
                "admissionregistration.k8s.io/v1beta1/MutatingAdmissionPolicy | | false",
                "admissionregistration.k8s.io/v1/MutatingAdmissionPolicy | crds: {enabled: false} | false",
                "admissionregistration.k8s.io/v1/MutatingAdmissionPolicy,tolerant.dev/v1alpha1/Injections | crds: {enabled: false} | true",
                "admissionregistration.k8s.io/v1/MutatingAdmissionPolicy | injections: {enabled: false} | false",
            })
    void byDefaultItIsOnWhereTheApiServerServesIt(@Nullable String served, @Nullable String values, boolean on) {
        RenderedChart chart = RenderedChart.serving(
                served == null ? List.of() : List.of(served.split(",")), values == null ? "{}" : values);

        assertThat(chart.objects().stream().anyMatch(object -> object.getKind().startsWith("MutatingAdmissionPolicy")))
                .isEqualTo(on);
        assertThat(chart.named(ConfigMap.class, "tolerant").getData().values().toString())
                .contains("tolerant.injections.enabled=" + on);
        if (on) {
            assertThat(RbacChartTest.inTheCluster(chart)).containsAll(AccessRule.OF_INJECTIONS);
        } else {
            assertThat(RbacChartTest.inTheCluster(chart))
                    .doesNotContainAnyElementsOf(AccessRule.OF_INJECTIONS)
                    .doesNotContainAnyElementsOf(AccessRule.OF_MUTATING_POLICIES);
        }
    }

    @Test
    void onItHasThePolicyItsBindingTheKindTheRightsAndTheGuardOfTheObject() {
        RenderedChart chart = on("");

        assertThat(policy(chart).at("/spec/failurePolicy").asText()).isEqualTo("Ignore");
        // Else the API server would send each pod that a policy has changed through all plugins once more.
        assertThat(policy(chart).at("/spec/reinvocationPolicy").asText()).isEqualTo("Never");
        JsonNode binding = JSON.valueToTree(
                ofKind(chart, "MutatingAdmissionPolicyBinding").findFirst().orElseThrow());
        assertThat(binding.at("/spec/policyName").asText()).isEqualTo("tolerant-injections");
        assertThat(binding.at("/spec/paramRef"))
                .isEqualTo(JSON.valueToTree(Map.of("name", "current", "parameterNotFoundAction", "Allow")));
        assertThat(ofKind(chart, "CustomResourceDefinition"))
                .extracting(object -> object.getMetadata().getName())
                .contains("injections.tolerant.dev");
        assertThat(RbacChartTest.inTheCluster(chart))
                .containsAll(AccessRule.OF_INJECTIONS)
                .containsAll(AccessRule.OF_MUTATING_POLICIES);
        assertThat(chart.all(ValidatingAdmissionPolicy.class))
                .extracting(guard -> guard.getMetadata().getName())
                .contains("tolerant-injections");
        String settings =
                chart.named(ConfigMap.class, "tolerant").getData().values().toString();
        assertThat(settings)
                .contains("tolerant.injections.enabled=true")
                .containsPattern("tolerant.guards=.*tolerant-injections");
    }

    @Test
    void inAuditItGivesNothingAlsoWhereNoReplicaIsThereToSaySo() {
        RenderedChart chart = on(", settings: {mode: audit}");

        assertThat(ofKind(chart, "MutatingAdmissionPolicy")).hasSize(1);
        assertThat(ofKind(chart, "MutatingAdmissionPolicyBinding")).isEmpty();
        assertThat(RbacChartTest.inTheCluster(chart)).doesNotContainAnyElementsOf(AccessRule.OF_MUTATING_POLICIES);
    }

    /** Whatever narrows the webhook narrows the policy. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ", webhook: {excludedNamespaces: [cni], namespaceSelector: {matchLabels: {a: b}}}",
                ", webhook: {objectSelector: {matchExpressions: [{key: a, operator: Exists}]}}",
                ", settings: {podsOptOut: false}",
            })
    void itSelectsTheNamespacesAndPodsOfTheRegistration(String values) {
        RenderedChart chart = on(values);
        JsonNode creations = JSON.valueToTree(chart.only(MutatingWebhookConfiguration.class).getWebhooks().stream()
                .filter(webhook -> webhook.getName().equals("create.tolerant.dev"))
                .findFirst()
                .orElseThrow());
        JsonNode constraints = policy(chart).at("/spec/matchConstraints");

        assertThat(constraints.path("namespaceSelector")).isEqualTo(creations.path("namespaceSelector"));
        assertThat(constraints.path("objectSelector")).isEqualTo(creations.path("objectSelector"));
        assertThat(constraints.at("/resourceRules/0/operations")).isEqualTo(JSON.valueToTree(List.of("CREATE")));
        JsonNode whitelists = JSON.valueToTree(chart.named(ValidatingAdmissionPolicy.class, WHITELISTS));
        assertThat(whitelists.at("/spec/matchConstraints/namespaceSelector"))
                .isEqualTo(creations.path("namespaceSelector"));
        assertThat(whitelists.at("/spec/matchConstraints/objectSelector")).isEqualTo(creations.path("objectSelector"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ", webhook: {enabled: false}"})
    void whitelistsHoldWithoutAReplicaAndRefuseNothingForTroubleOfTheirOwn(String values) {
        RenderedChart chart = on(values);

        assertThat(chart.named(ValidatingAdmissionPolicy.class, WHITELISTS)
                        .getSpec()
                        .getFailurePolicy())
                .isEqualTo("Ignore");
        JsonNode binding = JSON.valueToTree(chart.named(ValidatingAdmissionPolicyBinding.class, WHITELISTS));
        assertThat(binding.at("/spec/validationActions")).isEqualTo(JSON.valueToTree(List.of("Deny")));
        assertThat(binding.at("/spec/paramRef"))
                .isEqualTo(JSON.valueToTree(Map.of("name", "current", "parameterNotFoundAction", "Allow")));
        assertThat(on(", settings: {mode: audit}").all(ValidatingAdmissionPolicy.class))
                .noneMatch(policy -> policy.getMetadata().getName().equals(WHITELISTS));
    }

    /** And no other condition loops: API servers evaluate all of them, however long the list is. */
    @Test
    void itLeavesListsAloneThatTheProgramDoesNotRead() {
        JsonNode conditions = policy(on("")).at("/spec/matchConditions");

        assertThat(conditions.at("/0/expression").asText())
                .isEqualTo("object.spec.?tolerations.orValue([]).size() <= " + PodFacts.MAX_TOLERATIONS);
        assertThat(conditions.findValuesAsText("expression"))
                .noneMatch(each -> each.matches("(?s).*\\.(all|exists|filter|map)\\(.*"));
        assertThat(policy(on("")).at("/spec/variables").findValuesAsText("expression"))
                .anyMatch(each -> each.contains("i < " + PodFacts.GIVEN_UP_TO + " - "));
    }

    @Test
    void whereTheKindOfThePolicyIsNotServedTheReleaseSaysSo() {
        assertThatThrownBy(() -> RenderedChart.of("1.35.2", ON.formatted("")))
                .hasMessageContaining(
                        "injections.enabled is true, but an API server of Kubernetes v1.35.2 does not serve MutatingAdmissionPolicy");
    }

    @Test
    void withoutTheKindOfTheObjectTheReleaseSaysWhatToApply() {
        assertThatThrownBy(() -> on(", crds: {enabled: false}"))
                .hasMessageContaining("apply the chart's files/injections.yaml first");
    }

    @Test
    void theNotesNameWhatStaysOfIt() {
        assertThat(RenderedChart.notes(SERVED, "tolerant-system", ON.formatted("")))
                .contains("kubectl delete crd tolerationpolicies.tolerant.dev injections.tolerant.dev");
        assertThat(RenderedChart.notes("tolerant-system", "{}"))
                .contains("While no replica answers, pods get nothing")
                .doesNotContain("injections.tolerant.dev");
        assertThat(RenderedChart.notes("tolerant-system", "injections: {enabled: false}"))
                .doesNotContain("While no replica answers");
    }

    @Test
    void theProgramAloneWritesTheObject() {
        AdmissionPolicy guard = new AdmissionPolicy(on("").named(ValidatingAdmissionPolicy.class, "tolerant-injections")
                .getSpec());
        JsonNode object = JSON.createObjectNode();

        assertThat(guard.denials("system:serviceaccount:tolerant-system:tolerant", object, object))
                .isEmpty();
        assertThat(guard.denials("system:serviceaccount:tolerant-system:other", object, object))
                .isNotEmpty();
        assertThat(guard.denials("admin", object, object)).isNotEmpty();
    }
}
