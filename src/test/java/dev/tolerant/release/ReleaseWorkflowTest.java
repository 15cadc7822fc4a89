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

/** The workflow that publishes a version: what nobody can try without GitHub should at least be well-formed and careful. */
class ReleaseWorkflowTest {
    private static final Pattern USES = Pattern.compile("(?m)^ *(?:- )?uses: (.*)$");
    private static final String PINNED = "[a-z-]+/[a-z-]+@[0-9a-f]{40} # v\\d+\\.\\d+\\.\\d+";
    private static final Pattern EXPRESSION = Pattern.compile("\\$\\{\\{ *([^}]*?) *}}");
    private static final Pattern OUTPUT = Pattern.compile("steps\\.([a-z]+)\\.outputs\\.([a-z]+)");

    private final Workflow workflow = Workflow.release();

    @TempDir
    private Path folder;

    @Test
    void everyActionIsPinnedToACommitAndSaysItsVersion() {
        // When
        List<String> actions = USES.matcher(workflow.text())
                .results()
                .map(match -> match.group(1))
                .toList();

        // Then
        assertThat(actions).hasSizeGreaterThan(8).allMatch(action -> action.matches(PINNED));
        assertThat(actions)
                .hasSameSizeAs(workflow.steps().stream()
                        .filter(step -> step.has("uses"))
                        .toList());
    }

    @Test
    void anActionHasOneVersionThroughout() {
        // When
        Map<String, Set<String>> versions = new TreeMap<>();
        USES.matcher(workflow.text())
                .results()
                .map(match -> match.group(1).split("@", 2))
                .forEach(parts -> versions.computeIfAbsent(parts[0], name -> new TreeSet<>())
                        .add(parts[1]));

        // Then
        assertThat(versions).allSatisfy((action, used) -> assertThat(used).hasSize(1));
    }

    @Test
    void eachJobHasTheRightsThatItNeedsAndNoOther() {
        // When
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

        // Then
        assertThat(workflow.root().path("permissions").isObject()).isTrue();
        assertThat(workflow.root().path("permissions")).isEmpty();
        assertThat(rights)
                .isEqualTo(Map.of(
                        "program", Map.of("contents", "read"),
                        "image", Map.of("contents", "read", "packages", "write"),
                        "publish",
                                Map.of(
                                        "contents", "read",
                                        "packages", "write",
                                        "id-token", "write",
                                        "attestations", "write"),
                        "release", Map.of("contents", "write", "id-token", "write", "attestations", "write")));
    }

    @Test
    void onlyATagOfAVersionStartsIt() {
        // When
        JsonNode on = workflow.root().path("on");

        // Then
        assertThat(on.fieldNames()).toIterable().containsExactly("push");
        assertThat(on.path("push").fieldNames()).toIterable().containsExactly("tags");
        assertThat(on.at("/push/tags")).hasSize(1);
        assertThat(on.at("/push/tags/0").textValue()).isEqualTo("v[0-9]+.[0-9]+.[0-9]+*");
    }

    @Test
    void jobsEndAndWaitForOthersThatExist() {
        // Then
        assertThat(workflow.jobs()).allSatisfy((name, job) -> {
            assertThat(job.path("timeout-minutes").asInt()).isBetween(1, 60);
            assertThat(job.path("runs-on").asText()).matches("ubuntu-24\\.04|\\$\\{\\{ matrix\\.runner }}");
        });
        assertThat(workflow.jobs().get("image").path("needs").asText()).isEqualTo("program");
        assertThat(workflow.jobs().get("publish").path("needs").asText()).isEqualTo("image");
        assertThat(workflow.jobs().get("release").path("needs").asText()).isEqualTo("publish");
        assertThat(workflow.root().at("/concurrency/cancel-in-progress").asBoolean(true))
                .isFalse();
    }

    @Test
    void noCommandHasAnExpressionInItBecauseItsValueWouldBecomeCode() {
        assertThat(workflow.commands())
                .hasSizeGreaterThan(8)
                .noneMatch(command -> EXPRESSION.matcher(command).find());
    }

    @Test
    void expressionsNameWhatTheWorkflowItselfSays() {
        // When
        List<String> expressions = EXPRESSION
                .matcher(workflow.text())
                .results()
                .map(match -> match.group(1))
                .toList();

        // Then
        assertThat(expressions)
                .isNotEmpty()
                .allMatch(expression -> expression.matches(
                        "matrix\\.(architecture|runner)|secrets\\.GITHUB_TOKEN|runner\\.temp|" + OUTPUT.pattern()));
    }

    @Test
    void everyOutputThatIsUsedIsWrittenBefore() {
        // Given
        Set<String> written = new TreeSet<>();
        List<String> unknown = new ArrayList<>();

        // When
        for (JsonNode step : workflow.steps("publish")) {
            Matcher used = OUTPUT.matcher(step.toString());
            while (used.find()) {
                String output = used.group(1) + "." + used.group(2);
                if (!written.contains(output)) {
                    unknown.add(output);
                }
            }
            Pattern.compile("echo \"([a-z]+)=.*>> \"\\$GITHUB_OUTPUT\"")
                    .matcher(step.path("run").asText())
                    .results()
                    .forEach(match -> written.add(step.path("id").asText() + "." + match.group(1)));
        }

        // Then
        assertThat(unknown).isEmpty();
        assertThat(written).containsExactly("chart.digest", "chart.name", "image.digest", "image.name");
    }

