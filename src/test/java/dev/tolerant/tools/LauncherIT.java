package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tolerant.Main;
import dev.tolerant.testing.CommandRun;
import dev.tolerant.testing.MockApiServer;
import dev.tolerant.testing.PackagedCommand;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What people start: {@code bin/tolerant}, and {@code kubectl-tolerant} over an API server. */
class LauncherIT {
    private static final Path MANIFESTS = Path.of("src/test/resources/manifests");
    private static final Path APPS = MANIFESTS.resolve("apps");
    private static final int TERMINATED = 128 + 15;

    /** Commands that say the same in this JVM, and how they exit. */
    private static final String LOCAL = """
            explain -f MANIFESTS/apps/train.yaml --from MANIFESTS/policies --from MANIFESTS/nodes.yaml         | 0
            explain -f MANIFESTS/apps/no-such-file.yaml --offline                                               | 2
            explain --settings MANIFESTS/tolerant.properties                                                    | 2
            lint -f MANIFESTS/careless -o junit                                                                     | 1
            test MANIFESTS/suite.yaml                                                                               | 0
            ask http://localhost:1/                                                                                 | 2
            completion bash                                                                                         | 0
            help                                                                                                    | 0
            """;

    /** Commands that say what the cluster or chance wants, how they exit and what they begin with. */
    private static final String OTHERS = """
            certificate --host localhost --out DIRECTORY/tls                  | 0 | LS0t
            kubectl explain deploy/web -n shop                                | 0 | Deployment shop/web    next pod: admitted
            whatif --prune -f src/test/resources/dumps/policies --context mock | 1 | What would change in mock
            kubectl drill node/n1                                             | 0 | Drill: node n1 stops answering, mock at
            dump                                                              | 0 | {"apiVersion":"cli.tolerant.dev/v1","kind":"ClusterDump"
            """;

    private static final String DOCTOR = "kubectl doctor";
    private static final String SERVE = "serve";

    @AutoClose
    private static final MockApiServer SERVER = new MockApiServer();

    @TempDir(factory = BesideTheProgram.class)
    private static Path directory;

    private static Launched launched;

