package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.tolerant.testing.CommandRun;
import dev.tolerant.testing.Faults;
import dev.tolerant.testing.MockApiServer;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code kubectl tolerant doctor} over an API server, which answers dry runs as a test wants. */
class DoctorLiveTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final YAMLMapper YAML = new YAMLMapper();
    private static final String PODS = "/api/v1/namespaces/default/pods";

    private static final String REGISTRATION = """
            apiVersion: admissionregistration.k8s.io/v1
            kind: MutatingWebhookConfiguration
            metadata: {name: tolerant}
            webhooks:
            - name: create.tolerant.dev
              admissionReviewVersions: [v1]
              sideEffects: None
              failurePolicy: Ignore
              timeoutSeconds: 2
              clientConfig: {url: "https://127.0.0.1:1/mutate", caBundle: aGVsbG8=}
              objectSelector: {matchExpressions: [{key: tolerant.dev/inject, operator: NotIn, values: ["false"]}]}
              rules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [pods]}]
            """;
    private static final String NAMESPACE = """
            apiVersion: v1
            kind: Namespace
            metadata: {name: default}
            """;
    private static final String DEFAULTS = """
            - {key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute, tolerationSeconds: 300}
            - {key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute, tolerationSeconds: 300}
            """;
    private static final String GIVEN = """
            - {key: node.kubernetes.io/memory-pressure, operator: Exists, effect: NoSchedule}
            - {key: tolerant.dev/doctor, operator: Exists, effect: NoSchedule}
            """;

    @AutoClose
    private final MockApiServer server = new MockApiServer();

    @TempDir
    private Path directory;

    private Path kubeconfig;

    @BeforeEach
    void start() throws IOException {
        for (String yaml : List.of(REGISTRATION, NAMESPACE)) {
            HasMetadata object = new KubernetesSerialization().unmarshal(yaml);
            server.operator().resource(object).create();
        }
        kubeconfig = Files.writeString(
                directory.resolve("config"), """
                apiVersion: v1
                kind: Config
                current-context: mock
                contexts: [{name: mock, context: {cluster: mock, user: me}}]
                clusters: [{name: mock, cluster: {server: "%s"}}]
                users: [{name: me, user: {}}]
                """.formatted(server.operator().getMasterUrl()));
    }

    @Test
    void aWebhookThatAnswersDryRunsPasses() throws IOException {
        admit(DEFAULTS + GIVEN, DEFAULTS);

        JsonNode report = doctor();

        assertThat(result(report, "answers")).isEqualTo("passed");
        assertThat(result(report, "default-seconds")).isEqualTo("passed");
        assertThat(result(report, "new-pods")).isEqualTo("passed");
        assertThat(result(report, "ca-bundle")).isEqualTo("failed");
        assertThat(result(report, "crd")).isEqualTo("failed");
        assertThat(result(report, "replicas")).isEqualTo("unknown");
        assertThat(server.operator().pods().inNamespace("default").list().getItems())
                .isEmpty();
    }

    @Test
    void aWebhookThatDoesNotAnswerFails() throws IOException {
        admit(DEFAULTS, DEFAULTS);

        assertThat(result(doctor(), "answers")).isEqualTo("failed");
    }

    @Test
    void aRefusedDryRunIsUnknown() throws IOException {
        server.faults().answer("POST", PODS + ".*", 403);

        JsonNode report = doctor();

        assertThat(result(report, "answers")).isEqualTo("unknown");
        assertThat(result(report, "plugins")).isEqualTo("unknown");
    }

    @Test
    void aCheckThatBreaksShowsItsStackWithMinusVAlone() {
        server.faults().serve("/apis/apiextensions.k8s.io/.*", path -> Faults.Answer.ok("<html>"));

        CommandRun run = run("--no-probe");
        CommandRun verbose = run("--no-probe", "-v");

        assertThat(run.out())
                .contains("the check itself failed: java.io.UncheckedIOException: ", "; -v shows the stack");
        assertThat(run.err()).doesNotContain("\tat ");
        assertThat(verbose.out()).contains("the check itself failed: ").doesNotContain("; -v shows the stack");
        assertThat(verbose.err()).contains("\tat dev.tolerant.tools.doctor.CrdCheck.");
    }

    @Test
    void withoutProbesEveryRequestReads() throws IOException {
        doctor("--no-probe");

        assertThat(server.faults().requests()).isNotEmpty().noneMatch(request -> request.contains("/pods?dryRun"));
        assertThat(server.faults().requests()).allMatch(request -> request.startsWith("GET "));
    }

    @Test
    void whatMayNotBeListedIsUnknownAndTheRestIsAnswered() throws IOException {
        server.faults().answer("GET", "/apis/admissionregistration.k8s.io/v1/mutating.*", 403);

        JsonNode report = doctor("--no-probe");

        assertThat(result(report, "new-pods")).isEqualTo("unknown");
        assertThat(result(report, "policies-accepted")).isEqualTo("passed");
    }

    /** Answers dry runs with the pod and these tolerations: that about which the webhook is asked, and the other one. */
    private void admit(String asked, String unasked) {
        server.faults().serve(PODS + "\\?dryRun=All", path -> {
            List<String> sent = server.faults().bodies("POST", PODS + "\\?dryRun=All");
            String last = sent.get(sent.size() - 1);
            return new Faults.Answer(201, admitted(last, last.contains("tolerant.dev/inject") ? unasked : asked));
        });
    }

    private static String admitted(String pod, String tolerations) {
        try {
            ObjectNode admitted = (ObjectNode) JSON.readTree(pod);
            ((ObjectNode) admitted.path("metadata"))
                    .set("managedFields", YAML.readTree("[{manager: x, operation: Update, fieldsV1: {f:spec: {}}}]"));
            ((ObjectNode) admitted.path("spec")).set("tolerations", YAML.readTree(tolerations));
            return admitted.toString();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private JsonNode doctor(String... arguments) throws IOException {
        CommandRun run = run(arguments);
        assertThat(run.out()).as(run.err()).startsWith("{");
        return JSON.readTree(run.out());
    }

    private CommandRun run(String... arguments) {
        List<String> command = new ArrayList<>(List.of("doctor", "--kubeconfig", kubeconfig.toString(), "-o", "json"));
        command.addAll(List.of(arguments));
        return CommandRun.of(command.toArray(String[]::new));
    }

    private static String result(JsonNode report, String code) {
        for (JsonNode check : report.path("items")) {
            if (check.path("code").asText().equals(code)) {
                return check.path("result").asText();
            }
        }
        throw new AssertionError("there is no check " + code);
    }
}
