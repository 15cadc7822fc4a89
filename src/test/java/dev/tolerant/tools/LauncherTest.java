package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.testing.CommandRun;
import dev.tolerant.testing.PackagedCommand;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code bin/tolerant} under both of its names, with a Java that only says what it was asked to run. */
class LauncherTest {
    private static final String ARCHIVE = "-XX:SharedArchiveFile=";
    private static final File NO_INPUT = new File("/dev/null");

    @TempDir
    private Path directory;

    private Launched launched;

    @BeforeEach
    void install() throws IOException {
        launched = Launched.in(directory.resolve("my home"))
                .with("JAVA_HOME", directory.resolve("java").toString());
        for (String jar : List.of("app/tolerant.jar", "quarkus/generated.jar", "quarkus-run.jar")) {
            Files.createDirectories(program(jar).getParent());
            Files.writeString(program(jar), "one");
        }
        java("21.0.1");
        Path links = Files.createDirectories(directory.resolve("my links"));
        Files.createSymbolicLink(links.resolve("step"), Path.of("../my home/bin/tolerant"));
        Files.createSymbolicLink(links.resolve("kubectl-tolerant"), Path.of("step"));
    }

    private Path program(String file) {
        return launched.home().resolve("quarkus-app").resolve(file);
    }

    /** Answers to a question about its version, and otherwise with its process and its arguments. */
    private Path java(String version) throws IOException {
        Path bin = Files.createDirectories(directory.resolve("java").resolve("bin"));
        return executable(bin.resolve("java"), """
                [ "$1" != -version ] || exec echo 'openjdk version "%s" 2019-01-15' >&2
                printf '%%s\\n' $$ "$@"
                """.formatted(version));
    }

    private static Path executable(Path file, String script) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + script);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            my home/bin/tolerant         | explain;my  pods $HOME *.yaml | explain;my  pods $HOME *.yaml
            my home/bin/kubectl-tolerant | explain;deploy/web;$HOME *    | kubectl-tolerant;explain;deploy/web;$HOME *
            my home/bin/kubectl-tolerant | --help                        | kubectl-tolerant;--help
            my links/kubectl-tolerant    | doctor                        | kubectl-tolerant;doctor
            """)
    void theProgramGetsTheWordsAndLearnsThatKubectlHasCalledIt(String script, String words, String handedOn)
            throws Exception {
        List<String> command = new ArrayList<>(List.of(directory.resolve(script).toString()));
        command.addAll(List.of(words.split(";")));

        CommandRun run = PackagedCommand.run(command, launched.environment(), NO_INPUT);

        assertThat(run.out()).endsWith("\ndev.tolerant.Main\n" + handedOn.replace(';', '\n') + "\n");
    }

    @Test
    void withoutACommandThePluginServesNoWebhook() throws Exception {
        assertThat(launched.run("kubectl").out()).endsWith("\ndev.tolerant.Main\nkubectl-tolerant\n");
    }

    @Test
    void withoutACommandItServesNoWebhookEither() throws Exception {
        assertThat(launched.run("").out()).doesNotContain("-jar").endsWith("\ndev.tolerant.Main\ntolerant\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"explain", "serve"})
    void itBecomesTheProgramWhichSoGetsItsSignals(String command) throws Exception {
        Path out = directory.resolve("out");

        Process process = launched.start(command, out, directory.resolve("err"));

        assertThat(process.waitFor()).isZero();
        assertThat(Files.readString(out)).startsWith(process.pid() + "\n");
    }

    @Test
    void theArchiveOfClassesIsOfOneContentOfTheJarsWhateverTheirTime() throws Exception {
        FileTime time = Files.getLastModifiedTime(program("app/tolerant.jar"));
        String first = archive();
        String again = archive();
        Files.writeString(program("app/tolerant.jar"), "two");
        Files.setLastModifiedTime(program("app/tolerant.jar"), time);

        assertThat(first).startsWith(launched.environment().get("XDG_CACHE_HOME") + "/tolerant/21.0.1-");
        assertThat(again).isEqualTo(first);
        assertThat(archive()).isNotEmpty().isNotEqualTo(first);
    }

    @Test
    void thereIsNoArchiveBeforeJava19OrWhereItCannotBeWrittenOrOthersMayWrite() throws Exception {
        Path cache = directory.resolve("cache");
        Path shared = Files.createDirectories(cache.resolve("tolerant"));
        Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxrwxrwx"));
        Launched usual = launched;

        launched = usual.with("XDG_CACHE_HOME", cache.toString());
        assertThat(archive()).isEmpty();
        launched = usual.with("XDG_CACHE_HOME", "/dev/null");
        assertThat(archive()).isEmpty();
        launched = usual;
        java("18.0.2");
        assertThat(archive()).isEmpty();
    }

    /** The archive that Java is to use; empty if none. */
    private String archive() throws Exception {
        CommandRun run = launched.run("--version");
        assertThat(run.out()).endsWith("\ndev.tolerant.Main\n--version\n");
        assertThat(run.err()).isEmpty();
        return run.out()
                .lines()
                .filter(word -> word.startsWith(ARCHIVE))
                .map(word -> word.substring(ARCHIVE.length()))
                .collect(Collectors.joining());
    }

    @ParameterizedTest
    @CsvSource({"11.0.2,", "1.8.0_392,", "21.0.1, 11.0.2"})
    void anOldJavaIsNamed(String answer, @Nullable String released) throws Exception {
        Path java = java(answer);
        if (released != null) {
            Files.writeString(directory.resolve("java").resolve("release"), "JAVA_VERSION=\"" + released + "\"\n");
        }

        assertRefused(java + " is Java " + (released == null ? answer : released)
                + ", but Tolerant needs 17 or later: let JAVA_HOME name one");
    }

    @Test
    void withoutJavaOneSentenceSaysSo() throws Exception {
        executable(directory.resolve("readlink"), "exec /usr/bin/readlink \"$@\"");

        launched = launched.with("JAVA_HOME", "").with("PATH", directory.toString());

        assertRefused("there is no java on the PATH: install Java 17 or later, or let JAVA_HOME name one");
    }

    @Test
    void withoutTheProgramOneSentenceSaysHowToBuildIt() throws Exception {
        Files.delete(program("quarkus-run.jar"));

        assertRefused("the program is neither in " + program("") + " nor in " + launched.home()
                + "/target/quarkus-app: build it with ./mvnw package -Dmaven.test.skip");
    }

    private void assertRefused(String sentence) throws Exception {
        assertThat(launched.run("--version")).isEqualTo(new CommandRun(2, "", "tolerant: " + sentence + "\n"));
    }

    @Test
    void inTheRepositoryBothNamesAreOneScript() throws IOException {
        assertThat(Files.readSymbolicLink(Path.of("bin", "kubectl-tolerant"))).isEqualTo(Path.of("tolerant"));
    }
}
