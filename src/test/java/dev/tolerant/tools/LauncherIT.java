package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/** {@code bin/tolerant}: the same command line, on Java 19 and later with the classes of an archive. */
class LauncherIT {
    private static Launched installed;

    @TempDir
    private static Path shared;

    @TempDir
    private Path directory;

    private Launched launched;

    @BeforeAll
    static void install() throws Exception {
        installed = Launched.in(Files.createDirectory(shared.resolve("home")));
    }

    @BeforeEach
    void useWhatIsInstalled() {
        launched = installed;
    }

    /** Another installation, without an archive. */
    private Launched another(String home) throws IOException {
        return Launched.in(Files.createDirectory(directory.resolve(home)));
    }

    /** JUnit warns about links that lead out of its directory. */
    @AfterEach
    void removeLinks() throws IOException {
        if (launched.home().startsWith(directory)) {
            launched.removeLinks();
        }
    }

    @AfterAll
    static void removeLinksOfWhatIsInstalled() throws IOException {
        installed.removeLinks();
    }

    @Test
    void everyCommandSaysAndEndsAsWithoutTheLauncher() throws Exception {
        String policies = Repository.POLICIES.toString();
        List<String[]> commands = List.of(
                new String[] {"explain", "-f", Repository.app("web.yaml"), "--policies", policies, "-o", "yaml"},
                new String[] {"explain", "-f", Repository.app("train.yaml"), "--nodes", Repository.NODES.toString()},
                new String[] {"explain", "-f", Repository.app("report.yaml"), "--policies", policies, "-o", "diff"},
                new String[] {"explain", "-f", Repository.app("curious.yaml"), "--policies", policies, "-o", "manifest"
                },
                new String[] {"lint", "-f", Repository.ROOT.resolve("careless").toString(), "-o", "junit"},
                new String[] {"test", Repository.SUITE.toString(), "-o", "json"},
                new String[] {"explain", "-f", "no such file.yaml"},
                new String[] {"explain", "--settings", Repository.SETTINGS.toString()},
                new String[] {"--version"});

        for (String[] command : commands) {
            assertThat(launched.run(command)).isEqualTo(PackagedCommand.run(command));
        }
    }

    @Test
    void certificatesAreMade() throws Exception {
        CommandRun run = launched.run(
                "certificate",
                "--host",
                "localhost",
                "--out",
                directory.resolve("tls").toString());

        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(directory.resolve("tls").resolve("tls.key")).exists();
    }

    @EnabledForJreRange(min = JRE.JAVA_19)
    @Test
    void theSecondRunTakesItsClassesFromTheArchive() throws Exception {
        Path classes = directory.resolve("classes.log");
        launched = another("home").with("JAVA_OPTS", "-Xlog:class+load:file=" + classes);
        launched.run("--version");

        launched.run("--version");

        assertThat(Files.readString(classes)).containsPattern("dev\\.tolerant\\.Main source: shared objects file");
        assertThat(Files.getPosixFilePermissions(launched.cached().get(0).getParent()))
                .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    }

    @EnabledForJreRange(min = JRE.JAVA_19)
    @Test
    void twoThatStartAtOnceMakeOneArchive() throws Exception {
        launched = another("home");
        Path out = directory.resolve("out");
        Process first = launched.start(launched.script(), out, directory.resolve("err"), "--version");
        Process second = launched.start(launched.script(), out, directory.resolve("err"), "--version");

        assertThat(first.waitFor(1, TimeUnit.MINUTES) && second.waitFor(1, TimeUnit.MINUTES))
                .isTrue();
        assertThat(List.of(first.exitValue(), second.exitValue())).containsExactly(0, 0);
        assertThat(launched.cached()).hasSize(1);
        assertThat(launched.run("--version")).isEqualTo(PackagedCommand.run("--version"));
    }

    @EnabledForJreRange(min = JRE.JAVA_19)
    @Test
    void anotherJarOfTheSameSizeAndTimeGetsItsOwnArchive() throws Exception {
        launched = another("home");
        FileTime time = FileTime.fromMillis(1_700_000_000_000L);
        launched.setVersion("1.1.1", time);
        assertThat(launched.run("--version").out()).isEqualTo("tolerant 1.1.1\n");
        long size = Files.size(launched.jar());

        launched.setVersion("2.2.2", time);

        assertThat(Files.size(launched.jar())).isEqualTo(size);
        assertThat(launched.run("--version").out()).isEqualTo("tolerant 2.2.2\n");
        assertThat(launched.cached()).hasSize(2);
        assertThat(launched.run("--version").out()).isEqualTo("tolerant 2.2.2\n");
    }

