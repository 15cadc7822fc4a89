package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tolerant.Main;
import dev.tolerant.server.cluster.MockApiServer;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** What people start: {@code bin/tolerant}, and {@code kubectl-tolerant} over an API server. */
class EntryPointsIT {
    private static final int TERMINATED = 128 + 15;

    /** By command, of which those after {@code kubectl} are the plugin's. */
    private static final Map<String, Run> RUNS = Map.ofEntries(
            run("explain", 0, "Pod train-* in namespace ml", "-f", Repository.app("train.yaml")),
            run(
                    "lint",
                    1,
                    "src/test/resources/manifests/careless/broken.yaml: error: ",
                    "-f",
                    Repository.ROOT.resolve("careless").toString()),
            run("test", 0, "✓ train pods land on the pool\n", Repository.SUITE.toString()),
            run("certificate", 0, "LS0t", "--host", "localhost", "--out", "DIRECTORY"),
            run("serve", TERMINATED, ""),
            run("completion", 0, "#!/usr/bin/env bash", "bash"),
            run("help", 0, "Usage: tolerant "),
            run("kubectl explain", 0, "Pod web-* in namespace shop", "deploy/web", "-n", "shop"),
            run("kubectl whatif", 1, "Proposed for mock\n", "--prune", "-f", "src/test/resources/dumps/policies"),
            run("kubectl drill", 0, "Drill: node n1 stops answering, mock at ", "node/n1"),
            run("kubectl doctor", 1, "Kubernetes\n"),
            run("kubectl dump", 0, "{\"apiVersion\":\"cli.tolerant.dev/v1\",\"kind\":\"ClusterDump\""));

    private static final MockApiServer SERVER = new MockApiServer();

    @TempDir
    private static Path directory;

    private static Launched launched;

    private record Run(int exitCode, String start, String... arguments) {}

    private static Map.Entry<String, Run> run(String command, int exitCode, String start, String... arguments) {
        return Map.entry(command, new Run(exitCode, start, arguments));
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
        launched = Launched.in(Files.createDirectory(directory.resolve("home")))
                .with("KUBECONFIG", kubeconfig().toString())
                .with(
                        "JAVA_OPTS",
                        "-Dquarkus.http.port=0 -Dquarkus.http.ssl-port=0 -Dquarkus.management.port=0"
                                + " -Dtolerant.policies.source=none");
    }

    private static Path kubeconfig() throws IOException {
        return Files.writeString(
                directory.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                current-context: mock
                contexts: [{name: mock, context: {cluster: mock, user: me}}]
                clusters: [{name: mock, cluster: {server: "%s"}}]
                users: [{name: me, user: {}}]
                """.formatted(SERVER.operator().getMasterUrl()));
    }

    @AfterAll
    static void stop() throws IOException {
        launched.removeLinks();
        SERVER.close();
    }

    static Stream<String> commands() {
        return commands("", Main.commandLine());
    }

    private static Stream<String> commands(String before, CommandLine parent) {
        return parent.getSubcommands().entrySet().stream()
                .flatMap(command -> command.getValue().getSubcommands().isEmpty()
                        ? Stream.of(before + command.getKey())
                        : commands(before + command.getKey() + " ", command.getValue()));
    }

    @Test
    void everyCommandIsRun() {
        assertThat(RUNS.keySet()).containsExactlyInAnyOrderElementsOf(commands().toList());
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyCommandRunsByTheLauncherOrAsThePlugin(String command) throws Exception {
        Run run = Objects.requireNonNull(RUNS.get(command), command);
        boolean plugin = command.startsWith("kubectl ");
        Path script = plugin ? launched.plugin() : launched.script();
        Path out = directory.resolve("out");
        Path err = directory.resolve("err");
        String[] words = Stream.concat(Stream.of(command.replace("kubectl ", "")), Stream.of(run.arguments()))
                .map(word -> word.replace("DIRECTORY", directory.toString()))
                .toArray(String[]::new);

        Process process = launched.start(script, out, err, words);
        if (run.exitCode() == TERMINATED) {
            await().atMost(Duration.ofMinutes(1))
                    .untilAsserted(() -> assertThat(Files.readString(out)).contains("Listening on"));
            process.destroy();
        }

        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(Files.readString(err)).as("standard error").isEmpty();
        assertThat(Files.readString(out)).startsWith(run.start());
        assertThat(process.exitValue()).isEqualTo(run.exitCode());
    }

    @Test
    void theDoctorAsksTheClusterAndMakesEveryCheck() throws Exception {
        CommandRun run = launched.run(launched.plugin(), "doctor", "-o", "json");

        JsonNode checks = new ObjectMapper().readTree(run.out()).path("checks");
        assertThat(checks)
                .hasSizeGreaterThan(20)
                .allSatisfy(check -> assertThat(check.toString()).doesNotContain("the check itself failed"));
        assertThat(SERVER.faults().requests()).contains("POST /api/v1/namespaces/default/pods?dryRun=All");
    }

    @Test
    void launcherPluginAndJarSayTheSame() throws Exception {
        List<String> lines = Files.readAllLines(Path.of("src", "test", "resources", "entry-points")).stream()
                .filter(line -> !line.startsWith("#"))
                .toList();

        assertThat(lines).hasSize(3);
        for (String line : lines) {
            String[] words = line.split(" ");
            File input = new File(words[0]);
            String[] command = Arrays.copyOfRange(words, 1, words.length);
            CommandRun run = launched.run(launched.script(), input, command);
            assertThat(run.exitCode()).as(run.err()).isLessThan(2);
            assertThat(run).isEqualTo(PackagedCommand.run(input, command));
            if (command[0].equals("kubectl")) {
                String[] asked = Arrays.copyOfRange(command, 1, command.length);
                assertThat(launched.run(launched.plugin(), input, asked)).isEqualTo(run);
            }
        }
    }

    @Test
    void aProgramThatLacksAJarNamesTheClassThatIsMissing() throws Exception {
        Launched broken = Launched.in(Files.createDirectory(directory.resolve("broken")))
                .with("XDG_CACHE_HOME", "/dev/null")
                .with("KUBECONFIG", kubeconfig().toString());
        broken.removeJar("io.fabric8.kubernetes-model-batch-");

        CommandRun run = broken.run(broken.plugin(), "doctor", "--no-probe");
        CommandRun verbose = broken.run(broken.plugin(), "doctor", "--no-probe", "-v");

        broken.removeLinks();
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .hasLineCount(1)
                .startsWith("doctor: unexpected error: io.fabric8.kubernetes.client.KubernetesClientException: ")
                .contains(", caused by java.lang.ClassNotFoundException: io.fabric8.kubernetes.api.model.batch.")
                .endsWith("; -v shows the stack\n");
        assertThat(verbose.err()).contains("\tat dev.tolerant.tools.reading.Kubeconfig.client(");
    }
}
