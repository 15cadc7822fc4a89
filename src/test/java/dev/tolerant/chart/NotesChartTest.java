package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What a person reads after an installation. */
class NotesChartTest {

    @Test
    void theDefaultsGiveNothingToWarnOf() {
        String notes = notes("{}");

        assertThat(notes)
                .contains("kubectl -n tolerant-system rollout status deployment/tolerant")
                .contains("helm test tolerant -n tolerant-system")
                .contains("kubectl -n default run tolerant-sample --image=none --dry-run=server")
                .contains("Put TolerationPolicy objects into a second release")
                .contains("kubectl delete mutatingwebhookconfiguration tolerant")
                .contains("but not the CRD and every TolerationPolicy")
                .doesNotContain("WARNING")
                .doesNotContain("NOTE:");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "settings: {mode: audit}                                  | NOTE: settings.mode is audit, so no pod changes, and failurePolicy is Ignore. Watch the metric tolerant_reviews_total",
                "{}                                                       | Expect tolerationSeconds 300 for node.kubernetes.io/not-ready and 300 for node.kubernetes.io/unreachable",
                "settings: {rules: {nodeFailure: {notReady: 1000000, unreachable: never}}} | Expect tolerationSeconds 1000000 for node.kubernetes.io/not-ready and never for",
                "settings: {rules: {nodeFailure: {enabled: false}}}       | Expect the tolerations that your rules and policies give it.",
                "webhook: {failurePolicy: Fail}                           | WARNING: webhook.failurePolicy is Fail and webhook.excludedNamespaces is empty",
                "{replicaCount: 1, webhook: {failurePolicy: Fail}}        | WARNING: webhook.failurePolicy is Fail and replicaCount is 1",
                "webhook: {url: 'https://a:8443', caBundle: AAAA}         | NOTE: webhook.url makes this cluster call a program",
                "crds: {enabled: false}                                   | WARNING: crds.enabled is false",
                "crds: {enabled: false}                                   | WARNING: the cluster does not know the kind Reservations",
                "certificates: {mode: certManager}                        | NOTE: certificates.mode is certManager",
                "rbac: {create: false}                                    | WARNING: rbac.create is false",
                "networkPolicy: {enabled: true}                           | NOTE: networkPolicy.managementFrom is empty",
                "webhook: {kubeSystem: {enabled: true}}                   | NOTE: webhook.kubeSystem.enabled is true",
            })
    void oneLineSaysWhatTheValuesMean(String values, String sentence) {
        assertThat(notes(values).lines().filter(line -> line.contains(sentence)))
                .hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{replicaCount: 1}                                                       | failurePolicy is Fail and",
                "{webhook: {failurePolicy: Fail}, replicaCount: 1, settings: {mode: audit}} | WARNING",
                "{crds: {enabled: false}, policies: {source: none}}                      | crds.enabled is false",
                "networkPolicy: {enabled: true, managementFrom: [{podSelector: {}}]}     | managementFrom is empty",
                "settings: {rules: {nodeFailure: {enabled: false}}}                      | not-ready",
                "settings: {mode: audit}                                                 | Expect ",
            })
    void whatIsNotSoIsNotSaid(String values, String sentence) {
        assertThat(notes(values)).doesNotContain(sentence);
    }

    @Test
    void theNamespaceOfTheReleaseIsPointedOutWherePodsOfOthersAre() {
        assertThat(RenderedChart.notes("default", "{}")).contains("WARNING: the release is in namespace default");
    }

    @ParameterizedTest
    @MethodSource("dev.tolerant.chart.RenderedChart#ciFiles")
    void noLineIsLeftOfATemplate(String name) {
        String notes = notes(RenderedChart.ciValues(name));

        assertThat(notes).doesNotContain("{{").doesNotContain("<no value>").doesNotContain("\n\n\n");
    }

    private static String notes(String values) {
        return RenderedChart.notes(RenderedChart.NAMESPACE, values);
    }
}
