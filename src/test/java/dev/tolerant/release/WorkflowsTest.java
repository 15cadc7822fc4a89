package dev.tolerant.release;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every workflow: what nobody can try without GitHub should at least be well-formed and careful. */
class WorkflowsTest {
    private static final String ALL = "dev.tolerant.release.Workflow#all";
    private static final String PINNED = "[a-z-]+/[a-z-]+@[0-9a-f]{40} # v\\d+\\.\\d+\\.\\d+";
    private static final Pattern INSTALLED = Pattern.compile("\\bgo install (\\S+)");
    /** A tag, or of a commit without one its time and the beginning of its hash. */
    private static final String VERSIONED = ".*@v\\d+\\.\\d+\\.\\d+(-\\d{14}-[0-9a-f]{12})?";

    private static final Pattern EXPRESSION = Pattern.compile("\\$\\{\\{ *([^}]*?) *}}");
    private static final Pattern OUTPUT = Pattern.compile("steps\\.([a-z]+)\\.outputs\\.([a-z]+)");
    private static final Pattern WRITTEN = Pattern.compile("echo \"([a-z]+)=.*>> \"\\$GITHUB_OUTPUT\"");
    private static final Map<String, String> READS = Map.of("contents", "read");

    /** The rights of each job. */
    private static final Map<String, Map<String, Map<String, String>>> RIGHTS = Map.of(
            "ci", Map.of("run", READS, "trials", READS, "api-server", READS, "libraries", READS),
            "release",
                    Map.of(
                            "program", READS,
                            "image", Map.of("contents", "read", "packages", "write"),
                            "publish",
                                    Map.of(
                                            "contents", "read",
                                            "packages", "write",
                                            "id-token", "write")));

    @TempDir
    private Path folder;

    @ParameterizedTest
    @MethodSource(ALL)
    void everyActionIsPinnedToACommitAndSaysItsVersion(Workflow workflow) {
        List<String> actions = workflow.actions();

        assertThat(actions).hasSizeGreaterThan(3).allMatch(action -> action.matches(PINNED));
        assertThat(actions)
                .hasSameSizeAs(workflow.steps().stream()
                        .filter(step -> step.has("uses"))
                        .toList());
    }

    @Test
    void anActionHasOneVersionInAllOfThem() {
        Map<String, Set<String>> versions = new TreeMap<>();
        Workflow.all()
                .flatMap(workflow -> workflow.actions().stream())
                .map(action -> action.split("@", 2))
                .forEach(parts -> versions.computeIfAbsent(parts[0], name -> new TreeSet<>())
                        .add(parts[1]));

        assertThat(versions)
                .isNotEmpty()
                .allSatisfy((action, used) -> assertThat(used).hasSize(1));
    }

    @Test
    void everyToolThatIsBuiltFromItsSourceHasAVersion() {
        List<String> tools = Workflow.all()
                .flatMap(workflow -> workflow.commands().stream())
                .flatMap(command -> INSTALLED.matcher(command).results())
                .map(install -> install.group(1))
                .toList();

        assertThat(tools).isNotEmpty().allMatch(tool -> tool.matches(VERSIONED));
    }

    @ParameterizedTest
    @MethodSource(ALL)
    void eachJobHasTheRightsThatItNeedsAndNoOther(Workflow workflow) {
        Map<String, Map<String, String>> rights = new TreeMap<>();
        workflow.jobs().forEach((name, job) -> {
            assertThat(job.path("permissions").isObject()).as(name).isTrue();
            Map<String, String> ofJob = new TreeMap<>();
            job.path("permissions")
                    .fields()
                    .forEachRemaining(
                            right -> ofJob.put(right.getKey(), right.getValue().textValue()));
            rights.put(name, ofJob);
        });

        assertThat(workflow.root().path("permissions").isObject()).isTrue();
        assertThat(workflow.root().path("permissions")).isEmpty();
        assertThat(rights).isEqualTo(RIGHTS.get(workflow.name()));
    }

