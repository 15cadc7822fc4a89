package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import dev.tolerant.testing.ChartCopy;
import dev.tolerant.testing.RenderedChart;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The image that the chart demands in the repository, and knows once the release workflow has published it. */
class ImageChartTest {
    private static final String IMAGE = "registry.example.com/platform/tolerant";
    private static final String DIGEST = "sha256:" + "0123456789abcdef".repeat(4);

    @TempDir
    Path folder;

    @Test
    void theChartOfTheRepositoryHasNone() {
        assertThatThrownBy(() -> RenderedChart.withoutImage(RenderedChart.CHART, "{}"))
                .hasMessageContaining("image.repository is required");
    }

    @Test
    void theCommandsThatBuildItAreThoseOfTheDockerfile() {
        assertThat(RenderedChart.read(Path.of("src/main/docker/Dockerfile.jvm")))
                .contains("./mvnw package -Dmaven.test.skip -Dquarkus.package.jar.type=aot-jar")
                .contains("docker build -f src/main/docker/Dockerfile.jvm -t ");
    }

    @Test
    void itRunsItsOwnImageByDigestWithoutAnyValue() throws Exception {
        Path chart = ChartCopy.in(folder).withoutHooks().path();
        String stamp = Files.readString(Path.of(".github/workflows/release.yaml"))
                .lines()
                .map(String::strip)
                .filter(line -> line.startsWith("sed -i "))
                .reduce((one, other) -> one + "\n" + other)
                .orElseThrow()
                .replace("$RUNNER_TEMP/tolerant", chart.toString());

        ProcessBuilder shell = new ProcessBuilder("bash", "-euc", stamp).redirectErrorStream(true);
        shell.environment().putAll(Map.of("IMAGE", IMAGE, "DIGEST", DIGEST));
        Process stamped = shell.start();

        assertThat(new String(stamped.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEmpty();
        assertThat(stamped.waitFor()).isZero();
        assertThat(RenderedChart.withoutImage(chart, "{}")
                        .only(Deployment.class)
                        .getSpec()
                        .getTemplate()
                        .getSpec()
                        .getContainers()
                        .get(0)
                        .getImage())
                .isEqualTo(IMAGE + "@" + DIGEST);
        LintResult result = new Helm(chart).lint().strict().call();
        assertThat(result.getMessages()).isEmpty();
    }
}
