package dev.tolerant.supply;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.testing.ChartCopy;
import dev.tolerant.testing.RenderedChart;
import dev.tolerant.testing.Yaml;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the release makes of the archives and the chart; no platform is left out, and no placeholder stays. */
class ReleaseTest {
    private static final List<String> PLATFORMS = List.of("linux-amd64", "linux-arm64", "darwin-amd64", "darwin-arm64");
    /** The one section that the changelog always has. */
    private static final String VERSION = "Unreleased";

    private static final Map<String, String> VARIABLES =
            Map.of("MAINTAINER", "Ann & \"Co\"", "EMAIL", "ann@example.com", "ARTIFACTHUB_ID", "an-id");

    @TempDir
    private Path folder;

    /** What the release reads, with owners of the code. */
    @TempDir
    private Path checkout;

    @BeforeEach
    void checkOut() throws IOException {
        for (String file : List.of(".ci/release", ".krew.yaml", "CHANGELOG.md", "artifacthub-repo.yml")) {
            Path copy = checkout.resolve(file);
            Files.createDirectories(copy.getParent());
            Files.copy(Path.of(file), copy, StandardCopyOption.COPY_ATTRIBUTES);
        }
        ChartCopy.in(Files.createDirectory(checkout.resolve("helm")));
        Files.createDirectory(checkout.resolve(".github"));
        owners("* @ann");
    }

    private void owners(String line) throws IOException {
        Files.writeString(checkout.resolve(".github/CODEOWNERS"), line);
    }

    @Test
    void theManifestOfKrewHasTheSumsOfTheArchives() throws Exception {
        for (String platform : PLATFORMS) {
            Files.writeString(archive(platform), platform);
        }

        assertThat(release("files", VERSION, Map.of())).isEmpty();

        JsonNode spec = Yaml.tree(Files.readString(folder.resolve("krew.yaml"))).path("spec");
        assertThat(spec.path("version").asText()).isEqualTo("v" + VERSION);
        assertThat(spec.path("platforms")).hasSameSizeAs(PLATFORMS);
        for (int i = 0; i < PLATFORMS.size(); i++) {
            JsonNode platform = spec.path("platforms").path(i);
            assertThat(platform.path("uri").asText())
                    .isEqualTo("https://github.com/ann/tolerant/releases/download/v" + VERSION + "/"
                            + archive(PLATFORMS.get(i)).getFileName());
            assertThat(platform.path("sha256").asText()).isEqualTo(sum(PLATFORMS.get(i)));
        }
        assertThat(Files.readString(folder.resolve("notes.md"))).contains("### Added");
        assertThat(Files.readAllLines(folder.resolve("sha256sums.txt"))).hasSize(PLATFORMS.size() + 1);
    }

    @Test
    void aReleaseWithoutNotesOrWithoutAnArchiveFails() throws Exception {
        assertThat(release("files", "0.0.0", Map.of())).contains("CHANGELOG.md has no section \"## 0.0.0\"");
        assertThat(release("files", VERSION, Map.of())).contains("there is no").contains("linux-amd64");
    }

    @Test
    void theChartSaysWhoMaintainsItWhereItsSourcesAreAndWhatChanged() throws Exception {
        assertThat(release("chart", VERSION, VARIABLES)).isEmpty();

        String text = Files.readString(folder.resolve("tolerant/Chart.yaml"));
        JsonNode chart = Yaml.tree(text);
        JsonNode annotations = chart.path("annotations");
        JsonNode changes = Yaml.tree(annotations.path("artifacthub.io/changes").asText());
        assertThat(chart.path("home").asText()).isEqualTo("https://github.com/ann/tolerant");
        assertThat(chart.at("/sources/0").asText()).isEqualTo("https://github.com/ann/tolerant");
        assertThat(chart.at("/maintainers/0").toString())
                .isEqualTo("{\"name\":\"Ann & \\\"Co\\\"\",\"url\":\"https://github.com/ann/tolerant\"}");
        assertThat(Yaml.tree(annotations.path("artifacthub.io/links").asText())).hasSize(2);
        assertThat(Yaml.tree(annotations.path("artifacthub.io/crds").asText()))
                .hasSameSizeAs(RenderedChart.of("1.36.0", "{injections: {enabled: true}}")
                        .all(CustomResourceDefinition.class));
        assertThat(changes.size()).isGreaterThan(3);
        assertThat(changes).allSatisfy(change -> {
            assertThat(change.path("kind").asText())
                    .isIn("added", "changed", "deprecated", "removed", "fixed", "security");
            assertThat(change.path("description").asText()).isNotBlank().doesNotContain("](");
        });
        assertThat(Yaml.tree(folder.resolve("artifacthub-repo.yml"))
                        .path("repositoryID")
                        .asText())
                .isEqualTo("an-id");
        assertThat(text).doesNotContainPattern("\\b(v?VERSION|REPOSITORY|MAINTAINER|CHANGES)\\b");
    }

    @Test
    void theAlertsOfTheChartLeadToTheDocumentsOfItsVersion() throws Exception {
        assertThat(release("chart", VERSION, VARIABLES)).isEmpty();

        List<JsonNode> alerts = RenderedChart.withoutImage(
                        folder.resolve("tolerant"),
                        "{image: {repository: " + RenderedChart.IMAGE
                                + "}, monitoring: {prometheusRule: {enabled: true}}}")
                .ofKind("PrometheusRule")
                .stream()
                .flatMap(rule -> Yaml.tree(Serialization.asYaml(rule)).findValues("annotations").stream())
                .toList();

        assertThat(alerts)
                .isNotEmpty()
                .allSatisfy(alert -> assertThat(alert.path("runbook_url").asText())
                        .isEqualTo("https://github.com/ann/tolerant/blob/v" + VERSION + "/docs/operations.md#alerts"));
    }

    @Test
    void aReleaseOfAChartThatHasAnAddressOfDocumentsAlreadyIsRefused() throws IOException {
        Path values = checkout.resolve("helm/tolerant/values.yaml");
        Files.writeString(
                values, Files.readString(values).replace("documents: \"\"", "documents: https://example.com"));

        assertThat(release("chart", VERSION, VARIABLES))
                .startsWith("helm/tolerant/values.yaml has no empty monitoring.documents");
    }

    @ParameterizedTest
    @ValueSource(strings = {"MAINTAINER", "EMAIL", "ARTIFACTHUB_ID"})
    void aReleaseWithAnEmptyPlaceholderIsRefused(String name) throws IOException {
        Map<String, String> variables = new HashMap<>(VARIABLES);
        variables.put(name, "");

        assertThat(release("chart", VERSION, variables)).startsWith(name + " is empty");
    }

    @ParameterizedTest
    @ValueSource(strings = {"* @OWNER", "", "# * @ann"})
    void aReleaseOfCodeWithoutAnOwnerIsRefused(String line) throws IOException {
        owners(line);

        assertThat(release("chart", VERSION, VARIABLES)).startsWith("replace @OWNER in .github/CODEOWNERS");
    }

    private Path archive(String platform) {
        return folder.resolve("tolerant-" + VERSION + "-" + platform + ".tar.gz");
    }

    private static String sum(String content) throws Exception {
        return HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8)));
    }

    /** What the script says, which is nothing where all is well. */
    private String release(String part, String version, Map<String, String> variables) throws IOException {
        ProcessBuilder script =
                new ProcessBuilder(checkout + "/.ci/release", part, version, "ann/tolerant", folder.toString());
        script.environment().putAll(variables);
        Process process = script.redirectErrorStream(true).start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
