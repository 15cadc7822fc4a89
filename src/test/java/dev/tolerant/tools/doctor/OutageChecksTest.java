package dev.tolerant.tools.doctor;

import static dev.tolerant.tools.doctor.DoctorFixture.MUTATING;
import static dev.tolerant.tools.doctor.DoctorFixture.NAMESPACES;
import static dev.tolerant.tools.doctor.DoctorFixture.RESTRICTING;
import static dev.tolerant.tools.doctor.DoctorFixture.VALIDATING;
import static dev.tolerant.tools.doctor.DoctorFixture.facts;
import static dev.tolerant.tools.doctor.DoctorFixture.finding;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.observed.facts.FactKind;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the API server refuses while no replica answers. */
class OutageChecksTest {
    private static final String PLAIN = "plain-pods";
    private static final String AGENTS = "node-agents";
    private static final String CONDITION = "matchConditions: [{name: %s, expression: \"request.operation != 'CREATE'"
            + " || request.kind.kind != 'Pod' || has(object.spec.nodeName)%s"
            + " || (has(object.spec.tolerations) && !object.spec.tolerations.all(t, size(t) == 4"
            + " && has(t.key) && has(t.operator) && has(t.effect) && has(t.tolerationSeconds)"
            + " && t.operator == 'Exists' && t.effect == 'NoExecute'"
            + " && ((t.key == 'node.kubernetes.io/not-ready' && t.tolerationSeconds == %d)"
            + " || (t.key == 'node.kubernetes.io/unreachable' && t.tolerationSeconds == 300))))\"}]\n  rules:";
    private static final String SELECTORS = " || has(object.spec.nodeSelector)";
    private static final String SETTINGS = """
            apiVersion: v1
            kind: ConfigMap
            metadata:
              name: tolerant
              namespace: tolerant-system
              labels: {app.kubernetes.io/name: tolerant, app.kubernetes.io/component: webhook}
            data: {application.properties: "%s"}
            """;
    private static final String MONITORING = """
            apiVersion: v1
            kind: Namespace
            metadata:
              name: monitoring
              labels: {team: platform, kubernetes.io/metadata.name: monitoring}
              annotations: {%s}
            """;
    private static final String AGENT = """
            apiVersion: apps/v1
            kind: DaemonSet
            metadata: {name: node-exporter, namespace: monitoring}
            spec: {selector: {matchLabels: {app: a}}, template: {metadata: {labels: {app: a}}, spec: {containers: []}}}
            """;

    private static final String EXEMPTING =
            RESTRICTING.replace("[{key: gpu}]", "[{key: gpu}], exempt: {namespaces: [monitoring]}");

    private static String registered(String name, String selectors, int seconds) {
        return VALIDATING.replace("rules:", CONDITION.formatted(name, selectors, seconds));
    }

    @Test
    void theConditionOfTheSettingsPasses() {
        // When
        Finding finding = finding(PLAIN, facts(registered("could-be-restricted", SELECTORS, 300)));

        // Then
        assertThat(finding.mark()).as(finding.toString()).isEqualTo(Mark.PASSED);
        assertThat(finding.sentence()).endsWith("are still made");
    }

    @Test
    void theConditionIsKnownByItsTextWhateverItsName() {
        assertThat(finding(PLAIN, facts(registered("other", SELECTORS, 300))).mark())
                .isEqualTo(Mark.PASSED);
    }

    @ParameterizedTest
    @CsvSource({"299, true", "300, false"})
    void aConditionOfOtherSettingsFails(int seconds, boolean selectors) {
        // When
        Finding finding = finding(PLAIN, facts(registered("could-be-restricted", selectors ? SELECTORS : "", seconds)));

        // Then
        assertThat(finding.mark()).isEqualTo(Mark.FAILED);
        assertThat(finding.details())
                .containsExactly("validate.tolerant.dev of ValidatingWebhookConfiguration tolerant");
        assertThat(finding.wayOut())
                .startsWith("helm upgrade")
                .contains("apiServerNotReady", "apiServerUnreachable", "namespaceAnnotations.enabled");
    }

    @Test
    void theSettingsOfTheReleaseCountAndNotTheDefaults() {
        // Given
        String settings = SETTINGS.formatted("tolerant.rules.node-failure.api-server-not-ready=40\\n"
                + "tolerant.rules.namespace-annotations.enabled=false");

        // Then
        assertThat(finding(PLAIN, facts(MUTATING, settings, registered("could-be-restricted", "", 40)))
                        .mark())
                .isEqualTo(Mark.PASSED);
        assertThat(finding(PLAIN, facts(MUTATING, settings, registered("could-be-restricted", SELECTORS, 300)))
                        .mark())
                .isEqualTo(Mark.FAILED);
    }

    @Test
    void withoutTheConditionAnOutageStopsPlainPodsToo() {
        // When
        Finding finding = finding(PLAIN, facts(VALIDATING));

        // Then
        assertThat(finding.mark()).isEqualTo(Mark.WARNING);
        assertThat(finding.sentence()).contains("refuses plain pods too");
        assertThat(finding.wayOut()).isEqualTo("restore the registration with helm upgrade");
    }

