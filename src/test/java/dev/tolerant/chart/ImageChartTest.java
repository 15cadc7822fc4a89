package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the images come from, and with which secrets. */
class ImageChartTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"{}", "image: {tag: v1}", "settings: {mode: audit}"})
    void withoutAnImageTheChartSaysHowToBuildOne(String values) {
        assertThatThrownBy(() -> RenderedChart.withoutImage(values))
                .hasMessageContaining("image.repository is required, because the project does not publish an image yet:"
                        + " build one with `./mvnw package -Dquarkus.package.jar.type=aot-jar` and `docker build -f"
                        + " src/main/docker/Dockerfile.jvm -t REGISTRY/tolerant:0.1.0 .`, push it, and set"
                        + " image.repository=REGISTRY/tolerant");
    }

    @Test
    void theCommandsAreThoseOfTheDockerfile() {
        String dockerfile = RenderedChart.read(Path.of("src/main/docker/Dockerfile.jvm"));

        assertThat(dockerfile)
                .contains("./mvnw package -DskipTests -DskipITs -Dquarkus.package.jar.type=aot-jar")
                .contains("docker build -f src/main/docker/Dockerfile.jvm -t ");
    }

    @Test
    void aProgramElsewhereNeedsNoImage() {
        RenderedChart chart = RenderedChart.withoutImage(RenderedChart.ciValues("developer"));

        assertThat(chart.objects()).hasSize(3);
    }

    @ParameterizedTest
    @MethodSource("dev.tolerant.chart.RenderedChart#ciFiles")
    void everyFileUnderCiIsWholeByItself(String name) {
        RenderedChart chart = RenderedChart.withoutImage(RenderedChart.ciValues(name));

        assertThat(chart.objects()).isNotEmpty();
    }

    @Test
    void secretsAndImagesAreThoseOfTheValues() {
        RenderedChart chart =
                RenderedChart.of(ChartCopy.in(folder).withoutHooks().path(), """
                imagePullSecrets: [{name: mirror}, {name: "123"}]
                tests: {image: mirror.example.com/curl:1}
                """);

        assertThat(List.of(DeploymentChartTest.pod(chart), chart.only(Pod.class).getSpec()))
                .allSatisfy(pod -> assertThat(pod.getImagePullSecrets())
                        .extracting(LocalObjectReference::getName)
                        .containsExactly("mirror", "123"));
        assertThat(chart.only(Pod.class).getSpec().getContainers().get(0).getImage())
                .isEqualTo("mirror.example.com/curl:1");
    }

    @Test
    void byDefaultThereAreNoSecrets() throws IOException {
        JsonNode values = new YAMLMapper().readTree(RenderedChart.read(RenderedChart.CHART.resolve("values.yaml")));

        PodSpec pod = DeploymentChartTest.pod(RenderedChart.ofDefaults());

        assertThat(pod.getImagePullSecrets()).isNullOrEmpty();
        assertThat(values.at("/image/repository").textValue()).isEmpty();
    }
}
