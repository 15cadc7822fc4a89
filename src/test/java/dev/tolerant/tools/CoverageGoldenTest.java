package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What coverage of the sample clusters prints; {@code -Dgolden.write=true} rewrites it. */
class CoverageGoldenTest {
    private static final boolean WRITE = Boolean.getBoolean("golden.write");
    private static final Path DUMPS = Path.of("src/test/resources/dumps");
    private static final Path GOLDEN = Path.of("src/test/resources/coverage");

    @TempDir
    private Path directory;

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
    void warningsFailOnlyIfSomebodyAsksForIt() throws IOException {
        // Given
        Path cluster = Files.writeString(directory.resolve("cluster.yaml"), """
                apiVersion: v1
                kind: Node
                metadata: {name: n1}
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: old, namespace: shop}
                spec: {nodeName: n1, tolerations: [{key: archive, operator: Exists}]}
                """);

        // When
        CommandRun lenient = CommandRun.of("kubectl", "coverage", "-f", cluster.toString(), "-o", "junit");
        CommandRun strict =
                CommandRun.of("kubectl", "coverage", "-f", cluster.toString(), "--fail-on", "warning", "-o", "junit");

        // Then
        assertThat(lenient.exitCode()).isZero();
        assertThat(lenient.out()).doesNotContain("<failure");
        assertThat(strict.exitCode()).isEqualTo(1);
        assertThat(strict.out())
                .contains("<testsuite name=\"kubectl tolerant coverage\"")
                .contains("<failure");
    }

    @ParameterizedTest
    @CsvSource({"coverage, shpo", "drill node/n1, shpo", "whatif --prune, shpo"})
    void aNamespaceThatIsNotThereIsSaidWithTheNearest(String command, String namespace) {
        // When
        List<String> arguments = new ArrayList<>(List.of("kubectl"));
        arguments.addAll(List.of(command.split(" ")));
        arguments.addAll(List.of("--dump", Dumps.SHOP, "-n", namespace));
        CommandRun run = CommandRun.of(arguments.toArray(String[]::new));

        // Then
        assertThat(run)
                .isEqualTo(new CommandRun(
                        2,
                        "",
                        arguments.get(1) + ": there is no namespace shpo; there is shop" + System.lineSeparator()));
    }

    @Test
    void aHealthyClusterHasNothingToWarnOf() {
        // When
        CommandRun run = CommandRun.of("kubectl", "coverage", "-f", Dumps.SHOP, "--fail-on", "warning", "-o", "junit");

        // Then
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).doesNotContain("<failure");
    }
}
