package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirementBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MatchCondition;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.RuleWithOperations;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.WebhookClientConfig;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the API server is told to ask about, and how. */
class RegistrationChartTest {
    private static final LabelSelectorRequirement OPT_OUT = notIn("tolerant.dev/inject", "false");
    private static final LabelSelectorRequirement LEFT_ALONE =
            notIn("kubernetes.io/metadata.name", "kube-system", RenderedChart.NAMESPACE);

    @Test
    void everyEntryFailsOpenAndIsAskedAgainWhenOthersChangeThePod() {
        // When
        List<MutatingWebhook> entries = mutating(RenderedChart.ofDefaults());

        // Then
        assertThat(entries)
                .extracting(MutatingWebhook::getName)
                .containsExactly("create.tolerant.dev", "update.tolerant.dev", "daemonsets.tolerant.dev");
        assertThat(entries).allSatisfy(entry -> {
            assertThat(entry.getFailurePolicy()).isEqualTo("Ignore");
            assertThat(entry.getTimeoutSeconds()).isEqualTo(2);
            assertThat(entry.getReinvocationPolicy()).isEqualTo("IfNeeded");
            assertThat(entry.getSideEffects()).isEqualTo("None");
            assertThat(entry.getMatchPolicy()).isEqualTo("Equivalent");
            assertThat(entry.getAdmissionReviewVersions()).containsExactly("v1");
            assertThat(entry.getClientConfig().getService().getPath()).isEqualTo("/mutate");
        });
    }

    @Test
    void podsAreRegisteredForCreateAndUpdateAndDaemonSetsForBoth() {
        // When
        RenderedChart chart = RenderedChart.ofDefaults();

        // Then
        assertThat(rule(chart, "create.tolerant.dev")).isEqualTo("/v1/pods Namespaced [CREATE]");
        assertThat(rule(chart, "update.tolerant.dev")).isEqualTo("/v1/pods Namespaced [UPDATE]");
        assertThat(rule(chart, "daemonsets.tolerant.dev")).isEqualTo("apps/v1/daemonsets Namespaced [CREATE, UPDATE]");
    }

    @Test
    void optingOutKeepsAdditionsAwayAndNeverWhatUpdatesGiveBack() {
        // When
        RenderedChart chart = RenderedChart.ofDefaults();

        // Then
        MutatingWebhook create = entry(chart, "create.tolerant.dev");
        assertThat(create.getNamespaceSelector().getMatchExpressions()).containsExactly(LEFT_ALONE, OPT_OUT);
        assertThat(create.getObjectSelector().getMatchExpressions()).containsExactly(OPT_OUT);
        MutatingWebhook update = entry(chart, "update.tolerant.dev");
        assertThat(update.getNamespaceSelector().getMatchExpressions()).containsExactly(LEFT_ALONE);
        assertThat(update.getObjectSelector()).isNull();
        MutatingWebhook daemonSets = entry(chart, "daemonsets.tolerant.dev");
        assertThat(daemonSets.getNamespaceSelector().getMatchExpressions()).containsExactly(LEFT_ALONE, OPT_OUT);
        assertThat(daemonSets.getObjectSelector()).isNull();
    }

    @Test
    void selectorsNarrowNewPodsAndDaemonSetsAndNotUpdates() {
        // When
        RenderedChart chart = RenderedChart.with("""
                webhook:
                  failurePolicy: Fail
                  timeoutSeconds: 5
                  namespaceSelector: {matchLabels: {team: ml}, matchExpressions: [{key: env, operator: Exists}]}
                  objectSelector: {matchLabels: {app: train}, matchExpressions: [{key: tier, operator: DoesNotExist}]}
                """);

        // Then
        LabelSelectorRequirement env = requirement("env", "Exists");
        MutatingWebhook create = entry(chart, "create.tolerant.dev");
        assertThat(create.getNamespaceSelector().getMatchLabels()).isEqualTo(Map.of("team", "ml"));
        assertThat(create.getNamespaceSelector().getMatchExpressions()).containsExactly(LEFT_ALONE, OPT_OUT, env);
        assertThat(create.getObjectSelector().getMatchLabels()).isEqualTo(Map.of("app", "train"));
        assertThat(create.getObjectSelector().getMatchExpressions())
                .containsExactly(OPT_OUT, requirement("tier", "DoesNotExist"));
        assertThat(conditions(create)).containsExactly("not-a-mirror-pod");
        MutatingWebhook daemonSets = entry(chart, "daemonsets.tolerant.dev");
        assertThat(daemonSets.getNamespaceSelector()).isEqualTo(create.getNamespaceSelector());
        assertThat(conditions(daemonSets)).containsExactly("template-changed");
        MutatingWebhook update = entry(chart, "update.tolerant.dev");
        assertThat(update.getNamespaceSelector().getMatchLabels()).isNullOrEmpty();
        assertThat(update.getNamespaceSelector().getMatchExpressions()).containsExactly(LEFT_ALONE);
        assertThat(conditions(update)).containsExactly("not-a-mirror-pod", "scheduling-changed");
        assertThat(mutating(chart)).allSatisfy(entry -> {
            assertThat(entry.getFailurePolicy()).isEqualTo("Fail");
            assertThat(entry.getTimeoutSeconds()).isEqualTo(5);
            assertThat(entry.getReinvocationPolicy()).isEqualTo("IfNeeded");
        });
    }

