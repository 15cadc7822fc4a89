package dev.tolerant.release;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The workflow that tests each change: what it runs, and on what. */
class CiWorkflowTest {
    private static final Pattern KUBERNETES = Pattern.compile("setup-envtest\"? use (\\S+)");
    private static final Pattern VARIABLE = Pattern.compile("([A-Z_]+)=\\S+ \\.ci/run");

    private final Workflow workflow = Workflow.named("ci");

    @Test
    void pushesToMainAndPullRequestsStartItAndANewPushToAPullRequestEndsTheRunBefore() {
        JsonNode on = workflow.root().path("on");

        assertThat(on.fieldNames()).toIterable().containsExactly("push", "pull_request");
        assertThat(on.path("push").toString()).isEqualTo("{\"branches\":[\"main\"]}");
        assertThat(workflow.root().at("/concurrency/cancel-in-progress").asBoolean())
                .isTrue();
        assertThat(workflow.root().at("/concurrency/group").asText())
                .isEqualTo("ci-${{ github.event.pull_request.number || github.run_id }}");
    }

    @Test
    void itRunsTheScriptThatRunsEverywhereOnTheNewestJdk() throws IOException {
        String command = last(commands("run"));
        MatchResult variable = VARIABLE.matcher(command).results().findFirst().orElseThrow();

        assertThat(Path.of(".ci/run")).isExecutable();
        assertThat(Files.readString(Path.of(".ci/run"))).contains("${" + variable.group(1) + ":-");
        assertThat(command).contains("$JAVA_HOME_25_X64");
        assertThat(jdks("run")).containsExactly("25", "17");
    }

    @Test
    void theProfileRunsAgainstTheKubernetesOfTheDocumentAndNoTestMayBeSkipped() throws IOException {
        List<String> commands = commands("api-server");

        assertThat(kubernetes(commands.get(0)))
                .isEqualTo(kubernetes(Files.readString(Path.of("CONTRIBUTING.md"))))
                .isEqualTo("1.36.x");
        assertThat(commands.get(0)).contains("echo \"KUBEBUILDER_ASSETS=$assets\" >> \"$GITHUB_ENV\"");
        assertThat(commands.get(1)).isEqualTo("./mvnw -B verify -Papi-server");
        assertThat(commands.get(2)).contains("<skipped>0</skipped>").contains("<completed>[1-9]");
        assertThat(Files.readString(Path.of("pom.xml"))).contains("<id>api-server</id>");
    }

    @Test
    void thePropertyTestsRunWithManyMoreTrialsAndTheSeedOfTheScript() throws IOException {
        String command = last(commands("trials"));
        String seed = command.substring(0, command.indexOf(' '));

        assertThat(command).isEqualTo(seed + " ./mvnw -B test -Ptrials");
        assertThat(Files.readString(Path.of(".ci/run"))).contains("export " + seed + "\n");
        assertThat(Files.readString(Path.of("pom.xml"))).contains("<id>trials</id>");
        assertThat(Files.readString(Path.of("CONTRIBUTING.md"))).contains("`./mvnw test -Ptrials`");
    }

    @Test
    void thePromisesNameTheJobThatRunsTheirTestsAgainstAnApiServer() throws IOException {
        String promises = Files.readString(Path.of("docs/promises.md"));

        assertThat(promises).contains("ApiServerIT", "the job `api-server` of `.github/workflows/ci.yaml`");
        assertThat(workflow.jobs()).containsKey("api-server");
        assertThat(Files.readString(Path.of(".ci/run"))).doesNotContain("api-server");
    }

    @Test
    void theListOfLibrariesIsKeptEvenIfTheScannerThenFindsSomething() throws IOException {
        String list = "target/tolerant.cdx.json";

        List<JsonNode> steps = workflow.steps("libraries");
        JsonNode scanned = steps.get(steps.size() - 1);
        JsonNode kept = steps.get(steps.size() - 2);

        assertThat(kept.path("uses").asText()).startsWith("actions/upload-artifact@");
        assertThat(kept.at("/with/path").asText()).isEqualTo(list);
        assertThat(kept.at("/with/if-no-files-found").asText()).isEqualTo("error");
        assertThat(scanned.path("run").asText().strip()).endsWith("osv-scanner\" scan source -L " + list);
        assertThat(Files.readString(Path.of("pom.xml"))).contains("<outputName>tolerant.cdx</outputName>");
    }

    private List<String> commands(String job) {
        return workflow.steps(job).stream()
                .filter(step -> step.has("run"))
                .map(step -> step.get("run").textValue())
                .toList();
    }

    private List<String> jdks(String job) {
        return workflow.steps(job).stream()
                .map(step -> step.at("/with/java-version").asText())
                .flatMap(String::lines)
                .filter(line -> !line.isBlank())
                .toList();
    }

    private static String last(List<String> commands) {
        return commands.get(commands.size() - 1);
    }

    private static String kubernetes(String text) {
        return KUBERNETES.matcher(text).results().findFirst().orElseThrow().group(1);
    }
}
