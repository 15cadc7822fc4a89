package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.LabelSelector;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Namespaces that the webhook is never asked about, whatever the values say; kube-system can be opted in by its own value. */
class ExcludedNamespacesChartTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "webhook: {excludedNamespaces: []}",
                "webhook: {excludedNamespaces: null}",
                "webhook: {namespaceSelector: {matchExpressions: [{key: kubernetes.io/metadata.name, operator: In,"
                        + " values: [kube-system, tolerant-system]}]}}",
                "webhook: {namespaceSelector: {matchExpressions: [{key: kubernetes.io/metadata.name, operator: NotIn,"
                        + " values: []}]}}",
                "webhook: {namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: kube-system}}}",
                "webhook: {namespaceSelector: null, objectSelector: null}",
                "webhook: {url: 'https://192.0.2.10:8443', caBundle: AAAA}",
            })
    void noValueBringsKubeSystemOrTheReleasesOwnNamespaceBack(String values) {
        List<LabelSelector> selectors = selectors(RenderedChart.with(values));

        assertThat(selectors).hasSize(3).allSatisfy(selector -> {
            assertThat(RegistrationChartTest.canMatch(selector, "kube-system")).isFalse();
            assertThat(RegistrationChartTest.canMatch(selector, RenderedChart.NAMESPACE))
                    .isFalse();
            assertThat(RegistrationChartTest.canMatch(selector, "default")).isTrue();
        });
    }

    @ParameterizedTest
    @MethodSource("dev.tolerant.chart.RenderedChart#ciFiles")
    void noFileUnderCiBringsThemBackButTheOneThatOptsIn(String name) {
        List<LabelSelector> selectors = selectors(RenderedChart.with(RenderedChart.ciValues(name)));

        assertThat(selectors)
                .isNotEmpty()
                .noneMatch(selector -> KubeSystemChartTest.selects(selector, RenderedChart.NAMESPACE))
                .filteredOn(selector -> KubeSystemChartTest.selects(selector, "kube-system"))
                .hasSize(name.equals("kube-system") ? 2 : 0);
    }

    @Test
    void moreNamespacesAreExcludedByValues() {
        List<LabelSelector> selectors =
                selectors(RenderedChart.with("webhook: {excludedNamespaces: [monitoring, kube-system, vault]}"));

        assertThat(selectors)
                .hasSize(3)
                .extracting(selector -> selector.getMatchExpressions().get(0).getValues())
                .containsOnly(List.of("kube-system", RenderedChart.NAMESPACE, "monitoring", "vault"));
    }

    @Test
    void theNamespaceThatIsExcludedIsTheOneOfTheRelease() {
        List<LabelSelector> selectors = selectors(RenderedChart.in("elsewhere", "tolerant", "{}"));

        assertThat(selectors).hasSize(3).allSatisfy(selector -> {
            assertThat(RegistrationChartTest.canMatch(selector, "elsewhere")).isFalse();
            assertThat(RegistrationChartTest.canMatch(selector, RenderedChart.NAMESPACE))
                    .isTrue();
        });
    }

    private static List<LabelSelector> selectors(RenderedChart chart) {
        return RegistrationChartTest.mutating(chart).stream()
                .map(entry -> entry.getNamespaceSelector())
                .toList();
    }
}