    @Test
    void theSourceIsFetchedWithoutLeavingATokenBehind() {
        assertThat(workflow.steps())
                .filteredOn(step -> step.path("uses").asText().startsWith("actions/checkout@"))
                .hasSize(3)
                .allSatisfy(
                        step -> assertThat(step.at("/with/persist-credentials").asBoolean(true))
                                .isFalse());
    }

    @Test
    void bothProcessorsAreBuiltOnMachinesOfTheirOwn() {
        // When
        JsonNode matrix = workflow.jobs().get("image").at("/strategy/matrix/include");

        // Then
        assertThat(matrix.findValuesAsText("architecture")).containsExactly("amd64", "arm64");
        assertThat(matrix.findValuesAsText("runner")).containsExactly("ubuntu-24.04", "ubuntu-24.04-arm");
        assertThat(String.join("\n", workflow.commands()))
                .contains("--platform \"linux/$ARCHITECTURE\"")
                .contains(
                        "imagetools create --tag \"$tag\" \"$image@$(cat digests/amd64)\" \"$image@$(cat digests/arm64)\"");
    }

    @Test
    void thePluginIsPackedOfTheProgramThatTheTestsHaveBuiltAndPublishedLast() {
        // When
        List<String> commands = workflow.steps("program").stream()
                .map(step -> step.path("run").asText())
                .filter(command -> !command.isEmpty())
                .toList();
        String packed = workflow.steps("program").stream()
                .filter(step -> step.at("/with/name").asText().equals("plugin"))
                .map(step -> step.at("/with/path").asText())
                .findFirst()
                .orElseThrow();

        // Then
        assertThat(commands)
                .filteredOn(command ->
                        command.contains("pack-plugin") || command.contains("-Dquarkus") || command.endsWith("verify"))
                .satisfiesExactly(
                        verify -> assertThat(verify).isEqualTo("./mvnw -B verify"),
                        pack -> assertThat(pack)
                                .startsWith(".github/pack-plugin target/quarkus-app ")
                                .endsWith(" " + packed),
                        image -> assertThat(image).contains("-Dquarkus.package.jar.type=aot-jar"));
        assertThat(workflow.steps("release").toString())
                .contains("gh release create \\\"$GITHUB_REF_NAME\\\" plugin/*")
                .contains("\"subject-path\":\"plugin/*.tar.gz\"");
    }

    @Test
    void whatIsPublishedIsSignedByItsDigestAndSaysWhereItComesFrom() {
        // When
        String commands = String.join("\n", workflow.commands());
        List<String> attested = workflow.steps("publish").stream()
                .filter(step -> step.path("uses").asText().startsWith("actions/attest-build-provenance@"))
                .map(step -> step.at("/with/subject-digest").textValue() + " "
                        + step.at("/with/push-to-registry").asText())
                .toList();

        // Then
        assertThat(commands)
                .contains("--provenance mode=max --sbom true")
                .contains("cosign sign --yes --recursive \"$IMAGE\"")
                .contains("cosign sign --yes \"$CHART\"")
                .contains("cosign attest --yes --type cyclonedx --predicate target/tolerant.cdx.json \"$IMAGE\"")
                .contains("--certificate-identity \"$GITHUB_SERVER_URL/$GITHUB_REPOSITORY/" + Workflow.RELEASE);
        assertThat(workflow.text())
                .contains("IMAGE: ${{ steps.image.outputs.name }}@${{ steps.image.outputs.digest }}")
                .contains("CHART: ${{ steps.chart.outputs.name }}@${{ steps.chart.outputs.digest }}");
        assertThat(attested)
                .containsExactly("${{ steps.image.outputs.digest }} true", "${{ steps.chart.outputs.digest }} true");
    }

    @Test
    void theFilesThatItNamesExist() throws IOException {
        // Given
        String commands = String.join("\n", workflow.commands());

        // When
        String dockerfile = Files.readString(Path.of("src/main/docker/Dockerfile.jvm"));
        String pom = Files.readString(Path.of("pom.xml"));

        // Then
        assertThat(commands).contains("--file src/main/docker/Dockerfile.jvm").contains("helm/tolerant");
        assertThat(dockerfile).contains("-Dquarkus.package.jar.type=aot-jar").contains("target/tolerant.cdx.json");
        assertThat(commands).contains("-Dquarkus.package.jar.type=aot-jar");
        assertThat(pom).contains("<outputName>tolerant.cdx</outputName>");
        assertThat(Path.of(".github/stamp-chart")).isExecutable();
        assertThat(Path.of(".github/pack-plugin")).isExecutable();
    }

    @Test
    void theShellCanReadEveryCommand() throws IOException, InterruptedException {
        for (String command : workflow.commands()) {
            // Given
            Path script = Files.writeString(folder.resolve("command"), command);

            // When
            Process shell = new ProcessBuilder("bash", "-n", script.toString())
                    .redirectErrorStream(true)
                    .start();

            // Then
            assertThat(new String(shell.getInputStream().readAllBytes())).isEmpty();
            assertThat(shell.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(shell.exitValue()).isZero();
        }
    }
}
