package dev.tolerant.tools.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.observed.objects.ClusterObject;
import dev.tolerant.observed.objects.ClusterObjects;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.tools.doctor.DoctorReport.Checked;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
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

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final YAMLMapper YAML = new YAMLMapper();

    private DoctorFixture() {}

    static JsonNode yaml(String text) {
        try {
            return YAML.readTree(text);
        } catch (JsonProcessingException invalid) {
            throw new AssertionError(invalid);
        }
    }

    /** A cluster of these objects. */
    static ClusterObjects clusterObjects(String... yaml) {
        return clusterObjects(Map.of(), yaml);
    }

    /** A cluster of which some kinds are not known. */
    static ClusterObjects clusterObjects(Map<ObjectKind, String> unknown, String... yaml) {
        Map<ObjectKind, List<ClusterObject>> byKind = new EnumMap<>(ObjectKind.class);
        for (String text : yaml) {
            for (Manifest manifest : manifests(text)) {
                ObjectKind kind = ObjectKind.of(manifest.type()).orElseThrow();
                byKind.computeIfAbsent(kind, none -> new ArrayList<>()).add(object(kind, manifest));
            }
        }
        Arrays.stream(ObjectKind.values())
                .filter(kind -> !unknown.containsKey(kind))
                .forEach(kind -> byKind.putIfAbsent(kind, List.of()));
        return new ClusterObjects("test", NOW, "v1.36.2", byKind, unknown, List.of());
    }

    private static List<Manifest> manifests(String yaml) {
        try {
            return ManifestFile.of("test.yaml", yaml).manifests();
        } catch (Exception invalid) {
            throw new AssertionError(invalid);
        }
    }

    private static ClusterObject object(ObjectKind kind, Manifest manifest) {
        try {
            return new ClusterObject(
                    kind,
                    kind.isNamespaced() ? manifest.namespace() : "",
                    manifest.name(),
                    manifest.place(),
                    JSON.writeValueAsBytes(manifest.object()));
        } catch (Exception impossible) {
            throw new AssertionError(impossible);
        }
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
