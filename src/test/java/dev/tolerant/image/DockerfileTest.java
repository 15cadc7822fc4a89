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

    /** The kubelet can tell that a user is not root only if it has a number. */
    @Test
    void theImageNamesItsUserByNumberAsTheChartLeavesItOut() throws IOException {
        JsonNode security = values().get("podSecurityContext");

        assertThat(dockerfile.ofImage("USER")).containsExactly("10001:10001");
        assertThat(security.get("runAsNonRoot").asBoolean()).isTrue();
        assertThat(security.has("runAsUser")).isFalse();
    }

    @Test
    void itExposesThePortsOfTheChart() throws IOException {
        JsonNode ports = values().get("ports");

        List<String> exposed = dockerfile.ofImage("EXPOSE");

        assertThat(exposed).containsExactly(ports.get("https") + " " + ports.get("management"));
        assertThat(exposed).containsExactly("8443 9000");
    }

    @Test
    void theProgramRunsWhereTheChartMountsItsSettings() throws IOException {
        String deployment = Files.readString(Path.of("helm/tolerant/templates/deployment.yaml"));

        List<String> directories = dockerfile.all("WORKDIR");

        assertThat(directories).containsExactly("/deployments");
        assertThat(deployment).contains("mountPath: /deployments/config\n");
    }

    @Test
    void theCacheLearnsFromAProgramThatWarmsUpOverHttps() throws IOException {
        assertThat(dockerfile.all("RUN")).containsExactly("/train/run /deployments");
        assertThat(Files.readString(Path.of("src/main/docker/train/run")))
                .contains(" -Dquarkus.http.tls-configuration-name=webhook ")
                .contains(" -Dquarkus.http.insecure-requests=disabled ");
    }

    @Test
    void ciBuildsTheImageAsItsFirstLinesSay() throws IOException {
        String text = Files.readString(Path.of("src/main/docker/Dockerfile.jvm"));

        String packaging = text.lines()
                .filter(line -> line.startsWith("#   ./mvnw "))
                .map(line -> line.substring("#   ".length()))
                .findFirst()
                .orElseThrow();

        assertThat(Files.readString(Path.of(".ci/run")))
                .containsSubsequence("\n" + packaging + " -q -B\n", "\n.ci/image \"$newest\"\n");
    }

    private static JsonNode values() throws IOException {
        return new YAMLMapper().readTree(Path.of("helm/tolerant/values.yaml").toFile());
    }
}
