package dev.tolerant.image;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the chart and CI rely on in the Dockerfile; {@code .ci/image} shows that the image starts as the chart starts it. */
class DockerfileTest {
    private final Dockerfile dockerfile = Dockerfile.read();

    @Test
    void theImageRunsAsTheUserOfTheChart() throws IOException {
        // Given
        JsonNode security = values().get("podSecurityContext");

        // When
        List<String> user = dockerfile.ofImage("USER");

        // Then
        assertThat(user).containsExactly(security.get("runAsUser") + ":" + security.get("runAsGroup"));
        assertThat(user).containsExactly("10001:10001");
    }

    @Test
    void itExposesThePortsOfTheChart() throws IOException {
        // Given
        JsonNode ports = values().get("ports");

        // When
        List<String> exposed = dockerfile.ofImage("EXPOSE");

        // Then
        assertThat(exposed).containsExactly(ports.get("https") + " " + ports.get("management"));
        assertThat(exposed).containsExactly("8443 9000");
    }

    @Test
    void theProgramRunsWhereTheChartMountsItsSettings() throws IOException {
        // Given
        String deployment = Files.readString(Path.of("helm/tolerant/templates/deployment.yaml"));

        // When
        List<String> directories = dockerfile.all("WORKDIR");

        // Then
        assertThat(directories).containsExactly("/deployments");
        assertThat(deployment).contains("mountPath: /deployments/config\n");
    }

    @Test
    void theCacheLearnsFromAProgramThatWarmsUpOverHttps() {
        // When
        List<String> training = dockerfile.all("RUN");

        // Then
        assertThat(training)
                .singleElement()
                .asString()
                .contains(" -Dquarkus.http.tls-configuration-name=webhook ")
                .contains(" -Dquarkus.http.insecure-requests=disabled ");
    }

    @Test
    void ciBuildsTheImageAsItsFirstLinesSay() throws IOException {
        // Given
        String text = Files.readString(Path.of("src/main/docker/Dockerfile.jvm"));

        // When
        String packaging = text.lines()
                .filter(line -> line.startsWith("#   ./mvnw "))
                .map(line -> line.substring("#   ".length()))
                .findFirst()
                .orElseThrow();

        // Then
        assertThat(Files.readString(Path.of(".ci/run"))).contains("\n" + packaging + " -q -B\n.ci/image \"$newest\"\n");
    }

    private static JsonNode values() throws IOException {
        return new YAMLMapper().readTree(Path.of("helm/tolerant/values.yaml").toFile());
    }
}
