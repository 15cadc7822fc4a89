package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bin/kubectl-tolerant}, with a Java that only says what it was asked to run. */
class PluginLauncherTest {
    private static final Path BIN = Path.of("bin").toAbsolutePath();

    @TempDir
    private Path directory;

    @BeforeEach
    void install() throws IOException {
        Files.createDirectories(directory.resolve("home/bin"));
        Files.createDirectories(directory.resolve("home/quarkus-app"));
        Files.createFile(directory.resolve("home/quarkus-app/quarkus-run.jar"));
        // As an archive has them: files, and no links.
        for (String script : List.of("tolerant", "kubectl-tolerant")) {
            Files.copy(BIN.resolve(script), directory.resolve("home/bin").resolve(script));
            executable(directory.resolve("home/bin").resolve(script));
        }
        java("17.0.1");
    }

    private void java(String version) throws IOException {
        Path java = Files.createDirectories(directory.resolve("java/bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\nfor argument do printf '<%s>' \"$argument\"; done\n");
        executable(java);
        Files.writeString(directory.resolve("java/release"), "JAVA_VERSION=\"" + version + "\"\n");
    }

    private static void executable(Path file) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void theProgramLearnsThatKubectlHasCalledIt() throws Exception {
        assertThat(run(directory.resolve("home/bin/kubectl-tolerant"), "explain", "deploy/my web", "$HOME *"))
                .endsWith("<dev.tolerant.Main><kubectl-tolerant><explain><deploy/my web><$HOME *>");
    }

    @Test
    void theSameFileUnderItsOwnNameIsTheCommandLine() throws Exception {
        assertThat(run(directory.resolve("home/bin/tolerant"), "explain", "pod.yaml"))
                .endsWith("<dev.tolerant.Main><explain><pod.yaml>");
    }

    @Test
    void aLinkLeadsToTheProgramWhicheverOfItsNamesItHasThere() throws Exception {
        Path links = Files.createDirectories(directory.resolve("my links"));
        Files.createSymbolicLink(links.resolve("step"), Path.of("../home/bin/tolerant"));
        Path plugin = Files.createSymbolicLink(links.resolve("kubectl-tolerant"), Path.of("step"));

        assertThat(run(plugin, "doctor")).endsWith("<dev.tolerant.Main><kubectl-tolerant><doctor>");
    }

    @Test
    void withoutACommandTheWebhookIsNotServed() throws Exception {
        assertThat(run(directory.resolve("home/bin/kubectl-tolerant")))
                .endsWith("<dev.tolerant.Main><kubectl-tolerant>");
    }

    @Test
    void anOldJavaIsNamed() throws Exception {
        java("11.0.2");

        assertThat(run(directory.resolve("home/bin/kubectl-tolerant"), "doctor"))
                .contains(" is Java 11.0.2, but Tolerant needs 17 or later");
    }

    @Test
    void inTheRepositoryBothNamesAreOneScript() throws IOException {
        assertThat(Files.readSymbolicLink(BIN.resolve("kubectl-tolerant"))).isEqualTo(Path.of("tolerant"));
    }

    private String run(Path script, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(script.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", directory.resolve("java").toString());
        // A file, below which no archive can be written.
        builder.environment().put("XDG_CACHE_HOME", "/dev/null");
        builder.environment().keySet().removeIf(name -> name.startsWith("JAVA_") && !name.equals("JAVA_HOME"));
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return out;
    }
}