    @Test
    void aRegistrationThatFailsOpenStopsNobody() {
        // Given
        String open = VALIDATING.replace("failurePolicy: Fail", "failurePolicy: Ignore");

        // Then
        assertThat(finding(PLAIN, facts(open)).mark()).isEqualTo(Mark.PASSED);
        assertThat(finding(PLAIN, facts(MUTATING)).sentence()).startsWith("no webhook");
        assertThat(finding(AGENTS, facts(open, MONITORING.formatted(""), AGENT, EXEMPTING))
                        .mark())
                .isEqualTo(Mark.PASSED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "exempt: {namespaces: [monitoring]}",
                "exempt: {serviceAccounts: [monitoring/*]}",
                "exempt: {namespaceSelector: {matchLabels: {team: platform}}}",
            })
    void agentsOfANamespaceThatEveryPolicyExemptsAreNamedWithTheWayOut(String exempt) {
        // Given
        String policy = RESTRICTING.replace("[{key: gpu}]", "[{key: gpu}], " + exempt);

        // When
        Finding finding = finding(AGENTS, facts(VALIDATING, NAMESPACES, MONITORING.formatted(""), AGENT, policy));

        // Then
        assertThat(finding.mark()).isEqualTo(Mark.WARNING);
        assertThat(finding.details()).containsExactly("monitoring: node-exporter");
        assertThat(finding.wayOut())
                .isEqualTo("leave their namespaces out: add {key: kubernetes.io/metadata.name, operator: NotIn, values:"
                        + " [monitoring]} to restrictions.namespaceSelector.matchExpressions in the chart's values");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "match: {namespaceSelector: {matchLabels: {team: web}}}",
                "match: {exclude: [{namespaceSelector: {matchLabels: {team: platform}}}]}",
            })
    void aPolicyThatMatchesNothingThereConcernsNobodyThere(String match) {
        // Given
        String policy = RESTRICTING.replace("match: {}", match);

        // Then
        assertThat(finding(AGENTS, facts(VALIDATING, NAMESPACES, MONITORING.formatted(""), AGENT, policy))
                        .mark())
                .isEqualTo(Mark.WARNING);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "exempt: {serviceAccounts: [monitoring/agent]}",
                "exempt: {users: [admin]}",
                "exempt: {namespaces: [other]}",
            })
    void whereSomePodsMayBeRefusedTheNamespaceStays(String exempt) {
        // Given
        String policy = RESTRICTING.replace("[{key: gpu}]", "[{key: gpu}], " + exempt);

        // Then
        assertThat(finding(AGENTS, facts(VALIDATING, NAMESPACES, MONITORING.formatted(""), AGENT, policy))
                        .mark())
                .isEqualTo(Mark.PASSED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "scheduler.alpha.kubernetes.io/tolerationsWhitelist: '[{\"key\": \"spot\"}]'",
                "scheduler.alpha.kubernetes.io/node-selector: disk=ssd",
            })
    void aNamespaceWithRestrictionsOfItsOwnStays(String annotation) {
        assertThat(finding(AGENTS, facts(VALIDATING, NAMESPACES, MONITORING.formatted(annotation), AGENT, EXEMPTING))
                        .mark())
                .isEqualTo(Mark.PASSED);
    }

    @Test
    void aNamespaceThatIsLeftOutWaitsForNobody() {
        // Given
        String narrowed = VALIDATING.replace("[kube-system, tolerant-system]", "[kube-system, monitoring]");

        // Then
        assertThat(finding(AGENTS, facts(narrowed, NAMESPACES, MONITORING.formatted(""), AGENT, EXEMPTING))
                        .mark())
                .isEqualTo(Mark.PASSED);
        assertThat(finding(AGENTS, facts(VALIDATING, NAMESPACES, MONITORING.formatted(""), EXEMPTING))
                        .mark())
                .isEqualTo(Mark.PASSED);
    }

    @Test
    void withoutAPolicyThatRefusesNobodyKnowsWhomALaterOneConcerns() {
        // Given
        String audit = EXEMPTING.replace("spec:", "spec:\n  mode: Audit");

        // Then
        assertThat(finding(AGENTS, facts(VALIDATING, NAMESPACES, MONITORING.formatted(""), AGENT, audit))
                        .mark())
                .isEqualTo(Mark.PASSED);
    }

    @Test
    void whatCannotBeReadLeavesItUnknown() {
        assertThat(finding(AGENTS, facts(Map.of(FactKind.DAEMON_SET, "you may not list daemonsets"), VALIDATING)))
                .isEqualTo(Finding.unknown("you may not list daemonsets"));
        assertThat(finding(PLAIN, facts(Map.of(FactKind.VALIDATING_WEBHOOKS, "you may not list them"), MUTATING)))
                .isEqualTo(Finding.unknown("you may not list them"));
    }
}
