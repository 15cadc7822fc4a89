package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.testing.CommandRun;
import dev.tolerant.testing.ExplainedCase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The library of policies does what its suites say, and lint finds nothing in it. */
class LibrarySuitesTest {
    private static final String LIBRARY = "policies";

    @TempDir
    private Path copy;

    static List<Path> folders() throws IOException {
        return ExplainedCase.ofLibrary().stream().map(ExplainedCase::directory).toList();
    }

    @Test
    void everySuitePasses() throws IOException {
        CommandRun run = CommandRun.of("test", LIBRARY);

        assertThat(run.out().lines().filter(line -> line.startsWith("passed  ")))
                .map(line -> line.replaceFirst("passed  (.*)/suite\\.yaml: \\d+ tests?", "$1"))
                .containsExactlyElementsOf(
                        folders().stream().map(Path::toString).toList());
        assertThat(run.out()).endsWith(" tests, 0 failed\n");
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
    }

    @ParameterizedTest
    @MethodSource("folders")
    void withoutItsPolicyASuiteFails(Path folder) throws IOException {
        copy(folder);
        Files.writeString(copy.resolve("cluster/policy.yaml"), "");

        CommandRun run = CommandRun.of("test", copy.resolve("suite.yaml").toString());

        assertThat(run.out()).startsWith("failed  " + copy + "/suite.yaml: ");
        assertThat(run.exitCode()).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("folders")
    void lintFindsNothingInAPolicy(Path folder) {
        CommandRun run = CommandRun.of("lint", "-f", folder.resolve("cluster").toString(), "--fail-on", "warning");

        assertThat(run.out()).endsWith(" objects, 0 errors, 0 warnings\n");
        assertThat(run.exitCode()).isZero();
    }

    @Test
    void eachFolderIsAClusterOfItsOwn() {
        CommandRun run = CommandRun.of("lint", LIBRARY);

        assertThat(run.out()).containsPattern("\n\\d+ objects, 0 errors, \\d+ warnings?\n$");
        // Some pods are meant to be refused.
        assertThat(run.out().lines().filter(line -> line.contains(": warning: ")))
                .isNotEmpty()
                .allMatch(line -> line.contains("/pod.yaml:"));
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
    }

    private void copy(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.filter(Files::isRegularFile).toList()) {
                Path target = copy.resolve(folder.relativize(each));
                Files.createDirectories(target.getParent());
                Files.copy(each, target);
            }
        }
    }
}
