package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The chart as the release workflow publishes it, which knows its image. */
class PublishedChartTest {
    private static final String IMAGE = "registry.example.com/platform/tolerant";
    private static final String DIGEST = "sha256:" + "0123456789abcdef".repeat(4);

    @TempDir
    Path folder;

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
        assertThat(DeploymentChartTest.pod(RenderedChart.withoutImage(chart, "{}"))
                        .getContainers()
                        .get(0)
                        .getImage())
                .isEqualTo(IMAGE + "@" + DIGEST);
        LintResult result = new Helm(chart).lint().strict().call();
        assertThat(result.getMessages()).isEmpty();
    }
}
