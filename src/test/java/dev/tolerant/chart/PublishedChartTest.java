package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The chart as the release workflow publishes it, which knows its image, and what Artifact Hub reads in it. */
class PublishedChartTest {
    private static final YAMLMapper YAML = new YAMLMapper();
    private static final String SOURCE = "https://git.example.com/platform/tolerant";
    private static final String IMAGE = "registry.example.com/platform/tolerant";
    private static final String DIGEST = "sha256:" + "0123456789abcdef".repeat(4);

    @TempDir
    Path folder;

    private Path chart;

    @BeforeEach
    void copy() {
        chart = ChartCopy.in(folder).withoutHooks().path();
    }

    /** What the script prints; empty if it succeeds. */
    private String stamp(String version, String source, String image, String digest) {
        try {
            List<String> command = new ArrayList<>(List.of("bash", ".github/stamp-chart", chart.toString()));
            command.addAll(List.of(version, source, image, digest));
            Process script =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String output = new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(script.waitFor() == 0).as(output).isEqualTo(output.isEmpty());
            return output;
        } catch (IOException | InterruptedException failed) {
            throw new AssertionError(failed);
        }
    }

    private void stamp() {
        assertThat(stamp("0.1.0", SOURCE, IMAGE, DIGEST)).isEmpty();
    }

    private JsonNode metadata() throws IOException {
        return YAML.readTree(chart.resolve("Chart.yaml").toFile());
    }

    @Test
    void itRunsItsOwnImageByDigestWithoutAnyValue() {
        // When
        stamp();

        // Then
        RenderedChart rendered = RenderedChart.withoutImage(chart, "{}");
        assertThat(DeploymentChartTest.pod(rendered).getContainers().get(0).getImage())
                .isEqualTo(IMAGE + "@" + DIGEST);
        assertThat(rendered.only(Pod.class).getSpec().getContainers().get(0).getImage())
                .isEqualTo("docker.io/curlimages/curl:8.11.1");
    }

    @Test
    void helmHasNothingToSayAboutIt() {
        // When
        stamp();

        // Then
        LintResult result = new Helm(chart).lint().strict().call();
        assertThat(result.isFailed()).as("%s", result.getMessages()).isFalse();
        assertThat(result.getMessages()).isEmpty();
    }

    @Test
    void itSaysWhereItComesFrom() throws IOException {
        // Given
        JsonNode before = metadata();

        // When
        stamp();

        // Then
        JsonNode after = metadata();
        assertThat(after.path("version").textValue()).isEqualTo("0.1.0");
        assertThat(after.path("home").textValue()).isEqualTo(SOURCE);
        assertThat(after.path("sources").get(0).textValue()).isEqualTo(SOURCE);
        assertThat(annotation(after, "images").get(0).path("image").textValue()).isEqualTo(IMAGE + ":0.1.0@" + DIGEST);
        assertThat(annotation(after, "links").get(0).path("url").textValue()).isEqualTo(SOURCE + "/tree/v0.1.0/docs");
        assertThat(after.at("/annotations/artifacthub.io~1prerelease").textValue())
                .isEqualTo("true");
        before.path("annotations")
                .fields()
                .forEachRemaining(each ->
                        assertThat(after.path("annotations").get(each.getKey())).isEqualTo(each.getValue()));
        assertThat(before.has("home") || before.has("sources")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "0.2.0, https://a.example.com, a/b, D, 'the tag says 0.2.0, but Chart.yaml has appVersion: 0.1.0'",
        "v0.1.0, https://a.example.com, a/b, D, 'v0.1.0 is not a version, such as 0.1.0'",
        "0.1.0, a.example.com, a/b, D, a.example.com is not the address of a repository",
        "0.1.0, https://a.example.com, A/b, D, A/b is not the name of an image: it may have no capital letters",
        "0.1.0, https://a.example.com, a/b, sha256:12, sha256:12 is not a digest",
    })
    void whatCannotBePublishedIsRefused(String version, String source, String image, String digest, String sentence)
            throws IOException {
        // Given
        JsonNode before = metadata();

        // When
        String output = stamp(version, source, image, digest.equals("D") ? DIGEST : digest);

        // Then
        assertThat(output.trim()).isEqualTo(sentence);
        assertThat(metadata()).isEqualTo(before);
    }

    @Test
    void aChartIsPublishedOnce() {
        // Given
        stamp();

        // Then
        assertThat(stamp("0.1.0", SOURCE, IMAGE, DIGEST)).contains("values.yaml does not have an image without a name");
    }

    @Test
    void itsIconIsThePlaygrounds() throws IOException {
        // Given
        String prefix = "data:image/svg+xml;base64,";

        // When
        String icon = metadata().path("icon").textValue();

        // Then
        assertThat(icon).startsWith(prefix);
        assertThat(new String(Base64.getDecoder().decode(icon.substring(prefix.length())), StandardCharsets.UTF_8))
                .isEqualTo(RenderedChart.read(Path.of("src/main/resources/playground/icon.svg"))
                        .strip());
    }

    @Test
    void artifactHubIsToldWhatItAsksFor() throws IOException {
        // When
        JsonNode chartFile = metadata();

        // Then
        JsonNode annotations = chartFile.path("annotations");
        assertThat(annotations.fieldNames()).toIterable().allMatch(name -> name.startsWith("artifacthub.io/"));
        assertThat(annotations.path("artifacthub.io/license").textValue()).isEqualTo("Apache-2.0");
        assertThat(annotations.path("artifacthub.io/containsSecurityUpdates").textValue())
                .isIn("true", "false");
        assertThat(annotation(chartFile, "changes")).isNotEmpty().allSatisfy(change -> {
            assertThat(change.path("kind").textValue())
                    .isIn("added", "changed", "deprecated", "removed", "fixed", "security");
            assertThat(change.path("description").textValue()).isNotBlank();
        });
        assertThat(annotation(chartFile, "crds").get(0).path("kind").textValue())
                .isEqualTo(annotation(chartFile, "crdsExamples")
                        .get(0)
                        .path("kind")
                        .textValue());
    }

    private static JsonNode annotation(JsonNode chartFile, String name) throws IOException {
        return YAML.readTree(
                chartFile.path("annotations").path("artifacthub.io/" + name).textValue());
    }
}