    @Test
    void aCacheThatCannotBeWrittenChangesNothing() throws Exception {
        Path file = Files.createFile(directory.resolve("file"));

        CommandRun run = launched.with("XDG_CACHE_HOME", file.toString()).run("--version");

        assertThat(run).isEqualTo(PackagedCommand.run("--version"));
    }

    @EnabledForJreRange(min = JRE.JAVA_19)
    @Test
    void aBrokenArchiveChangesNothing() throws Exception {
        launched.run("--version");
        Path archive = launched.cached().get(0);
        Path cache = directory.resolve("cache");
        Path broken = Files.createDirectories(cache.resolve("tolerant")).resolve(archive.getFileName());
        Files.writeString(broken, "nothing that a JVM can read");

        assertThat(launched.with("XDG_CACHE_HOME", cache.toString()).run("--version"))
                .isEqualTo(PackagedCommand.run("--version"));
    }

    @Test
    void aLinkToALinkLeadsToTheProgram() throws Exception {
        launched = another("my home").with("XDG_CACHE_HOME", "/dev/null");
        Path links = Files.createDirectories(directory.resolve("local").resolve("bin"));
        Files.createSymbolicLink(links.resolve("first"), Path.of("../../my home/bin/tolerant"));
        Path second = Files.createSymbolicLink(directory.resolve("second"), links.resolve("first"));

        assertThat(launched.run(second, "--version")).isEqualTo(PackagedCommand.run("--version"));
    }

    @Test
    void asKubectlsPluginItAnswers() throws Exception {
        String[] question = {"explain", "deploy/web", "-n", "shop", "-f", Dumps.SHOP};
        Path plugin = Files.createSymbolicLink(directory.resolve("kubectl-tolerant"), launched.script());

        CommandRun run = launched.run(plugin, question);

        assertThat(run.out()).startsWith("Pod web-* in namespace shop");
        assertThat(run).isEqualTo(PackagedCommand.run(prepended("kubectl-tolerant", question)));
    }

    @EnabledForJreRange(min = JRE.JAVA_19)
    @Test
    void aFolderThatOthersMayWriteHoldsNoArchive() throws Exception {
        Path cache = directory.resolve("cache");
        Path open = Files.createDirectories(cache.resolve("tolerant"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));

        CommandRun run = launched.with("XDG_CACHE_HOME", cache.toString()).run("--version");

        assertThat(run).isEqualTo(PackagedCommand.run("--version"));
        assertThat(open).isEmptyDirectory();
    }

    private static String[] prepended(String first, String... others) {
        return Stream.concat(Stream.of(first), Stream.of(others)).toArray(String[]::new);
    }

    @Test
    void argumentsMayHaveBlanksAndNotBeSplit() throws Exception {
        Path file = directory.resolve("my  pods $HOME *.yaml");
        Files.copy(Path.of(Repository.app("curious.yaml")), file);

        CommandRun run = launched.run(
                "explain", "-f", file.toString(), "--policies", Repository.POLICIES.toString(), "-o", "diff");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains(file.toString());
    }

    @Test
    void aSignalReachesTheProgram() throws Exception {
        Path out = directory.resolve("out");
        Process process = launched.start(launched.script(), out, out, "explain", "-f", "-");
        await().atMost(Duration.ofMinutes(1))
                .until(() -> process.info().command().orElse("").endsWith("java"));

        process.destroy();

        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).isEqualTo(128 + 15);
    }

    @Test
    void serveServesUntilItIsStopped() throws Exception {
        Path out = directory.resolve("out");
        Process process = launched.with(
                        "JAVA_OPTS",
                        "-Dquarkus.http.port=0 -Dquarkus.http.ssl-port=0 -Dquarkus.management.port=0"
                                + " -Dtolerant.policies.source=none")
                .start(launched.script(), out, out, "serve");
        await().atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(Files.readString(out)).contains("Listening on"));

        process.destroy();

        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).isEqualTo(128 + 15);
        assertThat(Files.readString(out)).contains("tolerant stopped in");
    }
}
