package dev.tolerant.tools.doctor;

import static dev.tolerant.tools.doctor.DoctorFixture.MUTATING;
import static dev.tolerant.tools.doctor.DoctorFixture.NAMESPACES;
import static dev.tolerant.tools.doctor.DoctorFixture.clusterObjects;
import static dev.tolerant.tools.doctor.DoctorFixture.finding;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.tools.doctor.CheckResult.Mark;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NamespaceChecksTest {
    private static final String LEGACY =
            "{apiVersion: v1, kind: Namespace, metadata: {name: legacy, labels: {tolerant.dev/inject: \"false\"}}}";
    private static final String POD =
            "{apiVersion: v1, kind: Pod, metadata: {name: NAME, namespace: kube-system, labels: LABELS}}";

    @Test
    void excludedNamespacesAreCountedWithTheirPods() {
        CheckResult finding = finding("namespaces", clusterObjects(MUTATING, NAMESPACES, LEGACY, pod("dns", "{}")));

        assertThat(finding.mark()).isEqualTo(Mark.PASSED);
        assertThat(finding.sentence()).isEqualTo("selectors leave out 2 of 4 namespaces, with 1 pod");
        assertThat(finding.details()).containsExactly("kube-system, tolerant-system");
    }

    @Test
    void matchConditionsAreNamed() {
        String narrowed =
                MUTATING.replaceFirst("timeoutSeconds: 2", "timeoutSeconds: 2\n  matchConditions: [{name: no-batch}]");

        assertThat(finding("namespaces", clusterObjects(narrowed, NAMESPACES)).sentence())
                .endsWith("; matchConditions narrow it: no-batch");
    }

    @Test
    void namespacesThatMayNotBeReadLeaveItUnknown() {
        assertThat(finding(
                        "namespaces",
                        clusterObjects(Map.of(ObjectKind.NAMESPACE, "you may not list namespaces"), MUTATING)))
                .isEqualTo(CheckResult.unknown("you may not list namespaces"));
    }

    @Test
    void aRegistrationThatLeavesOutItsOwnNamespacePasses() {
        assertThat(finding("bootstrap", clusterObjects(MUTATING, NAMESPACES)).mark())
                .isEqualTo(Mark.PASSED);
    }

    @Test
    void aRegistrationThatCoversItsOwnNamespaceAndFailsClosedFails() {
        String trap = MUTATING.replace("[kube-system, tolerant-system]", "[kube-system]");

        CheckResult finding = finding("bootstrap", clusterObjects(trap, NAMESPACES));

        assertThat(finding.mark()).isEqualTo(Mark.FAILED);
        assertThat(finding.details())
                .containsExactly("create.tolerant.dev of MutatingWebhookConfiguration tolerant covers namespace"
                        + " tolerant-system");
    }

    @Test
    void itMayCoverItsOwnNamespaceIfItFailsOpen() {
        String open = MUTATING.replace("[kube-system, tolerant-system]", "[kube-system]")
                .replace("failurePolicy: Fail", "failurePolicy: Ignore");

        assertThat(finding("bootstrap", clusterObjects(open, NAMESPACES)).mark())
                .isEqualTo(Mark.PASSED);
    }

    private static String pod(String name, String labels) {
        return POD.replace("NAME", name).replace("LABELS", labels);
    }
}
