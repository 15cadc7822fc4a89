package dev.tolerant.release;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The workflow that publishes a version: what it builds and signs, in which order. */
class ReleaseWorkflowTest {
    private final Workflow workflow = Workflow.named("release");

    @Test
    void onlyATagOfAVersionStartsIt() {
        JsonNode on = workflow.root().path("on");

        assertThat(on.fieldNames()).toIterable().containsExactly("push");
        assertThat(on.path("push").fieldNames()).toIterable().containsExactly("tags");
        assertThat(on.at("/push/tags")).hasSize(1);
        assertThat(on.at("/push/tags/0").textValue()).isEqualTo("v[0-9]+.[0-9]+.[0-9]+*");
    }

    @Test
    void eachJobWaitsForTheOneBeforeAndNothingEndsARelease() {
        assertThat(workflow.jobs().get("image").path("needs").asText()).isEqualTo("program");
        assertThat(workflow.jobs().get("publish").path("needs").asText()).isEqualTo("image");
        assertThat(workflow.root().at("/concurrency/cancel-in-progress").asBoolean(true))
                .isFalse();
    }

    @Test
    void bothProcessorsAreBuiltOnMachinesOfTheirOwn() {
        JsonNode matrix = workflow.jobs().get("image").at("/strategy/matrix/include");

        assertThat(matrix.findValuesAsText("architecture")).containsExactly("amd64", "arm64");
        assertThat(matrix.findValuesAsText("runner")).containsExactly("ubuntu-24.04", "ubuntu-24.04-arm");
        assertThat(String.join("\n", workflow.commands()))
                .contains("--platform \"linux/$ARCHITECTURE\"")
                .contains(
                        "imagetools create --tag \"$tag\" \"$image@$(cat digests/amd64)\" \"$image@$(cat digests/arm64)\"");
    }

    @Test
    void whatIsPublishedIsSignedByItsDigest() {
        assertThat(String.join("\n", workflow.commands()))
                .contains("cosign sign --yes --recursive \"$IMAGE\"")
                .contains("cosign sign --yes \"$CHART\"")
                .contains("cosign attest --yes --type cyclonedx --predicate target/tolerant.cdx.json \"$IMAGE\"");
        assertThat(workflow.text())
                .contains("IMAGE: ${{ steps.image.outputs.name }}@${{ steps.image.outputs.digest }}")
                .contains("CHART: ${{ steps.chart.outputs.name }}@${{ steps.chart.outputs.digest }}");
    }

    @Test
    void theFilesThatItNamesExist() throws IOException {
        String commands = String.join("\n", workflow.commands());

        String dockerfile = Files.readString(Path.of("src/main/docker/Dockerfile.jvm"));
        String pom = Files.readString(Path.of("pom.xml"));

        assertThat(commands).contains("--file src/main/docker/Dockerfile.jvm").contains("helm/tolerant");
        assertThat(dockerfile).contains("-Dquarkus.package.jar.type=aot-jar").contains("target/tolerant.cdx.json");
        assertThat(commands).contains("-Dquarkus.package.jar.type=aot-jar");
        assertThat(pom).contains("<outputName>tolerant.cdx</outputName>");
    }
}
