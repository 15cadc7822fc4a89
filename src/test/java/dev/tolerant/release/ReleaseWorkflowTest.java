package dev.tolerant.release;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The workflow that publishes a version: what it builds, packs and signs, in which order. */
class ReleaseWorkflowTest {
    private final Workflow workflow = Workflow.named("release");

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
    void eachJobWaitsForTheOneBeforeAndNothingEndsARelease() {
        // Then
        assertThat(workflow.jobs().get("image").path("needs").asText()).isEqualTo("program");
        assertThat(workflow.jobs().get("publish").path("needs").asText()).isEqualTo("image");
        assertThat(workflow.jobs().get("release").path("needs").asText()).isEqualTo("publish");
        assertThat(workflow.root().at("/concurrency/cancel-in-progress").asBoolean(true))
                .isFalse();
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
                .contains(
                        "--certificate-identity \"$GITHUB_SERVER_URL/$GITHUB_REPOSITORY/.github/workflows/release.yaml@");
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
}
