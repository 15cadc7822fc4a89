package dev.tolerant.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What coverage of the sample clusters prints; {@code -Dgolden.write=true} rewrites it. */
class CoverageGoldenTest {
    private static final boolean WRITE = Boolean.getBoolean("golden.write");
    private static final Path DUMPS = Path.of("src/test/resources/dumps");
    private static final Path GOLDEN = Path.of("src/test/resources/coverage");

    @ParameterizedTest
    @CsvSource({"shop, 0", "gpu, 1", "wrong, 1"})
    void theCoverageOfASampleClusterIsTheGoldenOne(String cluster, int exitCode) throws IOException {
        for (String format : List.of("text", "json", "yaml", "markdown", "junit")) {
            // When
            CommandRun run = CommandRun.of(
                    "kubectl",
                    "coverage",
                    "-f",
                    DUMPS.resolve(cluster + ".json").toString(),
                    "-o",
                    format);

            // Then
            Path golden =
                    GOLDEN.resolve(cluster + "." + format.replace("text", "txt").replace("junit", "xml"));
            if (WRITE) {
                Files.writeString(golden, run.out());
            }
            assertThat(run.err()).isEmpty();
            assertThat(run.out()).isEqualTo(Files.readString(golden));
            assertThat(run.exitCode()).isEqualTo(exitCode);
        }
    }

    @Test
    void warningsFailOnlyIfSomebodyAsksForIt() {
        // When
        CommandRun run = CommandRun.of("kubectl", "coverage", "-f", Dumps.SHOP, "--fail-on", "warning", "-o", "junit");

        // Then
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).contains("<failure");
    }
}
