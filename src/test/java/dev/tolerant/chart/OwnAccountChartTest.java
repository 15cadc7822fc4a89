package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.NamedRuleWithOperations;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBinding;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The program's own account can change nothing of its registration but the caBundle. */
class OwnAccountChartTest {
    private static final String VALUES = "webhook: {failurePolicy: Fail}";
    private static final String ACCOUNT = "system:serviceaccount:tolerant-system:tolerant";
    private static final RenderedChart CHART = RenderedChart.with(VALUES);

    private final JsonNode registration = stored(CHART.only(MutatingWebhookConfiguration.class));
    private final AdmissionPolicy policy =
            new AdmissionPolicy(CHART.named(ValidatingAdmissionPolicy.class, "tolerant-registration")
                    .getSpec());

    @ParameterizedTest
    @MethodSource("dev.tolerant.chart.RegistrationChange#forbidden")
    void itMayNotChangeTheRegistrationOtherwise(AttemptedChange change) {
        JsonNode changed = change.applyTo(registration);

        assertThat(changed).isNotEqualTo(registration);
        assertThat(policy.denials(ACCOUNT, registration, changed)).isNotEmpty();
        assertThat(policy.denials(ACCOUNT, changed, registration)).isNotEmpty();
        assertThat(policy.denials("admin", registration, changed)).isEmpty();
    }

    @Test
    void aFieldOfALaterVersionIsNotItsToChangeEither() {
        ObjectNode changed = registration.deepCopy();

        ((ObjectNode) changed.at("/webhooks/1")).put("fieldOfALaterVersion", true);

        assertThat(policy.denials(ACCOUNT, registration, changed))
                .containsExactly(
                        "Tolerant's service account may change nothing of a webhook but clientConfig.caBundle");
    }

    /** The API refuses both objects of today's version, so only here. */
    @Test
    void aClientConfigCanNeitherLoseNorGainAField() {
        ObjectNode without = registration.deepCopy();
        ObjectNode with = registration.deepCopy();

        ((ObjectNode) without.at("/webhooks/1/clientConfig")).remove("service");
        ((ObjectNode) with.at("/webhooks/1/clientConfig")).put("url", "https://192.0.2.1/");

        String message = "Tolerant's service account may change nothing of a webhook's clientConfig but its caBundle";
        assertThat(policy.denials(ACCOUNT, registration, without)).containsExactly(message);
        assertThat(policy.denials(ACCOUNT, registration, with)).containsExactly(message);
    }

    @Test
    void itMayWriteAndReplaceTheCaBundle() {
        JsonNode first = RegistrationChange.caBundle(0, "Rmlyc3Q=").applyTo(registration);
        JsonNode all = RegistrationChange.caBundle(2, "TGFzdA==")
                .applyTo(RegistrationChange.caBundle(1, "TWlkZGxl").applyTo(first));
        JsonNode again = RegistrationChange.caBundle(0, "QWdhaW4=").applyTo(all);

        assertThat(policy.denials(ACCOUNT, registration, all)).isEmpty();
        assertThat(policy.denials(ACCOUNT, all, again)).isEmpty();
        assertThat(policy.denials(ACCOUNT, all, all)).isEmpty();
    }

    @Test
    void whatTheApiServerItselfChangesDoesNotCount() {
        ObjectNode changed =
                RegistrationChange.caBundle(0, "Rmlyc3Q=").applyTo(registration).deepCopy();

        changed.withObject("/metadata").put("generation", 2).put("resourceVersion", "42");
        changed.withObject("/metadata").putArray("managedFields").addObject().put("manager", "fabric8");

        assertThat(policy.denials(ACCOUNT, registration, changed)).isEmpty();
    }