    /** On the same file system, so that the program can be linked to. */
    private static final class BesideTheProgram implements TempDirFactory {
        @Override
        public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext test) throws IOException {
            return Files.createTempDirectory(Path.of("target"), "launched");
        }
    }

    @BeforeAll
    static void installAndStartACluster() throws Exception {
        JsonNode dump = new ObjectMapper().readTree(Path.of(Dumps.SHOP).toFile());
        for (JsonNode object : dump.path("items")) {
            if (object.path("kind").asText().equals("TolerationPolicy")) {
                SERVER.apply(object.toString());
            } else {
                SERVER.operator().resource(object.toString()).create();
            }
        }
        launched = Launched.withProgramIn(directory.resolve("home"))
                .with("KUBECONFIG", file("kubeconfig", """
                                apiVersion: v1
                                kind: Config
                                current-context: mock
                                contexts: [{name: mock, context: {cluster: mock, user: me}}]
                                clusters: [{name: mock, cluster: {server: "%s"}}]
                                users: [{name: me, user: {}}]
                                """.formatted(
                                SERVER.operator().getMasterUrl())));
    }

    private static String file(String name, String content) throws IOException {
        return Files.writeString(directory.resolve(name), content)
                .toAbsolutePath()
                .toString();
    }

    @Test
    void everyCommandIsRun() {
        List<String> run = Stream.concat((LOCAL + OTHERS).lines(), Stream.of(DOCTOR, SERVE))
                .map(line -> line.replaceAll("^(?:kubectl )?(\\S+).*", "$1"))
                .toList();

        assertThat(new TreeSet<>(run))
                .containsExactlyInAnyOrderElementsOf(
                        Main.commandLine().getSubcommands().keySet());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = LOCAL)
    void aCommandSaysAndEndsAsWithoutTheLauncher(String line, int exitCode) throws Exception {
        String words = line.replace("MANIFESTS", MANIFESTS.toString());

        CommandRun run = launched.run(words);

        assertThat(run.exitCode()).isEqualTo(exitCode);
        assertThat(run).isEqualTo(CommandRun.of(words.split(" ")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = OTHERS)
    void aCommandRunsByTheLauncherOrAsThePlugin(String line, int exitCode, String start) throws Exception {
        CommandRun run = launched.run(line.replace("DIRECTORY", directory.toString()));

        assertThat(run.err()).matches("|[a-z]+: cluster mock \\(context mock\\)\n");
        assertThat(run.out()).startsWith(start);
        assertThat(run.exitCode()).isEqualTo(exitCode);
    }

    @Test
    void theDoctorAsksTheClusterAndMakesEveryCheck() throws Exception {
        CommandRun run = launched.run(DOCTOR + " -o json");

        assertThat(new ObjectMapper().readTree(run.out()).path("items"))
                .hasSizeGreaterThan(20)
                .allSatisfy(check -> assertThat(check.toString()).doesNotContain("the check itself failed"));
        assertThat(SERVER.faults().requests()).contains("POST /api/v1/namespaces/default/pods?dryRun=All");
        assertThat(run.err()).isEqualTo("doctor: cluster mock (context mock)\n");
        assertThat(run.exitCode()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"'', tolerant", "kubectl, kubectl tolerant"})
    void withoutACommandItsHelpSaysWhichThereAre(String line, String name) throws Exception {
        CommandRun run = launched.run(line);

        assertThat(run.err()).startsWith("Usage: " + name + " ").contains("explain ");
        assertThat(run.out()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(2);
    }

    @Test
    void serveServesUntilItIsStopped() throws Exception {
        Path out = directory.resolve("out");
        Path err = directory.resolve("err");
        Process process = launched.with(
                        "JAVA_OPTS",
                        "-Dquarkus.http.port=0 -Dquarkus.http.ssl-port=0 -Dquarkus.management.port=0"
                                + " -Dtolerant.policies.source=none")
                .start(SERVE, out, err);
        await().atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(Files.readString(out)).contains("Listening on"));

        process.destroy();

        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).isEqualTo(TERMINATED);
        assertThat(Files.readString(out)).contains("tolerant stopped in");
        assertThat(Files.readString(err)).isEmpty();
    }

    @Test
    void aKubeconfigThatIsNoneIsOneSentence() throws Exception {
        String kubeconfig = file("not-a-kubeconfig", "{apiVersion: v1, clusters: [");

        CommandRun run = launched.with("KUBECONFIG", kubeconfig)
                .with("JAVA_OPTS", "-Dtolerant.policies.source=cluster -Dquarkus.management.port=0")
                .run(SERVE);

        assertThat((run.out() + run.err()).strip())
                .isEqualTo(kubeconfig
                        + " is not a kubeconfig: it is not YAML or JSON at line 1, column 29; write clusters, users"
                        + " and contexts as YAML or JSON");
    }

    @Test
    void aDumpThatFindsNoRoomIsNoSuccess() throws Exception {
        Path err = directory.resolve("full");

        Process process = launched.start("dump", Path.of("/dev/full"), err);

        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(Files.readString(err)).contains("tolerant: the output cannot be written: ");
        assertThat(process.exitValue()).isEqualTo(2);
    }

    @Test
    void aSystemPropertyIsASettingToo() throws Exception {
        CommandRun run = launched.with("JAVA_OPTS", "-Dtolerant.rules.node-failure.not-ready=7")
                .run("explain --offline -o diff -f " + APPS.resolve("report.yaml"));

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("+            tolerationSeconds: 7\n");
    }

    @Test
    void theVersionIsThatOfTheBuild() throws Exception {
        CommandRun run = launched.run("--version");

        assertThat(run.err()).isEmpty();
        assertThat(Files.readString(Path.of("pom.xml")))
                .containsPattern("<artifactId>tolerant</artifactId>\\s*<version>"
                        + run.out().replaceAll("^tolerant (.*)\n$", "$1") + "</version>");
    }

    @Test
    void whatIsReadFromStandardInputGetsTheSameAnswerFromLauncherPluginAndJar() throws Exception {
        List<String> lines = Files.readAllLines(Path.of("src", "test", "resources", "entry-points")).stream()
                .filter(line -> !line.startsWith("#"))
                .toList();

        assertThat(lines).hasSize(3);
        for (String line : lines) {
            File input = new File(line.replaceAll(" .*", ""));
            String command = line.substring(input.getPath().length() + 1);
            CommandRun run = PackagedCommand.run(input, command.split(" "));
            assertThat(run.exitCode()).as(run.err()).isLessThan(2);
            assertThat(launched.run(input, command)).isEqualTo(run);
            assertThat(run.out())
                    .isEqualTo(CommandRun.of(command.replaceFirst("(-f|--from) -(?= |$)", "$1 " + input)
                                    .split(" "))
                            .out());
        }
    }

    @Test
    void aProgramThatLacksAJarNamesTheClassThatIsMissing() throws Exception {
        Launched broken = Launched.withProgramIn(directory.resolve("broken"))
                .with("XDG_CACHE_HOME", "/dev/null")
                .with("KUBECONFIG", String.valueOf(launched.environment().get("KUBECONFIG")));
        try (Stream<Path> files = Files.walk(broken.home())) {
            for (Path jar : files.filter(file -> file.toString().contains("kubernetes-model-batch-"))
                    .toList()) {
                Files.delete(jar);
            }
        }

        CommandRun run = broken.run("kubectl doctor --no-probe");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .startsWith(
                        "doctor: cluster mock (context mock)\ndoctor: unexpected error: io.fabric8.kubernetes.client.KubernetesClientException: ")
                .contains(", caused by java.lang.ClassNotFoundException: io.fabric8.kubernetes.api.model.batch.")
                .endsWith("; -v shows the stack\n");
    }

    @EnabledForJreRange(min = JRE.JAVA_19)
    @Test
    void twoThatStartAtOnceMakeOneArchiveWhichTheNextUsesUnlessItIsBroken() throws Exception {
        Path classes = directory.resolve("classes.log").toAbsolutePath();
        Launched fresh = launched.with(
                "XDG_CACHE_HOME", directory.resolve("cache").toAbsolutePath().toString());
        CommandRun usual = new CommandRun(0, launched.run("--version").out(), "");
        Path out = directory.resolve("first");
        Process first = fresh.start("--version", out, out);
        assertThat(fresh.run("--version")).isEqualTo(usual);
        assertThat(first.waitFor()).isZero();
        assertThat(Files.readString(out)).isEqualTo(usual.out());
        Path archive = fresh.cached().get(0);
        assertThat(fresh.cached()).hasSize(1);
        assertThat(Files.getPosixFilePermissions(archive.getParent()))
                .isEqualTo(PosixFilePermissions.fromString("rwx------"));

        assertThat(fresh.with("JAVA_OPTS", "-Xlog:class+load:file=" + classes).run("--version"))
                .isEqualTo(usual);
        assertThat(Files.readString(classes)).containsPattern("dev\\.tolerant\\.Main source: shared objects file");

        Files.writeString(archive, "nothing that a JVM can read");
        assertThat(fresh.run("--version")).isEqualTo(usual);
    }
}
