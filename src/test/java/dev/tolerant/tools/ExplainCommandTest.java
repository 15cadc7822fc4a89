package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.testing.ClusterServer;
import dev.tolerant.testing.CommandRun;
import dev.tolerant.testing.ExplainedCase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of pods, on the command line; the scripts whose names begin with explain have the rest. */
class ExplainCommandTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final boolean WRITE = Boolean.getBoolean("golden.write");

    static List<ExplainedCase> cases() throws IOException {
        return ExplainedCase.withGolden();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aCaseGetsItsGoldenExplanation(ExplainedCase golden) throws IOException {
        CommandRun text = CommandRun.of(command(golden, "text"));
        CommandRun json = CommandRun.of(command(golden, "json"));

        if (WRITE) {
            Files.writeString(golden.golden("txt"), text.out());
        }
        if (WRITE && Files.exists(golden.golden("json"))) {
            Files.writeString(golden.golden("json"), withoutTime(json));
        }
        int exitCode = JSON.readTree(json.out()).findValues("refusal").isEmpty() ? 0 : 1;
        assertThat(text.exitCode()).as(text.err()).isEqualTo(exitCode);
        assertThat(text.out()).isEqualTo(Files.readString(golden.golden("txt")));
        assertThat(json.exitCode()).isEqualTo(exitCode);
        if (Files.exists(golden.golden("json"))) {
            assertThat(withoutTime(json)).isEqualTo(Files.readString(golden.golden("json")));
        }
    }

    private static String withoutTime(CommandRun run) {
        return run.out().replaceFirst("\n +\"at\" : \"[^\"]+\",", "");
    }

    private static String[] command(ExplainedCase golden, String format) {
        List<String> command =
                new ArrayList<>(List.of("explain", "-v", "-f", golden.input().toString(), "-o", format));
        addIfThere(command, "--from", golden.policies());
        addIfThere(command, "--from", golden.nodes());
        if (!command.contains("--from")) {
            command.add("--offline");
        }
        addIfThere(command, "--settings", golden.directory().resolve("settings.properties"));
        return command.toArray(String[]::new);
    }

    private static void addIfThere(List<String> command, String option, Path file) {
        if (Files.exists(file)) {
            command.addAll(List.of(option, file.toString()));
        }
    }

    @ParameterizedTest
    @CsvSource({"narrow, refused, 1, refused", "open, skipped, 0, warned"})
    void aReviewThatIsTooLargeGetsTheAnswerOfTheWebhook(
            String namespace, String verdict, int exitCode, String outcome, @TempDir Path directory)
            throws IOException {
        Path namespaces = Files.createDirectory(directory.resolve("namespaces"));
        Files.writeString(
                namespaces.resolve("narrow.yaml"),
                "{apiVersion: v1, kind: Namespace, metadata: {name: narrow, annotations:"
                        + " {scheduler.alpha.kubernetes.io/tolerationsWhitelist: '[{\"key\": \"spot\"}]'}}}");
        Path review = Files.writeString(
                directory.resolve("review.yaml"),
                "{apiVersion: admission.k8s.io/v1, kind: AdmissionReview, request: {uid: u, operation: CREATE,"
                        + " kind: {group: '', version: v1, kind: Pod}, namespace: " + namespace
                        + ", object: {spec: {tolerations: [" + "{key: spot}, ".repeat(1001) + "]}}}}");

        CommandRun run =
                CommandRun.of("explain", "-f", review.toString(), "--from", namespaces.toString(), "-o", "json");

        JsonNode explanation = item(run);
        assertThat(run.exitCode()).isEqualTo(exitCode);
        assertThat(explanation.path("verdict").asText()).isEqualTo(verdict);
        assertThat(explanation.at("/steps/0/outcome").asText()).isEqualTo(outcome);
        assertThat(explanation.at("/steps/0/sentence").asText())
                .contains("request.object.spec.tolerations has more than 350 entries");
    }

    @ParameterizedTest
    @CsvSource({
        "POLICY, you may not list tolerationpolicies",
        "CONFIG_MAP, you may not list configmaps",
        "NAMESPACE, you may not list namespaces",
        "MUTATING_WEBHOOKS, you may not list mutatingwebhookconfigurations"
    })
    void whatDecidesAndWasNotReadIsSaidFirstAndTheVerdictIsUnknown(
            ObjectKind unread, String why, @TempDir Path directory) throws IOException {
        try (ClusterServer server = new ClusterServer()) {
            server.list(ObjectKind.NAMESPACE, "{\"metadata\": {\"name\": \"shop\"}}");
            server.list(ClusterServer.path(ObjectKind.DEPLOYMENT, "shop"), """
                    {"metadata": {"name": "web", "namespace": "shop"},
                     "spec": {"template": {"spec": {"containers": [{"name": "main"}]}}}}
                    """);
            String kubeconfig = server.kubeconfig(directory).toString();
            String[] text = {"explain", "deploy/web", "--kubeconfig", kubeconfig};
            String[] json = {"explain", "deploy/web", "-o", "json", "--kubeconfig", kubeconfig};
            CommandRun read = CommandRun.of(text);
            server.refuse(ClusterServer.path(unread), 403);

            CommandRun people = CommandRun.of(text);
            CommandRun programs = CommandRun.of(json);

            assertThat(read.exitCode()).as(read.err()).isZero();
            assertThat(people.out())
                    .startsWith("Deployment shop/web    next pod: unknown, 1 kind not read; by the rest, admitted");
            assertThat(people.err()).containsOnlyOnce("explain: 1 kind not read: " + why);
            assertThat(people.out()).doesNotContain("no policy matches");
            assertThat(people.exitCode()).isEqualTo(2);
            assertThat(item(programs).path("verdict").asText()).isEqualTo("unknown");
            assertThat(item(programs).at("/unread/0").asText()).startsWith(why);
        }
    }

    private static JsonNode item(CommandRun run) throws IOException {
        return JSON.readTree(run.out()).at("/items/0");
    }
}
