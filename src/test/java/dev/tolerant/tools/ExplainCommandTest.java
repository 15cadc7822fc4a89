package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.tolerant.observed.explain.ExplainedCase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of pods, on the command line. */
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
        assertThat(text.exitCode()).isEqualTo(exitCode);
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

    @Test
    void yamlSaysWhatJsonSays() throws IOException {
        String[] command = {"explain", "--offline", "-f", Repository.app("train.yaml"), "-o"};

        CommandRun yaml = CommandRun.of(append(command, "yaml"));
        CommandRun json = CommandRun.of(append(command, "json"));

        assertThat(yaml.out()).contains("items:\n- kind: Pod\n  name: train-\n");
        assertThat((JsonNode) new YAMLMapper().readTree(yaml.out())).isEqualTo(JSON.readTree(json.out()));
    }

    private static String[] append(String[] command, String last) {
        List<String> all = new ArrayList<>(List.of(command));
        all.add(last);
        return all.toArray(String[]::new);
    }

    @Test
    void ofADirectoryThePodsAreExplainedInTheOrderOfTheirFiles() throws IOException {
        CommandRun run = CommandRun.of(
                "explain", "--offline", "-f", Repository.ROOT.resolve("apps").toString(), "-o", "json");

        assertThat(run.exitCode()).isZero();
        assertThat(JSON.readTree(run.out()).findValuesAsText("madeBy"))
                .containsExactly("DaemonSet/agent", "CronJob/report", "Job/train", "Deployment/web");
        assertThat(run.err()).isEqualTo("explain: ignores 1 object without pods: 1 Service\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "argoproj.io/v1alpha1    | Rollout          | spec: {template: PODS}",
                "apps.openshift.io/v1    | DeploymentConfig | spec: {template: PODS}",
                "v1                      | PodTemplate      | template: PODS",
                "example.com/v1          | Recipe           | template: PODS",
                "example.com/v1          | Nightly          | spec: {jobTemplate: {spec: {template: PODS}}}",
                "apps.kruise.io/v1alpha1 | DaemonSet        | spec: {template: PODS}",
            })
    void anyObjectWithAPodTemplateMakesPodsAsAReplicaSetDoes(
            String version, String kind, String template, @TempDir Path directory) throws IOException {
        Path file = Files.writeString(
                directory.resolve("any.yaml"),
                ("{apiVersion: " + version + ", kind: " + kind + ", metadata: {name: web, namespace: shop}, " + template
                                + "}")
                        .replace(
                                "PODS",
                                "{spec: {containers: [{name: a, image: a}], tolerations: [{key: own, operator: Exists}]}}"));
        Path policy = Files.writeString(
                directory.resolve("policy.yaml"),
                "{apiVersion: tolerant.dev/v1alpha1, kind: TolerationPolicy, metadata: {name: sets}, spec: {match:"
                        + " {ownerKinds: [ReplicaSet]}, tolerations: [{key: given, operator: Exists}]}}");

        CommandRun run = CommandRun.of("explain", "-f", file.toString(), "--from", policy.toString(), "-o", "json");

        assertThat(run.err()).isEmpty();
        assertThat(item(run).at("/madeBy").asText()).isEqualTo(kind + "/web");
        assertThat(item(run).at("/tolerations").findValuesAsText("key"))
                .map(key -> key.replace("node.kubernetes.io/", ""))
                .containsExactly("own", "not-ready", "unreachable", "given");
        assertThat(item(run).at("/notes"))
                .map(JsonNode::asText)
                .anySatisfy(note -> assertThat(note)
                        .endsWith(kind + " is not a kind that Kubernetes makes pods for: the pods are assumed to belong"
                                + " to a ReplicaSet."));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "extensions/v1beta1, kind: Deployment, spec: {template: {spec: {containers: []}}} | extensions/v1beta1 Deployment",
                "argoproj.io/v1, kind: Rollout, spec: {template: {spec: {containers: []}}}        | Rollout",
            })
    void aKindThatHasTheNameOfOneOfKubernetesIsSpokenOfWithItsVersion(
            String object, String name, @TempDir Path directory) throws IOException {
        Path file =
                Files.writeString(directory.resolve("old.yaml"), "{apiVersion: " + object + ", metadata: {name: web}}");

        assertThat(CommandRun.of("explain", "--offline", "-f", file.toString()).out())
                .contains(" " + name + " is not a kind that Kubernetes makes pods for:");
    }

    @Test
    void objectsWithoutContainersInATemplateAreCounted(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(
                directory.resolve("none.yaml"),
                "{apiVersion: example.com/v1, kind: Recipe, spec: {template: {spec: {pods: 3}}}}\n---\n"
                        + Files.readString(Path.of(Repository.app("train.yaml"))));

        CommandRun run = CommandRun.of("explain", "--offline", "-f", file.toString());

        assertThat(run.err()).isEqualTo("explain: ignores 1 object without pods: 1 Recipe\n");
        assertThat(run.exitCode()).isZero();
    }

    @Test
    void nodesAreSpokenOfByTheirNames() throws IOException {
        CommandRun run = CommandRun.of(
                "explain",
                "-f",
                Repository.app("train.yaml"),
                "--from",
                Repository.POLICIES.toString(),
                "--from",
                Repository.NODES.toString(),
                "-o",
                "json");

        assertThat(item(run).get("nodes"))
                .isEqualTo(JSON.readTree("[{\"name\": \"ml-1\", \"schedulable\": true, \"evictedAfterSeconds\": null},"
                        + " {\"name\": \"shop-1\", \"schedulable\": false, \"evictedAfterSeconds\": null,"
                        + " \"obstacle\": \"node selector or affinity\"}]"));
    }

    @Test
    void aPodThatNobodyInParticularCreatesIsNotExempt(@TempDir Path policies) throws IOException {
        Files.writeString(
                policies.resolve("policy.yaml"),
                "{apiVersion: tolerant.dev/v1alpha1, kind: TolerationPolicy, metadata: {name: keep-out}, spec: {match: {namespaceSelector: {matchLabels: {team: ml}}},"
                        + " reserve: {taints: [{key: dedicated}], exempt: {users: [ann], groups: [admins]}}}}");
        String[] command = {"explain", "-f", Repository.app("curious.yaml"), "--from", policies.toString(), "-o"};

        assertThat(verdict(append(command, "json"))).isEqualTo("refused");
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
                .contains("request.object.spec.tolerations has more than 1000 entries");
    }

    private static String verdict(String... command) throws IOException {
        return item(CommandRun.of(command)).get("verdict").asText();
    }

    private static JsonNode item(CommandRun run) throws IOException {
        return JSON.readTree(run.out()).at("/items/0");
    }

    @Test
    void coloursComeWhereTheyAreAskedFor() {
        CommandRun plain = CommandRun.of("explain", "--offline", "-f", Repository.app("train.yaml"));
        CommandRun colourful =
                CommandRun.of("explain", "--offline", "-f", Repository.app("train.yaml"), "--color", "always");
        System.clearProperty("picocli.ansi");

        assertThat(plain.out()).doesNotContain("\u001b");
        assertThat(colourful.out()).contains("\u001b[32mnext pod: admitted, 1 change\u001b[0m");
        assertThat(colourful.out().replaceAll("\u001b\\[[0-9]+m", "")).isEqualTo(plain.out());
    }

    @Test
    void policiesThatCannotBeUsedAreSaidAndPassedOverAndAFileThatCannotBeReadIsNot(@TempDir Path directory)
            throws IOException {
        Path policy = Files.writeString(
                directory.resolve("policy.yaml"),
                "{apiVersion: tolerant.dev/v1alpha1, kind: TolerationPolicy, metadata: {name: typo}, spec: {macht: {}}}");
        Path broken = Repository.ROOT.resolve("careless/broken.yaml");
        String[] command = {"explain", "-f", Repository.app("train.yaml"), "--from"};

        CommandRun invalid = CommandRun.of(append(command, policy.toString()));
        CommandRun unreadable = CommandRun.of(append(command, broken.toString()));

        assertThat(invalid.exitCode()).isZero();
        assertThat(invalid.err()).startsWith("explain: policies: TolerationPolicy typo");
        assertThat(unreadable)
                .isEqualTo(new CommandRun(
                        2, "", "explain: " + broken + " cannot be read: it is not YAML or JSON at line 2, column 1\n"));
    }

    @Test
    void whereNoPodIsLeftThatIsAnError() {
        CommandRun run = CommandRun.of("explain", "--offline", "-f", Repository.POLICIES.toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .isEqualTo("explain: the input has no pod and no workload, only 3 Namespace, 2 TolerationPolicy\n");
    }

    @Test
    void whatIsNotInTheFormOfTheApiIsNamedByFileDocumentAndPath() {
        CommandRun run = CommandRun.of(
                "explain",
                "--offline",
                "-f",
                Repository.ROOT.resolve("careless/pods.yaml").toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .isEqualTo(
                        "explain: src/test/resources/manifests/careless/pods.yaml, document 3: spec.tolerations must be"
                                + " a list, but is a string\n");
    }

    @Test
    void nodesAreReadAsPodsAre(@TempDir Path directory) throws IOException {
        Files.createDirectory(directory.resolve("nodes"));
        String node = "{\"apiVersion\": \"v1\", \"kind\": \"Node\", \"metadata\": {\"name\": \"%s\"}}";
        Files.writeString(directory.resolve("nodes/a.json"), node.formatted("first") + node.formatted("second"));
        Files.writeString(directory.resolve("nodes/b.yaml"), node.formatted("third"));

        CommandRun run = CommandRun.of(
                "explain",
                "-f",
                Repository.app("train.yaml"),
                "--from",
                directory.resolve("nodes").toString(),
                "-o",
                "json");

        assertThat(item(run).get("nodes").findValuesAsText("name")).containsExactly("first", "second", "third");
    }

    @Test
    void podsAndNodesCannotBothBeStandardInput() {
        CommandRun run = CommandRun.of("explain", "-f", "-", "--from", "-");

        assertThat(run)
                .isEqualTo(new CommandRun(
                        2, "", "explain: -f and --from cannot both be standard input: give a file for one of them\n"));
    }
}