    @Test
    void restrictionsAreAGuardOfTheirOwnThatNobodyOptsOutOf() {
        // When
        RenderedChart chart = RenderedChart.with("""
                webhook: {namespaceSelector: {matchLabels: {team: ml}}}
                restrictions: {enabled: true, namespaceSelector: {matchLabels: {tenant: "true"}}}
                """);

        // Then
        ValidatingWebhook guard = validating(chart);
        assertThat(guard.getName()).isEqualTo("validate.tolerant.dev");
        assertThat(guard.getFailurePolicy()).isEqualTo("Fail");
        assertThat(guard.getTimeoutSeconds()).isEqualTo(2);
        assertThat(guard.getSideEffects()).isEqualTo("None");
        assertThat(guard.getMatchPolicy()).isEqualTo("Equivalent");
        assertThat(guard.getObjectSelector()).isNull();
        assertThat(guard.getNamespaceSelector().getMatchLabels()).isEqualTo(Map.of("tenant", "true"));
        assertThat(guard.getNamespaceSelector().getMatchExpressions()).containsExactly(LEFT_ALONE);
        assertThat(guard.getRules())
                .extracting(RegistrationChartTest::text)
                .containsExactly("/v1/pods Namespaced [CREATE, UPDATE]");
        assertThat(guard.getClientConfig().getService().getPath()).isEqualTo("/validate");
        assertThat(mutating(chart))
                .extracting(MutatingWebhook::getFailurePolicy)
                .containsOnly("Ignore");
    }

    @Test
    void podsThatMayNotOptOutAreSentWithTheLabelToo() {
        // When
        RenderedChart plain = RenderedChart.with("settings: {podsOptOut: false}");
        RenderedChart narrowed = RenderedChart.with(
                "{settings: {podsOptOut: false}, webhook: {objectSelector: {matchExpressions: [{key: tier, operator: DoesNotExist}]}}}");

        // Then
        assertThat(entry(plain, "create.tolerant.dev").getObjectSelector()).isNull();
        assertThat(entry(plain, "create.tolerant.dev").getNamespaceSelector().getMatchExpressions())
                .containsExactly(LEFT_ALONE, OPT_OUT);
        assertThat(entry(narrowed, "create.tolerant.dev").getObjectSelector().getMatchExpressions())
                .containsExactly(requirement("tier", "DoesNotExist"));
    }

    @Test
    void inAuditModeEveryEntryFailsOpen() {
        // When
        RenderedChart chart = RenderedChart.with(
                "{settings: {mode: audit}, webhook: {failurePolicy: Fail}, restrictions: {enabled: true}}");

        // Then
        assertThat(mutating(chart))
                .extracting(MutatingWebhook::getFailurePolicy)
                .containsExactly("Ignore", "Ignore", "Ignore");
        assertThat(validating(chart).getFailurePolicy()).isEqualTo("Ignore");
    }

    @Test
    void withoutRestrictionsNothingIsValidated() {
        // When
        RenderedChart chart = RenderedChart.ofDefaults();

        // Then
        assertThat(chart.all(ValidatingWebhookConfiguration.class)).isEmpty();
    }

