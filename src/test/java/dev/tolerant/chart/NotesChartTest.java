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
        // When
        String notes = notes("{}");

        // Then
        assertThat(notes)
                .contains("kubectl -n tolerant-system rollout status deployment/tolerant")
                .contains("helm test tolerant -n tolerant-system")
                .contains("kubectl -n default run tolerant-sample --image=none --dry-run=server")
                .contains("Put TolerationPolicy objects into a second release")
                .contains("kubectl delete mutatingwebhookconfiguration,validatingwebhookconfiguration tolerant")
                .contains("but not the CRD and every TolerationPolicy")
                .doesNotContain("WARNING")
                .doesNotContain("NOTE:");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "settings: {mode: audit}                              | NOTE: settings.mode is audit",
                "webhook: {failurePolicy: Fail}                       | WARNING: a failurePolicy is Fail and webhook.excludedNamespaces is empty",
                "restrictions: {enabled: true}                        | WARNING: a failurePolicy is Fail and webhook.excludedNamespaces is empty",
                "{replicaCount: 1, webhook: {failurePolicy: Fail}}        | WARNING: a failurePolicy is Fail and replicaCount is 1",
                "{replicaCount: 1, restrictions: {enabled: true}}         | WARNING: a failurePolicy is Fail and replicaCount is 1",
                "restrictions: {enabled: true, failurePolicy: Ignore} | WARNING: restrictions.failurePolicy is Ignore",
                "{restrictions: {enabled: true}, settings: {mode: audit}} | WARNING: restrictions are enabled, but settings.mode is audit",
                "{restrictions: {enabled: true}, policies: {source: none}} | WARNING: restrictions are enabled, but policies.source is none",
                "webhook: {url: 'https://a:8443', caBundle: AAAA}     | NOTE: webhook.url makes this cluster call a program",
                "crds: {enabled: false}                                | WARNING: crds.enabled is false",
                "certificates: {mode: certManager}                    | NOTE: certificates.mode is certManager",
                "rbac: {create: false}                                | WARNING: rbac.create is false",
                "networkPolicy: {enabled: true}                       | NOTE: networkPolicy.managementFrom is empty",
                "webhook: {kubeSystem: {enabled: true}}               | NOTE: webhook.kubeSystem.enabled is true",
            })
    void aRiskyCombinationIsNamed(String values, String warning) {
        // When
        String notes = notes(values);

        // Then
        assertThat(notes.lines().filter(line -> line.startsWith(warning))).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{replicaCount: 1, restrictions: {enabled: true, failurePolicy: Ignore}} | a failurePolicy is Fail",
                "{replicaCount: 1}                                                       | a failurePolicy is Fail",
                "{restrictions: {enabled: true}, webhook: {excludedNamespaces: [calico-system]}} | WARNING",
                "{webhook: {failurePolicy: Fail, timeoutSeconds: 30}, replicaCount: 1, settings: {mode: audit}} | WARNING",
                "{crds: {enabled: false}, policies: {source: none}}                   | crds.enabled is false",
                "networkPolicy: {enabled: true, managementFrom: [{podSelector: {}}]} | managementFrom is empty",
            })
    void whatIsNotRiskyIsNot(String values, String warning) {
        // When
        String notes = notes(values);

        // Then
        assertThat(notes).doesNotContain(warning);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                       | To enforce them, set restrictions.enabled=true and restrictions.failurePolicy=Ignore, run helm test, then",
                "settings: {mode: audit}                  | To enforce them, set settings.mode=enforce, set restrictions.enabled=true",
                "restrictions: {failurePolicy: Fail}      | To enforce them, set restrictions.enabled=true",
            })
    void withoutTheRegistrationRestrictionsAreNotEnforced(String values, String wayOut) {
        // When
        String notes = notes(values);

        // Then
        assertThat(notes)
                .contains("Restrictions are not enforced, neither those in policies nor the whitelists of namespaces. "
                        + wayOut)
                .doesNotContain("Restrictions are enforced");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "restrictions: {enabled: true} | Restrictions are enforced, except in kube-system, tolerant-system. Who may create pods there",
                "{restrictions: {enabled: true}, webhook: {excludedNamespaces: [calico-system, kube-system]}} | Restrictions are enforced, except in kube-system, tolerant-system, calico-system.",
                "restrictions: {enabled: true, namespaceSelector: {matchLabels: {tenant: 'true'}}} | Restrictions are enforced in the namespaces that restrictions.namespaceSelector selects, except in kube-system",
            })
    void aRegistrationThatFailsClosedEnforcesThem(String values, String sentence) {
        // When
        String notes = notes(values);

        // Then
        assertThat(notes).contains(sentence).doesNotContain("Restrictions are not enforced");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "restrictions: {enabled: true, failurePolicy: Ignore}      | Once helm test passes, set it to Fail",
                "{restrictions: {enabled: true}, settings: {mode: audit}}  | Set settings.mode to enforce.",
                "{restrictions: {enabled: true}, policies: {source: none}} | Set policies.source to cluster.",
            })
    void aRegistrationThatEnforcesNothingIsAWarningWithAWayOut(String values, String wayOut) {
        // When
        String notes = notes(values);

        // Then
        assertThat(notes.lines().filter(line -> line.startsWith("WARNING") && line.contains(wayOut)))
                .hasSize(1);
        assertThat(notes).doesNotContain("Restrictions are enforced");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                     | Expect tolerationSeconds 300 for node.kubernetes.io/not-ready and 300 for node.kubernetes.io/unreachable",
                "{notReady: 1000000, unreachable: never} | Expect tolerationSeconds 1000000 for node.kubernetes.io/not-ready and never for node.kubernetes.io/unreachable",
            })
    void theSampleIsToGetTheSecondsOfTheValues(String nodeFailure, String sentence) {
        // When
        String notes = notes("settings: {rules: {nodeFailure: " + nodeFailure + "}}");

        // Then
        assertThat(notes).contains(sentence);
    }

    @Test
    void whatNoRuleGivesTheSampleIsNotPromised() {
        // When
        String notes = notes("settings: {rules: {nodeFailure: {enabled: false}, memoryPressure: {enabled: false}}}");

        // Then
        assertThat(notes)
                .contains("Expect the tolerations that your rules and policies give it.")
                .doesNotContain("not-ready");
    }

    @Test
    void inAuditModeTheMetricsShowWhatTheSampleWouldGet() {
        // When
        String notes = notes("settings: {mode: audit}");

        // Then
        assertThat(notes)
                .contains("Watch the metric tolerant_reviews_total")
                .contains("every failurePolicy is Ignore")
                .doesNotContain("Expect ");
    }

    @Test
    void theRegistrationsAreDeletedByHandOnlyWhereTheNamespaceIs() {
        // When
        String notes = notes("{}");

        // Then
        assertThat(notes.indexOf("helm uninstall tolerant -n tolerant-system"))
                .isPositive()
                .isLessThan(notes.indexOf("Deleting only the namespace leaves the registrations behind"));
        assertThat(notes.indexOf("Deleting only the namespace leaves the registrations behind"))
                .isLessThan(notes.indexOf("kubectl delete mutatingwebhookconfiguration"));
    }

    @Test
    void theNamespaceOfTheReleaseIsPointedOutWherePodsOfOthersAre() {
        // When
        String notes = RenderedChart.notes("default", "{}");

        // Then
        assertThat(notes).contains("WARNING: the release is in namespace default");
    }

    @ParameterizedTest
    @MethodSource("dev.tolerant.chart.RenderedChart#ciFiles")
    void noLineIsLeftOfATemplate(String name) {
        // When
        String notes = notes(RenderedChart.ciValues(name));

        // Then
        assertThat(notes).doesNotContain("{{").doesNotContain("<no value>").doesNotContain("\n\n\n");
    }

    private static String notes(String values) {
        return RenderedChart.notes(RenderedChart.NAMESPACE, values);
    }
}
