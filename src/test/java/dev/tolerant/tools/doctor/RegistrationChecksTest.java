package dev.tolerant.tools.doctor;

import static dev.tolerant.tools.doctor.DoctorFixture.MUTATING;
import static dev.tolerant.tools.doctor.DoctorFixture.clusterObjects;
import static dev.tolerant.tools.doctor.DoctorFixture.finding;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.tools.doctor.CheckResult.Mark;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegistrationChecksTest {

    @ParameterizedTest
    @ValueSource(strings = {"new-pods", "changed-pods", "fails-open"})
    void theChartsRegistrationPasses(String code) {
        assertThat(finding(code, clusterObjects(MUTATING)).mark()).isEqualTo(Mark.PASSED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"new-pods", "changed-pods"})
    void aClusterWithoutTheRegistrationFails(String code) {
        CheckResult finding = finding(code, clusterObjects());

        assertThat(finding.mark()).isEqualTo(Mark.FAILED);
        assertThat(finding.hint()).contains("helm upgrade");
    }

    @Test
    void whatNobodyRegisteredIsUnknown() {
        assertThat(finding("fails-open", clusterObjects()).mark()).isEqualTo(Mark.UNKNOWN);
    }

    @Test
    void aRegistrationThatMayNotBeReadIsUnknownWithTheReason() {
        CheckResult finding =
                finding("new-pods", clusterObjects(Map.of(ObjectKind.MUTATING_WEBHOOKS, "you may not list them")));

        assertThat(finding).isEqualTo(CheckResult.unknown("you may not list them"));
    }

    @Test
    void rulesThatLeaveOutUpdatesFailThatCheckAlone() {
        String created = MUTATING.replace("operations: [UPDATE]", "operations: [CREATE]");

        assertThat(finding("changed-pods", clusterObjects(created)).mark()).isEqualTo(Mark.FAILED);
        assertThat(finding("new-pods", clusterObjects(created)).mark()).isEqualTo(Mark.PASSED);
    }

    @Test
    void aPathThatAnswersOtherwiseFails() {
        CheckResult finding = finding("new-pods", clusterObjects(MUTATING.replace("/mutate", "/validate")));

        assertThat(finding.mark()).isEqualTo(Mark.FAILED);
        assertThat(finding.details())
                .containsExactly(
                        "create.tolerant.dev of MutatingWebhookConfiguration tolerant calls '/validate' instead of"
                                + " /mutate");
    }

    @Test
    void aUrlsPathCountsToo() {
        String service = "{service: {name: tolerant, namespace: tolerant-system, path: /mutate}}";

        assertThat(finding(
                                "new-pods",
                                clusterObjects(MUTATING.replace(service, "{url: https://here.example:8443/mutate}")))
                        .mark())
                .isEqualTo(Mark.PASSED);
    }

    @Test
    void twoRegistrationsForNewPodsAreAWarningThatNamesBoth() {
        CheckResult finding =
                finding("new-pods", clusterObjects(MUTATING, MUTATING.replace("name: tolerant,", "name: left-over,")));

        assertThat(finding.mark()).isEqualTo(Mark.WARNING);
        assertThat(finding.sentence()).contains("left-over, tolerant");
    }

    @Test
    void failurePolicyIgnoreIsAWarning() {
        String settings = """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: tolerant, namespace: tolerant-system}
                data: {application.properties: tolerant.mode=enforce}
                """;

        assertThat(finding("fails-open", clusterObjects(ignoring(), settings)).mark())
                .isEqualTo(Mark.WARNING);
        assertThat(finding("fails-open", clusterObjects(ignoring())).mark()).isEqualTo(Mark.UNKNOWN);
    }

    @Test
    void failurePolicyIgnoreIsFineWithAKeeper() {
        String settings = """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: tolerant, namespace: tolerant-system}
                data:
                  application.properties: |
                    tolerant.keeper.mode=enforce
                    tolerant.keeper.account=system:serviceaccount:tolerant-system:tolerant
                """;

        assertThat(finding("fails-open", clusterObjects(ignoring(), settings)).mark())
                .isEqualTo(Mark.PASSED);
        assertThat(finding("fails-open", clusterObjects(ignoring(), settings.replace("enforce", "audit")))
                        .mark())
                .isEqualTo(Mark.WARNING);
    }

    @Test
    void theWebhooksOfKubeSystemAloneMayFailOpen() {
        String kubeSystem = MUTATING.replace("name: tolerant,", "name: tolerant2,")
                .replace("create.tolerant.dev", "create.kube-system.tolerant.dev")
                .replace("failurePolicy: Fail", "failurePolicy: Ignore");

        assertThat(finding("fails-open", clusterObjects(MUTATING, kubeSystem)).mark())
                .isEqualTo(Mark.PASSED);
    }

    private static String ignoring() {
        return MUTATING.replace("failurePolicy: Fail", "failurePolicy: Ignore");
    }
}
