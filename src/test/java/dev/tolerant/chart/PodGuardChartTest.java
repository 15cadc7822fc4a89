package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.NamedRuleWithOperations;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBinding;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The program's own account can change nothing of a pod but its tolerations. */
class PodGuardChartTest {
    private static final String NAME = "tolerant-pods";
    private static final String ACCOUNT = "system:serviceaccount:tolerant-system:tolerant";
    private static final RenderedChart CHART = RenderedChart.with("fleet: {mode: enforce}");

    private final JsonNode pod = pod();
    private final ValidatingAdmissionPolicy object = CHART.named(ValidatingAdmissionPolicy.class, NAME);
    private final AdmissionPolicy policy = new AdmissionPolicy(object.getSpec());

    private static JsonNode pod() {
        try {
            return new YAMLMapper().readTree(PodChange.POD);
        } catch (IOException notYaml) {
            throw new UncheckedIOException(notYaml);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.tolerant.chart.PodChange#forbiddenOrImpossible")
    void itMayNotChangePodsOtherwise(AttemptedChange change) {
        JsonNode changed = change.applyTo(pod);

        assertThat(changed).isNotEqualTo(pod);
        assertThat(policy.denials(ACCOUNT, pod, changed)).isNotEmpty();
        assertThat(policy.denials(ACCOUNT, changed, pod)).isNotEmpty();
        assertThat(policy.denials("admin", pod, changed)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("dev.tolerant.chart.PodChange#allowed")
    void itMayChangeTolerations(AttemptedChange change) {
        JsonNode changed = change.applyTo(pod);

        assertThat(changed).isNotEqualTo(pod);
        assertThat(policy.denials(ACCOUNT, pod, changed)).isEmpty();
        assertThat(policy.denials(ACCOUNT, changed, pod)).isEmpty();
    }

    @Test
    void aPodWithoutLabelsAnnotationsAndTolerationsGetsTolerations() {
        ObjectNode bare = pod.deepCopy();
        ((ObjectNode) bare.get("metadata")).retain("name", "namespace").put("resourceVersion", "1");
        ((ObjectNode) bare.get("spec")).remove("tolerations");

        ObjectNode changed = bare.deepCopy();
        changed.withArray("/spec/tolerations").addObject().put("operator", "Exists");

        assertThat(policy.denials(ACCOUNT, bare, changed)).isEmpty();
    }

    @Test
    void whatTheApiServerItselfChangesDoesNotCount() {
        ObjectNode changed = pod.deepCopy();

        changed.withObject("/metadata").put("generation", 2).put("resourceVersion", "42");
        changed.withObject("/metadata").putArray("managedFields").addObject().put("manager", "tolerant-fleet");
        changed.withObject("/status").put("phase", "Running");

        assertThat(policy.denials(ACCOUNT, pod, changed)).isEmpty();
    }

    @Test
    void eachMessageNamesWhatTheAccountMustNotChange() {
        assertThat(denial("{'op':'add','path':'/metadata/labels/own','value':'yes'}"))
                .isEqualTo(
                        "Tolerant's service account must not change the labels, annotations, owners or finalizers of a pod");
        assertThat(denial("{'op':'replace','path':'/spec/containers/0/image','value':'evil'}"))
                .isEqualTo("Tolerant's service account may change nothing of a pod's spec but tolerations");
    }

    private String denial(String operation) {
        return String.join(
                "\n",
                policy.denials(
                        ACCOUNT, pod, AttemptedChange.of("change", operation).applyTo(pod)));
    }

    @Test
    void thePolicyIsAboutAllPodsDeniesAndFailsClosed() {
        assertThat(object.getSpec().getFailurePolicy()).isEqualTo("Fail");
        assertThat(object.getSpec().getMatchConstraints().getNamespaceSelector())
                .isNull();
        assertThat(object.getSpec().getMatchConstraints().getObjectSelector()).isNull();
        assertThat(object.getSpec().getMatchConstraints().getExcludeResourceRules())
                .isEmpty();
        NamedRuleWithOperations rule =
                object.getSpec().getMatchConstraints().getResourceRules().get(0);
        assertThat(rule.getApiGroups()).containsExactly("");
        assertThat(rule.getApiVersions()).containsExactly("v1");
        assertThat(rule.getResources()).containsExactly("pods");
        assertThat(rule.getOperations()).containsExactly("UPDATE");
        ValidatingAdmissionPolicyBinding binding = CHART.named(ValidatingAdmissionPolicyBinding.class, NAME);
        assertThat(binding.getSpec().getPolicyName()).isEqualTo(NAME);
        assertThat(binding.getSpec().getValidationActions()).containsExactly("Deny");
        assertThat(binding.getSpec().getMatchResources()).isNull();
    }

    @Test
    void theAccountIsThatOfThePods() {
        RenderedChart chart = RenderedChart.in("elsewhere", "green", "fleet: {mode: enforce}");

        assertThat(chart.named(ValidatingAdmissionPolicy.class, "green-tolerant-pods")
                        .getSpec()
                        .getMatchConditions())
                .singleElement()
                .satisfies(condition -> assertThat(condition.getExpression())
                        .isEqualTo("request.userInfo.username == 'system:serviceaccount:elsewhere:green-tolerant'"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "fleet: {mode: audit}", "{fleet: {mode: enforce}, settings: {mode: audit}}"})
    void anAccountWithoutTheRightNeedsNoGuard(String values) {
        RenderedChart chart = RenderedChart.with(values);

        assertThat(chart.all(ValidatingAdmissionPolicy.class))
                .extracting(each -> each.getMetadata().getName())
                .doesNotContain(NAME);
        assertThat(RbacChartTest.bound(chart))
                .flatExtracting(role -> role.getRules())
                .noneMatch(rule ->
                        rule.getResources().contains("pods") && rule.getVerbs().contains("patch"));
    }
}
