package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the images come from, and with which secrets. */
class ImageChartTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"{}", "image: {tag: v1, registry: registry.example.com}", "settings: {mode: audit}"})
    void withoutAnImageTheChartSaysHowToBuildOne(String values) {
        assertThatThrownBy(() -> RenderedChart.withoutImage(values))
                .hasMessageContaining("image.repository is required, because the project does not publish an image yet:"
                        + " build one with `./mvnw package -Dquarkus.package.jar.type=aot-jar` and `docker build -f"
                        + " src/main/docker/Dockerfile.jvm -t REGISTRY/tolerant:0.1.0 .`, push it, and set"
                        + " image.repository=REGISTRY/tolerant");
    }

    @Test
    void theCommandsAreThoseOfTheDockerfile() {
        // When
        String dockerfile = RenderedChart.read(Path.of("src/main/docker/Dockerfile.jvm"));

        // Then
        assertThat(dockerfile)
                .contains("./mvnw package -DskipTests -DskipITs -Dquarkus.package.jar.type=aot-jar")
                .contains("docker build -f src/main/docker/Dockerfile.jvm -t ");
    }

    @Test
    void aProgramElsewhereNeedsNoImage() {
        // When
        RenderedChart chart = RenderedChart.withoutImage(RenderedChart.ciValues("developer"));

        // Then
        assertThat(chart.objects()).hasSize(3);
    }

    @ParameterizedTest
    @MethodSource("dev.tolerant.chart.RenderedChart#ciFiles")
    void everyFileUnderCiIsWholeByItself(String name) {
        // When
        RenderedChart chart = RenderedChart.withoutImage(RenderedChart.ciValues(name));

        // Then
        assertThat(chart.objects()).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{image: {repository: a/tolerant}}                                            | a/tolerant:0.1.0                   | docker.io/curlimages/curl:8.11.1",
                "{image: {repository: a/tolerant, registry: 'r.example.com:5000'}}             | r.example.com:5000/a/tolerant:0.1.0 | docker.io/curlimages/curl:8.11.1",
                "{image: {repository: a/tolerant}, global: {imageRegistry: m.example.com}}     | m.example.com/a/tolerant:0.1.0     | m.example.com/curlimages/curl:8.11.1",
                "{image: {repository: tolerant, registry: r}, global: {imageRegistry: m}}      | m/tolerant:0.1.0                   | m/curlimages/curl:8.11.1",
                "{image: {repository: tolerant}, global: null, tests: {image: {registry: ''}}} | tolerant:0.1.0                     | curlimages/curl:8.11.1",
            })
    void theRegistryOfAParentChartReplacesTheOthers(String values, String image, String testImage) {
        // When
        RenderedChart chart =
                RenderedChart.withoutImage(ChartCopy.in(folder).withoutHooks().path(), values);

        // Then
        assertThat(DeploymentChartTest.pod(chart).getContainers())
                .extracting(Container::getImage)
                .containsExactly(image);
        assertThat(chart.only(Pod.class).getSpec().getContainers())
                .extracting(Container::getImage)
                .containsExactly(testImage);
    }

    @Test
    void secretsOfAParentChartComeFirstAndEachOnce() {
        // When
        RenderedChart chart =
                RenderedChart.of(ChartCopy.in(folder).withoutHooks().path(), RenderedChart.ciValues("registry"));

        // Then
        List<PodSpec> pods =
                List.of(DeploymentChartTest.pod(chart), chart.only(Pod.class).getSpec());
        assertThat(pods)
                .allSatisfy(pod -> assertThat(pod.getImagePullSecrets())
                        .extracting(LocalObjectReference::getName)
                        .containsExactly("mirror", "123", "own"));
        assertThat(DeploymentChartTest.pod(chart).getContainers().get(0).getImage())
                .isEqualTo("mirror.example.com:5000/platform/tolerant:0.1.0");
    }

    @Test
    void byDefaultThereAreNoSecrets() throws IOException {
        // Given
        JsonNode values = new YAMLMapper().readTree(RenderedChart.read(RenderedChart.CHART.resolve("values.yaml")));

        // When
        PodSpec pod = DeploymentChartTest.pod(RenderedChart.ofDefaults());

        // Then
        assertThat(pod.getImagePullSecrets()).isNullOrEmpty();
        assertThat(values.at("/image/repository").textValue()).isEmpty();
    }
}
