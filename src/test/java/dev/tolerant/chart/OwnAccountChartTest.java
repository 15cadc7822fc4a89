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
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The program's own account can change nothing of its registrations but their caBundle. */
class OwnAccountChartTest {
    private static final String VALUES = "{webhook: {failurePolicy: Fail}, restrictions: {enabled: true}}";
    private static final String ACCOUNT = "system:serviceaccount:tolerant-system:tolerant";
    private static final RenderedChart CHART = RenderedChart.with(VALUES);

    private final JsonNode mutating = stored(CHART.only(MutatingWebhookConfiguration.class));
    private final JsonNode validating = stored(CHART.only(ValidatingWebhookConfiguration.class));
    private final AdmissionPolicy ofMutating = policy("tolerant-mutating-registration");
    private final AdmissionPolicy ofValidating = policy("tolerant-validating-registration");

    @ParameterizedTest
    @MethodSource("dev.tolerant.chart.RegistrationChange#forbiddenIfMutating")
    void itMayNotChangeTheMutatingRegistrationOtherwise(AttemptedChange change) {
        // When
        JsonNode changed = change.applyTo(mutating);

        // Then
        assertThat(changed).isNotEqualTo(mutating);
        assertThat(ofMutating.denials(ACCOUNT, mutating, changed)).isNotEmpty();
        assertThat(ofMutating.denials(ACCOUNT, changed, mutating)).isNotEmpty();
        assertThat(ofMutating.denials("admin", mutating, changed)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("dev.tolerant.chart.RegistrationChange#forbiddenIfValidating")
    void itMayNotChangeTheValidatingRegistrationOtherwise(AttemptedChange change) {
        // When
        JsonNode changed = change.applyTo(validating);

        // Then
        assertThat(changed).isNotEqualTo(validating);
        assertThat(ofValidating.denials(ACCOUNT, validating, changed)).isNotEmpty();
        assertThat(ofValidating.denials(ACCOUNT, changed, validating)).isNotEmpty();
        assertThat(ofValidating.denials("admin", validating, changed)).isEmpty();
    }

    @Test
    void aFieldOfALaterVersionIsNotItsToChangeEither() {
        // Given
        ObjectNode changed = mutating.deepCopy();

        // When
        ((ObjectNode) changed.at("/webhooks/1")).put("fieldOfALaterVersion", true);

        // Then
        assertThat(ofMutating.denials(ACCOUNT, mutating, changed))
                .containsExactly(
                        "Tolerant's service account may change nothing of a webhook but clientConfig.caBundle");
    }

    /** The API refuses both objects of today's version, so only here. */
    @Test
    void aClientConfigCanNeitherLoseNorGainAField() {
        // Given
        ObjectNode without = mutating.deepCopy();
        ObjectNode with = mutating.deepCopy();

        // When
        ((ObjectNode) without.at("/webhooks/1/clientConfig")).remove("service");
        ((ObjectNode) with.at("/webhooks/1/clientConfig")).put("url", "https://192.0.2.1/");

        // Then
        String message = "Tolerant's service account may change nothing of a webhook's clientConfig but its caBundle";
        assertThat(ofMutating.denials(ACCOUNT, mutating, without)).containsExactly(message);
        assertThat(ofMutating.denials(ACCOUNT, mutating, with)).containsExactly(message);
    }

    @Test
    void itMayWriteAndReplaceTheCaBundle() {
        // When
        JsonNode first = RegistrationChange.caBundle(0, "Rmlyc3Q=").applyTo(mutating);
        JsonNode all = RegistrationChange.caBundle(2, "TGFzdA==")
                .applyTo(RegistrationChange.caBundle(1, "TWlkZGxl").applyTo(first));
        JsonNode again = RegistrationChange.caBundle(0, "QWdhaW4=").applyTo(all);
        JsonNode guard = RegistrationChange.caBundle(0, "Rmlyc3Q=").applyTo(validating);

        // Then
        assertThat(ofMutating.denials(ACCOUNT, mutating, all)).isEmpty();
        assertThat(ofMutating.denials(ACCOUNT, all, again)).isEmpty();
        assertThat(ofMutating.denials(ACCOUNT, all, all)).isEmpty();
        assertThat(ofValidating.denials(ACCOUNT, validating, guard)).isEmpty();
    }

    @Test
    void whatTheApiServerItselfChangesDoesNotCount() {
        // Given
        ObjectNode changed =
                RegistrationChange.caBundle(0, "Rmlyc3Q=").applyTo(mutating).deepCopy();

        // When
        changed.withObject("/metadata").put("generation", 2).put("resourceVersion", "42");
        changed.withObject("/metadata").putArray("managedFields").addObject().put("manager", "fabric8");

        // Then
        assertThat(ofMutating.denials(ACCOUNT, mutating, changed)).isEmpty();
    }

    @Test
    void theAccountIsThatOfThePods() {
        // Given
        RenderedChart chart = RenderedChart.in("elsewhere", "green", "{}");

        // Then
        assertThat(chart.only(ServiceAccount.class).getMetadata().getName()).isEqualTo("green-tolerant");
        assertThat(ofRegistrations(chart)).hasSize(2).allSatisfy(policy -> {
            assertThat(policy.getMetadata().getName()).startsWith("green-tolerant-");
            assertThat(policy.getSpec().getMatchConditions())
                    .singleElement()
                    .satisfies(condition -> assertThat(condition.getExpression())
                            .isEqualTo(
                                    "request.userInfo.username == 'system:serviceaccount:elsewhere:green-tolerant'"));
        });
    }

    @Test
    void eachKindHasAPolicyThatDeniesAndFailsClosed() {
        // Then
        assertThat(ofRegistrations(CHART))
                .extracting(OwnAccountChartTest::rule)
                .containsExactlyInAnyOrder(
                        "admissionregistration.k8s.io/v1/mutatingwebhookconfigurations [UPDATE]",
                        "admissionregistration.k8s.io/v1/validatingwebhookconfigurations [UPDATE]");
        assertThat(ofRegistrations(CHART)).allSatisfy(policy -> {
            assertThat(policy.getSpec().getFailurePolicy()).isEqualTo("Fail");
            assertThat(policy.getSpec().getMatchConstraints().getNamespaceSelector())
                    .isNull();
            assertThat(policy.getSpec().getMatchConstraints().getObjectSelector())
                    .isNull();
            assertThat(policy.getSpec().getMatchConstraints().getExcludeResourceRules())
                    .isEmpty();
            ValidatingAdmissionPolicyBinding binding = CHART.named(
                    ValidatingAdmissionPolicyBinding.class, policy.getMetadata().getName());
            assertThat(binding.getSpec().getPolicyName())
                    .isEqualTo(policy.getMetadata().getName());
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
        // Then
        assertThat(CHART.named(ClusterRole.class, "tolerant").getRules())
                .filteredOn(rule -> rule.getApiGroups().contains("admissionregistration.k8s.io"))
                .hasSize(3)
                .allSatisfy(rule -> {
                    assertThat(rule.getVerbs()).isSubsetOf("get", "list", "watch", "patch");
                    assertThat(rule.getResources())
                            .isSubsetOf("mutatingwebhookconfigurations", "validatingwebhookconfigurations");
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
        // When
        RenderedChart chart = RenderedChart.with(values);

        // Then
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

    private static AdmissionPolicy policy(String name) {
        return new AdmissionPolicy(
                CHART.named(ValidatingAdmissionPolicy.class, name).getSpec());
    }

    private static JsonNode stored(HasMetadata registration) {
        return Serialization.jsonMapper().valueToTree(registration);
    }
}