    @Test
    void theRegistrationsCallTheServiceOfTheRelease() {
        // When
        RenderedChart chart = RenderedChart.with("restrictions: {enabled: true}");

        // Then
        Service service = chart.named(Service.class, "tolerant");
        assertThat(mutating(chart))
                .extracting(MutatingWebhook::getClientConfig)
                .allSatisfy(client -> calls(client, service));
        calls(validating(chart).getClientConfig(), service);
    }

    private static void calls(WebhookClientConfig client, Service service) {
        assertThat(client.getService().getName())
                .isEqualTo(service.getMetadata().getName());
        assertThat(client.getService().getNamespace())
                .isEqualTo(service.getMetadata().getNamespace());
        assertThat(client.getService().getPort())
                .isEqualTo(service.getSpec().getPorts().get(0).getPort());
    }

    @Test
    void aProgramElsewhereIsRegisteredByItsAddressAndNothingRunsInTheCluster() {
        // When
        RenderedChart chart = RenderedChart.with(RenderedChart.ciValues("developer"));

        // Then
        assertThat(chart.objects())
                .extracting(object -> object.getKind())
                .containsExactlyInAnyOrder(
                        "CustomResourceDefinition", "MutatingWebhookConfiguration", "ValidatingWebhookConfiguration");
        assertThat(mutating(chart)).extracting(MutatingWebhook::getClientConfig).allSatisfy(client -> {
            assertThat(client.getUrl()).isEqualTo("https://192.0.2.10:8443/mutate");
            assertThat(client.getCaBundle()).isEqualTo("LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCg==");
            assertThat(client.getService()).isNull();
        });
        assertThat(validating(chart).getClientConfig().getUrl()).isEqualTo("https://192.0.2.10:8443/validate");
        assertThat(chart.all(Deployment.class)).isEmpty();
    }

    @Test
    void annotationsOfTheRegistrationsAreThoseThatAreAskedFor() {
        // Given
        RenderedChart plain = RenderedChart.ofDefaults();

        // When
        RenderedChart annotated = RenderedChart.with("webhook: {disableAksAdmissionsEnforcer: true}");

        // Then
        assertThat(plain.only(MutatingWebhookConfiguration.class).getMetadata().getAnnotations())
                .isNullOrEmpty();
        assertThat(annotated
                        .only(MutatingWebhookConfiguration.class)
                        .getMetadata()
                        .getAnnotations())
                .isEqualTo(Map.of("admissions.enforcer/disabled", "true"));
    }

    static List<MutatingWebhook> mutating(RenderedChart chart) {
        return chart.only(MutatingWebhookConfiguration.class).getWebhooks();
    }

    static ValidatingWebhook validating(RenderedChart chart) {
        List<ValidatingWebhook> entries =
                chart.only(ValidatingWebhookConfiguration.class).getWebhooks();
        assertThat(entries).hasSize(1);
        return entries.get(0);
    }

    static MutatingWebhook entry(RenderedChart chart, String name) {
        return mutating(chart).stream()
                .filter(entry -> entry.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static String rule(RenderedChart chart, String name) {
        List<RuleWithOperations> rules = entry(chart, name).getRules();
        assertThat(rules).hasSize(1);
        return text(rules.get(0));
    }

    private static String text(RuleWithOperations rule) {
        return String.join(",", rule.getApiGroups()) + "/" + String.join(",", rule.getApiVersions()) + "/"
                + String.join(",", rule.getResources()) + " " + rule.getScope() + " " + rule.getOperations();
    }

    private static List<String> conditions(MutatingWebhook entry) {
        return entry.getMatchConditions().stream().map(MatchCondition::getName).toList();
    }

    private static LabelSelectorRequirement notIn(String key, String... values) {
        return new LabelSelectorRequirementBuilder(requirement(key, "NotIn"))
                .withValues(values)
                .build();
    }

    private static LabelSelectorRequirement requirement(String key, String operator) {
        return new LabelSelectorRequirementBuilder()
                .withKey(key)
                .withOperator(operator)
                .build();
    }

    /** Whether the selector can match a namespace of this name with any labels. */
    static boolean canMatch(LabelSelector selector, String namespace) {
        return selector.getMatchExpressions().stream()
                .noneMatch(expression -> expression.getKey().equals("kubernetes.io/metadata.name")
                        && expression.getOperator().equals("NotIn")
                        && expression.getValues().contains(namespace));
    }
}
