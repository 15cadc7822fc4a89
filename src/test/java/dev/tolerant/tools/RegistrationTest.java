package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code explain} knows which pods the API server asks the webhook about. */
class RegistrationTest {
    private static final String POD = """
            ---
            {apiVersion: v1, kind: Pod, metadata: {name: p, namespace: NAMESPACE, labels: LABELS}, spec: {tolerations: [{key: gpu}]}}
            """;
    private static final String KUBE_SYSTEM_IN = """
            ---
            apiVersion: admissionregistration.k8s.io/v1
            kind: MutatingWebhookConfiguration
            metadata: {name: tolerant}
            webhooks:
            - name: other.example.com
              rules: [{operations: ["*"], apiGroups: ["*"], apiVersions: ["*"], resources: ["*"]}]
            - name: create.tolerant.dev
              rules: [{operations: [CREATE], apiGroups: [""], apiVersions: [v1], resources: [pods]}]
              namespaceSelector:
                matchExpressions:
                - {key: kubernetes.io/metadata.name, operator: In, values: [kube-system, shop]}
                - {key: frozen, operator: DoesNotExist}
              objectSelector: {matchLabels: {app: web}}
            """;
    private static final String DENIES_GPU = """
            {apiVersion: v1, kind: Namespace, metadata: {name: shop, labels: {tolerant.dev/inject: "false"}}}
            ---
            {apiVersion: v1, kind: Namespace, metadata: {name: cold, labels: {frozen: 'yes'}}}
            ---
            apiVersion: tolerant.dev/v1alpha1
            kind: TolerationPolicy
            metadata: {name: guard}
            spec: {match: {namespaceSelector: {matchLabels: {team: ml}}}, reserve: {taints: [{key: gpu}]}}
            """;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "kube-system     | {}                                | the webhook is not asked, because the namespaceSelector of create.tolerant.dev leaves out namespace kube-system",
                "tolerant-system | {}                                | the webhook is not asked, because the namespaceSelector of create.tolerant.dev leaves out namespace tolerant-system",
                "shop            | '{tolerant.dev/inject: \"false\"}' | the webhook leaves it alone",
                "shop            | {app: web}                        | admitted, 2 changes",
            })
    void withoutARegistrationTheChartsCounts(String namespace, String labels, String verdict) throws IOException {
        CommandRun run = explain("", namespace, labels, "");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out().replaceAll("\\s*\\n\\s+", " ")).contains(verdict);
        assertThat(run.out().contains("Rules, in order")).isEqualTo(!verdict.contains("not asked"));
        assertThat(run.out()).contains("from the pod's author", "On a node with the taint");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "kube-system | {app: web} | admitted, 2 changes",
                "kube-system | {}         | the objectSelector of create.tolerant.dev leaves out its labels",
                "other       | {app: web} | the namespaceSelector of create.tolerant.dev leaves out namespace other",
            })
    void aRegistrationAmongTheFilesCountsInstead(String namespace, String labels, String verdict) throws IOException {
        CommandRun run = explain(KUBE_SYSTEM_IN, namespace, labels, "");

        assertThat(run.err()).isEmpty();
        assertThat(run.out().replaceAll("\\s+", " ")).contains(verdict);
    }

    @ParameterizedTest
    @CsvSource({
        "shop, '', 1, '    refused: '",
        "kube-system, '', 0, the webhook is not asked",
        "shop, REGISTERED, 1, '    refused: '",
    })
    void whoOptsOutIsRefusedWhereTheGuardJudges(String namespace, String registration, int exitCode, String verdict)
            throws IOException {
        CommandRun run = explain(registration.replace("REGISTERED", KUBE_SYSTEM_IN), namespace, "{}", DENIES_GPU);

        assertThat(run.exitCode()).isEqualTo(exitCode);
        assertThat(run.out()).contains(verdict);
    }

    @Test
    void theLabelsOfANamespaceCount() throws IOException {
        CommandRun run = explain(
                KUBE_SYSTEM_IN.replace("values: [kube-system, shop]", "values: [cold]"),
                "cold",
                "{app: web}",
                DENIES_GPU.replace("key: gpu", "key: other"));

        assertThat(run.out()).contains("the webhook is not asked");
    }

    @Test
    void ofADaemonSetNeitherTheTemplateNorThePodIsAskedAbout() throws IOException {
        Path file = Files.writeString(directory.resolve("agent.yaml"), """
                apiVersion: apps/v1
                kind: DaemonSet
                metadata: {name: agent, namespace: kube-system}
                spec: {template: {spec: {containers: []}}}
                """);

        CommandRun run = CommandRun.of("explain", "--offline", "-f", file.toString(), "-o", "json");

        assertThat(run.out())
                .contains("\"verdict\" : \"not-asked\"", "\"unasked\" : \"the namespaceSelector of create.tolerant.dev")
                .contains("\"steps\" : [ ]")
                .doesNotContain("The webhook is asked about the DaemonSet first");
    }

    private CommandRun explain(String registration, String namespace, String labels, String policies)
            throws IOException {
        Path file = Files.writeString(
                directory.resolve("pods.yaml"),
                POD.replace("NAMESPACE", namespace).replace("LABELS", labels));
        Path folder = Files.createDirectories(directory.resolve("policies"));
        Files.writeString(folder.resolve("policies.yaml"), policies);
        if (!registration.isEmpty()) {
            Files.writeString(folder.resolve("registration.yaml"), registration);
        }
        List<String> command = new ArrayList<>(
                List.of("explain", "-v", "-f", file.toString(), "--settings", Repository.SETTINGS.toString()));
        command.addAll(
                (registration + policies).isEmpty() ? List.of("--offline") : List.of("--from", folder.toString()));
        return CommandRun.of(command.toArray(String[]::new));
    }
}
