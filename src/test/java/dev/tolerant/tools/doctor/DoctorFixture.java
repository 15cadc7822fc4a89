package dev.tolerant.tools.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.observed.objects.ClusterObjects;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.testing.ClusterFixture;
import dev.tolerant.tools.doctor.DoctorReport.Checked;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Clusters for the doctor, made of a few lines of YAML. */
final class DoctorFixture {
    static final Instant NOW = Instant.now();

    static final String MUTATING = """
            apiVersion: admissionregistration.k8s.io/v1
            kind: MutatingWebhookConfiguration
            metadata: {name: tolerant, labels: {helm.sh/chart: tolerant-1.2.3}}
            webhooks:
            - name: create.tolerant.dev
              failurePolicy: Fail
              timeoutSeconds: 2
              reinvocationPolicy: IfNeeded
              clientConfig: {service: {name: tolerant, namespace: tolerant-system, path: /mutate}}
              namespaceSelector: {matchExpressions: [
                {key: kubernetes.io/metadata.name, operator: NotIn, values: [kube-system, tolerant-system]},
                {key: tolerant.dev/inject, operator: NotIn, values: ["false"]}]}
              objectSelector: {matchExpressions: [{key: tolerant.dev/inject, operator: NotIn, values: ["false"]}]}
              rules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods], scope: Namespaced}]
            - name: update.tolerant.dev
              failurePolicy: Fail
              timeoutSeconds: 2
              clientConfig: {service: {name: tolerant, namespace: tolerant-system, path: /mutate}}
              namespaceSelector: {matchExpressions: [
                {key: kubernetes.io/metadata.name, operator: NotIn, values: [kube-system, tolerant-system]}]}
              rules: [{apiGroups: [""], apiVersions: [v1], operations: [UPDATE], resources: [pods], scope: Namespaced}]
            """;

    static final String NAMESPACES = """
            apiVersion: v1
            kind: List
            items:
            - {apiVersion: v1, kind: Namespace, metadata: {name: default}}
            - {apiVersion: v1, kind: Namespace, metadata: {name: kube-system}}
            - {apiVersion: v1, kind: Namespace, metadata: {name: tolerant-system}}
            """;

    private DoctorFixture() {}

    /** A cluster of these objects. */
    static ClusterObjects clusterObjects(String... yaml) {
        return clusterObjects(Map.of(), yaml);
    }

    /** A cluster of which some kinds are not known. */
    static ClusterObjects clusterObjects(Map<ObjectKind, String> unknown, String... yaml) {
        return ClusterFixture.clusterObjects(NOW, unknown, yaml);
    }

    /** What a check finds in a dump. */
    static CheckResult finding(String code, ClusterObjects clusterObjects) {
        return finding(code, clusterObjects, null);
    }

    /** What a check finds in a cluster that can be asked. */
    static CheckResult finding(String code, ClusterObjects clusterObjects, @Nullable AskedServer server) {
        return finding(code, report(clusterObjects, server));
    }

    static CheckResult finding(String code, DoctorReport report) {
        List<CheckResult> found = report.checks().stream()
                .filter(checked -> checked.check().code().equals(code))
                .map(Checked::result)
                .toList();
        assertThat(found).as("checks called " + code).hasSize(1);
        return found.get(0);
    }

    static DoctorReport report(ClusterObjects clusterObjects, @Nullable AskedServer server) {
        KubernetesClient client = server == null ? null : server.client();
        return report(new Doctor(client, true, "", Duration.ofSeconds(30), Throwable::toString), clusterObjects);
    }

    static DoctorReport report(Doctor doctor, ClusterObjects clusterObjects) {
        try {
            return doctor.examine(clusterObjects);
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }
}
