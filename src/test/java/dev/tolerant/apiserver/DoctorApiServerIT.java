package dev.tolerant.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tolerant.testing.CommandRun;
import dev.tolerant.testing.PackagedCommand;
import dev.tolerant.testing.Yaml;
import dev.tolerant.tools.doctor.ReleaseChecksTest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What {@code kubectl tolerant doctor} finds in a real API server and with its own admission plugins. */
@NeedsApiServer
class DoctorApiServerIT {
    private static final String DEPLOYMENT = """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: tolerant}
            spec:
              replicas: 1
              selector: {matchLabels: {app.kubernetes.io/name: tolerant}}
              template:
                metadata: {labels: {app.kubernetes.io/name: tolerant}}
                spec: {containers: [{name: webhook, image: "example.com/tolerant:1.2.3"}]}
            """;

    /** On a node that is not there: the API server can forward no port of it. */
    private static final String REPLICA = """
            apiVersion: v1
            kind: Pod
            metadata: {name: replica, labels: {app.kubernetes.io/name: tolerant}}
            spec:
              nodeName: nowhere
              containers: [{name: webhook, image: "example.com/tolerant:1.2.3", ports: [{name: https, containerPort: 8443}]}]
            """;

    private final ClusterUnderTest cluster;
    private final TestNamespace namespace;

    /** Of a release whose Service leads nowhere; before the other one in the API's order, and about no namespace. */
    private final ApiObject lost;

    DoctorApiServerIT(ClusterUnderTest cluster) {
        this.cluster = cluster;
        this.namespace = cluster.namespace();
        this.lost = ApiObject.of("""
                apiVersion: admissionregistration.k8s.io/v1
                kind: MutatingWebhookConfiguration
                metadata: {name: a-%1$s}
                webhooks:
                - name: lost.tolerant.dev
                  admissionReviewVersions: [v1]
                  sideEffects: None
                  failurePolicy: Ignore
                  timeoutSeconds: 1
                  clientConfig: {caBundle: %2$s, service: {name: tolerant, namespace: %1$s, path: /mutate}}
                  namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: there-is-no-such-namespace}}
                  rules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods], scope: Namespaced}]
                """.formatted(namespace.name(), cluster.caBundle()));
    }

    @AfterEach
    void deleteRegistration() {
        cluster.admin().delete(lost.path());
    }

    private CommandRun doctor(Path kubeconfig) throws IOException, InterruptedException {
        CommandRun run = PackagedCommand.run(
                "doctor", "--kubeconfig", kubeconfig.toString(), "-n", namespace.name(), "-o", "json");
        assertThat(run.out() + run.err()).doesNotContain("\tat ", "Exception in thread", "the check itself failed");
        return run;
    }

    private static JsonNode check(CommandRun run, String code) throws IOException {
        JsonNode checks = new ObjectMapper().readTree(run.out()).path("items");
        return StreamSupport.stream(checks.spliterator(), false)
                .filter(check -> check.path("code").asText().equals(code))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no check " + code + ": " + run));
    }

    private static void assertPassed(CommandRun run, String... codes) throws IOException {
        for (String code : codes) {
            assertThat(check(run, code).path("result").asText())
                    .describedAs(check(run, code).toString())
                    .isEqualTo("passed");
        }
    }

    private static void assertUnknown(CommandRun run, String code, String why) throws IOException {
        assertThat(check(run, code).path("result").asText())
                .describedAs(check(run, code).toString())
                .isEqualTo("unknown");
        assertThat(check(run, code).path("sentence").asText()).contains(why);
    }

    @Test
    void theProgramAnswersDryRunsThatTheServersOwnPluginsAdmitAndNothingIsStored() throws Exception {
        CommandRun run = doctor(cluster.adminKubeconfig());

        assertPassed(run, "answers", "default-seconds", "plugins", "crd");
        assertThat(cluster.admin()
                        .get("/api/v1/namespaces/" + namespace.name() + "/pods")
                        .object()
                        .path("items"))
                .isEmpty();
    }

    @Test
    void registrationsByUrlAreRead() throws Exception {
        CommandRun run = doctor(cluster.adminKubeconfig());

        assertPassed(run, "new-pods", "changed-pods", "fails-open");
        assertUnknown(run, "replicas", ReleaseChecksTest.BY_URL);
    }

    @Test
    void readyReplicasAreCounted() throws Exception {
        cluster.admin().post(lost.collection(), lost.object()).object();
        assertThat(namespace.create(DEPLOYMENT).status()).isEqualTo(201);
        assertThat(namespace.create(REPLICA).status()).isEqualTo(201);
        cluster.admin()
                .mergePatch(
                        ApiObject.of(REPLICA).in(namespace.name()).path() + "/status",
                        Yaml.tree("{status: {phase: Running, conditions: [{type: Ready, status: 'True'}]}}"))
                .object();

        CommandRun run = doctor(cluster.adminKubeconfig());

        assertThat(check(run, "replicas").path("sentence").asText())
                .startsWith(ReleaseChecksTest.allReady(1, namespace.name()));
    }

    @Test
    void whoeverMayOnlyMakePodsIsToldWhatTheOtherChecksCannotRead() throws Exception {
        CommandRun run = doctor(cluster.tenantKubeconfig());

        assertUnknown(run, "new-pods", "you may not list");
        assertUnknown(run, "policies-accepted", "you may not list");
        assertUnknown(run, "crd", "you may not read");
        assertUnknown(run, "default-seconds", "you may not list");
        assertThat(run.exitCode()).isEqualTo(2);
    }
}
