package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhook;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The webhooks for pods of kube-system, which only those get who ask for them. */
class KubeSystemChartTest {
    private static final String CREATE = "create.kube-system.tolerant.dev";
    private static final String UPDATE = "update.kube-system.tolerant.dev";

    private final RenderedChart optedIn = RenderedChart.with(RenderedChart.ciValues("kube-system"));

    @Test
    void itsPodsAreSentByWebhooksOfTheirOwn() {
        assertThat(RegistrationChartTest.mutating(optedIn))
                .extracting(MutatingWebhook::getName)
                .containsExactly(
                        "create.tolerant.dev", "update.tolerant.dev", CREATE, UPDATE, "daemonsets.tolerant.dev");
        assertThat(List.of(entry(CREATE), entry(UPDATE))).allSatisfy(entry -> {
            assertThat(entry.getClientConfig().getService().getPath()).isEqualTo("/mutate");
            assertThat(entry.getRules().get(0).getResources()).containsExactly("pods");
        });
        assertThat(entry(CREATE).getRules().get(0).getOperations()).containsExactly("CREATE");
        assertThat(entry(UPDATE).getRules().get(0).getOperations()).containsExactly("UPDATE");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "webhook: {kubeSystem: {objectSelector: {matchLabels: {a: b}}}}"})
    void withoutTheValueThereAreNone(String values) {
        RenderedChart chart = RenderedChart.with(values);

        assertThat(RegistrationChartTest.mutating(chart))
                .extracting(MutatingWebhook::getName)
                .containsExactly("create.tolerant.dev", "update.tolerant.dev", "daemonsets.tolerant.dev");
    }

    @ParameterizedTest
    @CsvSource({"enforce, Fail", "enforce, Ignore", "audit, Fail"})
    void theyAlwaysFailOpen(String mode, String failurePolicy) {
        RenderedChart chart =
                RenderedChart.with("{settings: {mode: %s}, webhook: {failurePolicy: %s, kubeSystem: {enabled: true}}}"
                        .formatted(mode, failurePolicy));

        assertThat(RegistrationChartTest.mutating(chart))
                .filteredOn(entry -> entry.getName().contains("kube-system"))
                .hasSize(2)
                .extracting(MutatingWebhook::getFailurePolicy)
                .containsOnly("Ignore");
        assertThat(RegistrationChartTest.entry(chart, "create.tolerant.dev").getFailurePolicy())
                .isEqualTo(mode.equals("audit") ? "Ignore" : failurePolicy);
    }

    @Test
    void theyAreAskedAboutKubeSystemAloneWhateverNarrowsTheOthers() {
        RenderedChart chart = RenderedChart.with("""
                webhook:
                  kubeSystem: {enabled: true}
                  namespaceSelector: {matchLabels: {team: ml}}
                  objectSelector: {matchLabels: {app: train}}
                """);

        for (String name : List.of(CREATE, UPDATE)) {
            LabelSelector namespaces = RegistrationChartTest.entry(chart, name).getNamespaceSelector();
            assertThat(namespaces.getMatchLabels()).isNullOrEmpty();
            assertThat(selects(namespaces, "kube-system")).isTrue();
            assertThat(selects(namespaces, "default")).isFalse();
            assertThat(selects(namespaces, RenderedChart.NAMESPACE)).isFalse();
        }
        assertThat(RegistrationChartTest.entry(chart, CREATE).getObjectSelector())
                .isNull();
    }

    @Test
    void optingOutAndSelectingArePossibleForNewPodsAndNeverForUpdates() {
        assertThat(entry(CREATE).getObjectSelector().getMatchLabels()).isEqualTo(Map.of("k8s-app", "kube-dns"));
        assertThat(keys(entry(CREATE).getNamespaceSelector()))
                .containsExactly("kubernetes.io/metadata.name", "tolerant.dev/inject");
        assertThat(entry(UPDATE).getObjectSelector()).isNull();
        assertThat(keys(entry(UPDATE).getNamespaceSelector())).containsExactly("kubernetes.io/metadata.name");
    }

    private static List<String> keys(LabelSelector selector) {
        return selector.getMatchExpressions().stream()
                .map(LabelSelectorRequirement::getKey)
                .toList();
    }

    @Test
    void theWebhooksOwnPodsHaveToStartWithoutThem() {
        assertThatThrownBy(() -> RenderedChart.in("kube-system", "tolerant", "webhook: {kubeSystem: {enabled: true}}"))
                .hasMessageContaining("webhook.kubeSystem.enabled is true, but the release itself is in kube-system");
    }

    @Test
    void whoExcludesKubeSystemByNameCannotOptIn() {
        assertThatThrownBy(() -> RenderedChart.with(
                        "webhook: {kubeSystem: {enabled: true}, excludedNamespaces: [a, kube-system]}"))
                .hasMessageContaining("webhook.kubeSystem.enabled is true, but webhook.excludedNamespaces lists"
                        + " kube-system: leave it out there");
    }

    /** Whether the selector selects a namespace of this name and without other labels. */
    static boolean selects(LabelSelector selector, String namespace) {
        return selector.getMatchExpressions().stream()
                .filter(expression -> expression.getKey().equals("kubernetes.io/metadata.name"))
                .allMatch(expression -> expression.getValues().contains(namespace)
                        == expression.getOperator().equals("In"));
    }

    private MutatingWebhook entry(String name) {
        return RegistrationChartTest.entry(optedIn, name);
    }
}