    @Test
    void theAccountIsThatOfThePods() {
        RenderedChart chart = RenderedChart.in("elsewhere", "green", "{}");

        assertThat(chart.only(ServiceAccount.class).getMetadata().getName()).isEqualTo("green-tolerant");
        assertThat(ofRegistrations(chart)).singleElement().satisfies(guard -> {
            assertThat(guard.getMetadata().getName()).isEqualTo("green-tolerant-registration");
            assertThat(guard.getSpec().getMatchConditions())
                    .singleElement()
                    .satisfies(condition -> assertThat(condition.getExpression())
                            .isEqualTo(
                                    "request.userInfo.username == 'system:serviceaccount:elsewhere:green-tolerant'"));
        });
    }

    @Test
    void thePolicyDeniesAndFailsClosed() {
        assertThat(ofRegistrations(CHART))
                .extracting(OwnAccountChartTest::rule)
                .containsExactly("admissionregistration.k8s.io/v1/mutatingwebhookconfigurations [UPDATE]");
        assertThat(ofRegistrations(CHART)).singleElement().satisfies(guard -> {
            assertThat(guard.getSpec().getFailurePolicy()).isEqualTo("Fail");
            assertThat(guard.getSpec().getMatchConstraints().getNamespaceSelector())
                    .isNull();
            assertThat(guard.getSpec().getMatchConstraints().getObjectSelector())
                    .isNull();
            assertThat(guard.getSpec().getMatchConstraints().getExcludeResourceRules())
                    .isEmpty();
            ValidatingAdmissionPolicyBinding binding = CHART.named(
                    ValidatingAdmissionPolicyBinding.class, guard.getMetadata().getName());
            assertThat(binding.getSpec().getPolicyName())
                    .isEqualTo(guard.getMetadata().getName());
            assertThat(binding.getSpec().getValidationActions()).containsExactly("Deny");
            assertThat(binding.getSpec().getMatchResources()).isNull();
        });
    }

    private static String rule(ValidatingAdmissionPolicy policy) {
        List<NamedRuleWithOperations> rules =
                policy.getSpec().getMatchConstraints().getResourceRules();
        assertThat(rules).hasSize(1);
        NamedRuleWithOperations rule = rules.get(0);
        assertThat(rule.getResourceNames()).isEmpty();
        return String.join(",", rule.getApiGroups()) + "/" + String.join(",", rule.getApiVersions()) + "/"
                + String.join(",", rule.getResources()) + " " + rule.getOperations();
    }

    @Test
    void theAccountCanNeitherMakeNorDeleteRegistrationsNorTouchTheseGuards() {
        assertThat(CHART.named(ClusterRole.class, "tolerant").getRules())
                .filteredOn(rule -> rule.getApiGroups().contains("admissionregistration.k8s.io"))
                .singleElement()
                .satisfies(rule -> {
                    assertThat(rule.getVerbs()).containsExactly("get", "patch");
                    assertThat(rule.getResources()).containsExactly("mutatingwebhookconfigurations");
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "certificates: {mode: certManager}",
                "certificates: {mode: existingSecret, existingSecret: {name: tls, caBundle: AAAA}}",
                "webhook: {url: 'https://192.0.2.10:8443', caBundle: AAAA}",
            })
    void anAccountWithoutTheRightNeedsNoGuard(String values) {
        RenderedChart chart = RenderedChart.with(values);

        assertThat(ofRegistrations(chart)).isEmpty();
        assertThat(chart.all(ValidatingAdmissionPolicyBinding.class))
                .noneMatch(binding -> binding.getMetadata().getName().endsWith("-registration"));
        assertThat(RbacChartTest.bound(chart))
                .allSatisfy(role -> assertThat(role.getRules())
                        .noneMatch(rule -> rule.getApiGroups().contains("admissionregistration.k8s.io")
                                && rule.getVerbs().contains("patch")));
    }

    private static List<ValidatingAdmissionPolicy> ofRegistrations(RenderedChart chart) {
        return chart.all(ValidatingAdmissionPolicy.class).stream()
                .filter(policy -> policy.getMetadata().getName().endsWith("-registration"))
                .toList();
    }

    private static JsonNode stored(HasMetadata registration) {
        return Serialization.jsonMapper().valueToTree(registration);
    }
}
