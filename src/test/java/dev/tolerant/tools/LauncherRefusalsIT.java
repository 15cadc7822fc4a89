package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code bin/tolerant} says where it cannot start the program. */
class LauncherRefusalsIT {
    @TempDir
    private Path directory;

    private Launched launched;

    @BeforeEach
    void install() throws IOException {
        launched = Launched.in(Files.createDirectory(directory.resolve("home")));
    }

    /** JUnit warns about links that lead out of its directory. */
    @AfterEach
    void removeLinks() throws IOException {
        launched.removeLinks();
    }

    @Test
    void withoutJavaOneSentenceSaysSo() throws Exception {
        executable(directory.resolve("readlink"), "exec /usr/bin/readlink \"$@\"");

        CommandRun run = launched.with("JAVA_HOME", "")
                .with("PATH", directory.toString())
                .run("--version");

        assertThat(run)
                .isEqualTo(
                        new CommandRun(
                                2,
                                "",
                                "tolerant: there is no java on the PATH: install Java 17 or later, or let JAVA_HOME name one\n"));
    }

    @ParameterizedTest
    @CsvSource({"11.0.2", "1.8.0_392"})
    void anOldJavaIsNamed(String version) throws Exception {
        Path java =
                Files.createDirectories(directory.resolve("old").resolve("bin")).resolve("java");
        executable(java, "echo 'openjdk version \"" + version + "\" 2019-01-15' >&2");

        CommandRun run =
                launched.with("JAVA_HOME", directory.resolve("old").toString()).run("--version");

        assertThat(run)
                .isEqualTo(new CommandRun(
                        2,
                        "",
                        "tolerant: " + java + " is Java " + version
                                + ", but Tolerant needs 17 or later: let JAVA_HOME name one\n"));
    }

    @Test
    void withoutTheProgramOneSentenceSaysHowToBuildIt() throws Exception {
        Files.delete(launched.home().resolve("quarkus-app").resolve("quarkus-run.jar"));

        CommandRun run = launched.run("--version");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .startsWith("tolerant: the program is neither in ")
                .endsWith(": build it with ./mvnw package -DskipTests -DskipITs\n")
                .hasLineCount(1);
    }

    private static void executable(Path file, String command) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + command + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
