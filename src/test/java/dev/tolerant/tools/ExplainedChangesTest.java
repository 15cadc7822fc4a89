package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What explain -o diff and -o manifest write of the objects in files. */
class ExplainedChangesTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final YAMLMapper YAML = new YAMLMapper();

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void nameTheFile() {
        file = directory.resolve("input.yaml");
    }

    @Test
    void aDiffShowsTheTemplatesChangesWithWhatStandsAroundThem() {
        CommandRun run = explain("diff", Repository.app("report.yaml"));

        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).isEqualTo("""
                        --- CronJob shop/report
                        +++ CronJob shop/report
                        @@ -13,3 +13,15 @@
                                   containers:
                                   - name: report
                                     image: registry.example.com/shop/report:3
                        +          tolerations:
                        +          - key: node.kubernetes.io/not-ready
                        +            operator: Exists
                        +            effect: NoExecute
                        +            tolerationSeconds: 60
                        +          - key: node.kubernetes.io/unreachable
                        +            operator: Exists
                        +            effect: NoExecute
                        +            tolerationSeconds: 60
                        +          - key: spot
                        +            operator: Exists
                        +            effect: NoSchedule
                        """);
    }

    @Test
    void whereNothingChangesADiffIsEmpty() {
        CommandRun run = CommandRun.of("explain", "--offline", "-f", Repository.app("agent.yaml"), "-o", "diff");

        assertThat(run).isEqualTo(new CommandRun(0, "", ""));
    }

    @Test
    void aReviewWithoutAnObjectHasNoDiff() throws IOException {
        Files.writeString(file, """
                apiVersion: admission.k8s.io/v1
                kind: AdmissionReview
                request: {uid: u, operation: DELETE, namespace: shop, name: web, kind: {group: "", version: v1, kind: Pod},
                  object: null, oldObject: {apiVersion: v1, kind: Pod, metadata: {name: web}}}
                """);

        assertThat(explain("diff", file.toString())).isEqualTo(new CommandRun(0, "", ""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "web.yaml    | /spec/template/spec/tolerations                  | not-ready unreachable spot memory-pressure",
                "train.yaml  | /spec/template/spec/tolerations                  | spot not-ready unreachable dedicated nvidia.com/gpu",
                "report.yaml | /spec/jobTemplate/spec/template/spec/tolerations | not-ready unreachable spot",
                // Its controller gives the pods more, which does not belong in the template.
                "agent.yaml  | /spec/template/spec/tolerations                  | dedicated",
            })
    void aManifestHasWhatItsPodsWouldHaveWhereItsTemplateIs(String app, String path, String keys) throws IOException {
        CommandRun run = explain("manifest", Repository.app(app));

        assertThat(documents(run).get(0).at(path).findValuesAsText("key"))
                .map(key -> key.replace("node.kubernetes.io/", ""))
                .containsExactly(keys.split(" "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "argoproj.io/v1alpha1    | Rollout     | spec: {template: PODS}                        | /spec/template",
                "v1                      | PodTemplate | template: PODS                                | /template",
                "example.com/v1          | Nightly     | spec: {jobTemplate: {spec: {template: PODS}}} | /spec/jobTemplate/spec/template",
                "apps.kruise.io/v1alpha1 | DaemonSet   | spec: {template: PODS}                        | /spec/template",
            })
    void soDoesAnyOtherObjectWithAPodTemplate(String version, String kind, String template, String path)
            throws IOException {
        Files.writeString(
                file,
                ("{apiVersion: " + version + ", kind: " + kind + ", metadata: {name: web, namespace: shop}, " + template
                                + "}")
                        .replace("PODS", "{spec: {containers: []}}"));

        CommandRun manifest = explain("manifest", file.toString());
        CommandRun diff = explain("diff", file.toString());

        assertThat(documents(manifest).get(0).at(path + "/spec/tolerations").findValuesAsText("key"))
                .map(key -> key.replace("node.kubernetes.io/", ""))
                .containsExactly("not-ready", "unreachable", "spot");
        assertThat(diff.out()).startsWith("--- " + kind + " shop/web\n").contains("- key: spot\n");
    }

    @Test
    void objectsWithoutPodsAndEverythingElseStayAsTheyAre() throws IOException {
        List<JsonNode> before = YAML.readerFor(JsonNode.class)
                .<JsonNode>readValues(Files.readString(Path.of(Repository.app("web.yaml"))))
                .readAll();

        CommandRun run = explain("manifest", Repository.app("web.yaml"));

        List<JsonNode> after = documents(run);
        ((ObjectNode) after.get(0).at("/spec/template/spec")).remove("tolerations");
        assertThat(run.err()).isEmpty();
        assertThat(after).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\ndata:\n  a: b\n"})
    void objectsWithoutPodsAloneArePassedThrough(String yaml) throws IOException {
        Files.writeString(file, yaml);

        assertThat(explain("manifest", file.toString())).isEqualTo(new CommandRun(0, yaml, ""));
    }

    @Test
    void aManifestOfAManifestIsTheSame() throws IOException {
        String once =
                explain("manifest", Repository.ROOT.resolve("apps").toString()).out();
        Files.writeString(file, once);

        CommandRun again = explain("manifest", file.toString());

        assertThat(again.out()).isEqualTo(once);
        assertThat(explain("diff", file.toString()).out()).isEmpty();
    }

    @Test
    void unknownFieldsStayAndManagedFieldsAreNotShown() throws IOException {
        Files.writeString(file, """
                {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a", "managedFields": [{"manager": "kubectl"}]},
                 "spec": {"unknown": 1.5, "containers": []}}
                """);

        CommandRun run = explain("manifest", file.toString());

        JsonNode pod = documents(run).get(0);
        assertThat(pod.at("/spec/unknown")).isEqualTo(JSON.readTree("1.5"));
        assertThat(pod.get("metadata")).isEqualTo(JSON.readTree("{\"name\": \"a\"}"));
    }

    @Test
    void whatIsRefusedIsLeftOutAndReported() throws IOException {
        String service = "{apiVersion: v1, kind: Service, metadata: {name: s}}\n";
        Files.writeString(
                file,
                service + "---\n" + Files.readString(Path.of(Repository.app("curious.yaml"))) + "---\n" + service);

        CommandRun run = explain("manifest", file.toString());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(documents(run))
                .hasSize(2)
                .allMatch(document -> document.at("/kind").asText().equals("Service"));
        assertThat(run.err())
                .isEqualTo("explain: " + file
                        + ", document 2: Pod shop/curious: refused: TolerationPolicy ml-pool reserves"
                        + " taint dedicated:NoSchedule, and namespace shop is not among its own: leave out toleration"
                        + " dedicated:NoSchedule op=Exists\n");
    }

    @Test
    void warningsAreReportedBesideADiff() throws IOException {
        Files.writeString(
                directory.resolve("policy.yaml"),
                "{apiVersion: tolerant.dev/v1alpha1, kind: TolerationPolicy, metadata: {name: soft}, spec:"
                        + " {match: {}, tolerations: [{key: soft, operator: Exists}]}}");

        CommandRun run = CommandRun.of(
                "explain", "-f", Repository.app("agent.yaml"), "--from", directory.toString(), "-o", "diff");

        assertThat(run.exitCode()).isZero();
        assertThat(run.err())
                .startsWith("explain: warning: " + Repository.app("agent.yaml")
                        + ", document 1: DaemonSet observability/agent: policies/soft ");
    }

    @Test
    void aReviewIsTheObjectInIt() {
        CommandRun run = CommandRun.of(
                "explain",
                "--offline",
                "-f",
                "src/test/resources/reviews/pod-create-train.json",
                "--settings",
                settings(),
                "-o",
                "diff");

        assertThat(run.out()).startsWith("--- Pod ").contains("+    tolerationSeconds: 60");
    }

    private static CommandRun explain(String format, String input) {
        return CommandRun.of(
                "explain",
                "-f",
                input,
                "--from",
                Repository.POLICIES.toString(),
                "--settings",
                settings(),
                "-o",
                format);
    }

    private static String settings() {
        return Repository.SETTINGS.toString();
    }

    private static List<JsonNode> documents(CommandRun run) throws IOException {
        return Stream.of(run.out().split("(?m)^---\n"))
                .map(ExplainedChangesTest::tree)
                .toList();
    }

    private static JsonNode tree(String document) {
        try {
            return YAML.readTree(document);
        } catch (IOException notYaml) {
            throw new UncheckedIOException(notYaml);
        }
    }
}