    /** With other events a stranger's code could run with rights of this repository. */
    @ParameterizedTest
    @MethodSource(ALL)
    void onlyPushesAndPullRequestsStartIt(Workflow workflow) {
        assertThat(workflow.root().path("on").fieldNames())
                .toIterable()
                .isNotEmpty()
                .isSubsetOf("push", "pull_request");
    }

    @ParameterizedTest
    @MethodSource(ALL)
    void jobsEndAndWaitForOthersThatExist(Workflow workflow) {
        assertThat(workflow.jobs()).isNotEmpty().allSatisfy((name, job) -> {
            assertThat(job.path("timeout-minutes").asInt()).isBetween(1, 90);
            assertThat(job.path("runs-on").asText()).matches("ubuntu-24\\.04|\\$\\{\\{ matrix\\.runner }}");
            if (job.has("needs")) {
                assertThat(workflow.jobs()).containsKey(job.path("needs").textValue());
            }
        });
        assertThat(workflow.root().at("/concurrency/group").asText()).startsWith(workflow.name());
        assertThat(workflow.root().at("/concurrency/cancel-in-progress").isBoolean())
                .isTrue();
    }

    @ParameterizedTest
    @MethodSource(ALL)
    void noCommandHasAnExpressionInItBecauseItsValueWouldBecomeCode(Workflow workflow) {
        assertThat(workflow.commands())
                .hasSizeGreaterThan(3)
                .noneMatch(command -> EXPRESSION.matcher(command).find());
    }

    @ParameterizedTest
    @MethodSource(ALL)
    void expressionsNameWhatTheWorkflowItselfSaysAndNothingThatAStrangerWrites(Workflow workflow) {
        List<String> expressions = EXPRESSION
                .matcher(workflow.text())
                .results()
                .map(match -> match.group(1))
                .toList();

        assertThat(expressions)
                .isNotEmpty()
                .allMatch(expression -> expression.matches("matrix\\.(architecture|runner)|secrets\\.GITHUB_TOKEN"
                        + "|runner\\.temp|github\\.event\\.pull_request\\.number \\|\\| github\\.run_id|"
                        + OUTPUT.pattern()));
    }

    @ParameterizedTest
    @MethodSource(ALL)
    void everyOutputThatIsUsedIsWrittenBeforeInItsJob(Workflow workflow) {
        List<String> unknown = new ArrayList<>();

        for (String job : workflow.jobs().keySet()) {
            Set<String> written = new TreeSet<>();
            for (JsonNode step : workflow.steps(job)) {
                Matcher used = OUTPUT.matcher(step.toString());
                while (used.find()) {
                    String output = used.group(1) + "." + used.group(2);
                    if (!written.contains(output)) {
                        unknown.add(job + ": " + output);
                    }
                }
                WRITTEN.matcher(step.path("run").asText())
                        .results()
                        .forEach(match -> written.add(step.path("id").asText() + "." + match.group(1)));
            }
        }

        assertThat(unknown).isEmpty();
    }

    @ParameterizedTest
    @MethodSource(ALL)
    void theSourceIsFetchedWithoutLeavingATokenBehind(Workflow workflow) {
        assertThat(workflow.steps())
                .filteredOn(step -> step.path("uses").asText().startsWith("actions/checkout@"))
                .isNotEmpty()
                .allSatisfy(
                        step -> assertThat(step.at("/with/persist-credentials").asBoolean(true))
                                .isFalse());
    }

    @ParameterizedTest
    @MethodSource(ALL)
    void theShellCanReadEveryCommand(Workflow workflow) throws IOException, InterruptedException {
        assertThat(workflow.root().at("/defaults/run/shell").asText()).isEqualTo("bash");
        for (String command : workflow.commands()) {
            Path script = Files.writeString(folder.resolve("command"), command);

            Process shell = new ProcessBuilder("bash", "-n", script.toString())
                    .redirectErrorStream(true)
                    .start();

            assertThat(new String(shell.getInputStream().readAllBytes())).isEmpty();
            assertThat(shell.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(shell.exitValue()).isZero();
        }
    }
}
