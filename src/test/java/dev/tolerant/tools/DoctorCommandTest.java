package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code kubectl tolerant doctor} over dumps. */
class DoctorCommandTest {
    private static final Path GOLDEN = Path.of("src/test/resources/doctor");
    private static final boolean WRITE = Boolean.getBoolean("golden.write");

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({"shop, 0", "gpu, 1", "wrong, 1"})
    void aDumpGetsItsGoldenReport(String name, int exitCode) throws IOException {
        CommandRun run = doctor("--from", "src/test/resources/dumps/" + name + ".json");

        Path golden = GOLDEN.resolve(name + ".txt");
        if (WRITE) {
            Files.writeString(golden, run.out());
        }
        assertThat(run.out()).isEqualTo(Files.readString(golden));
        assertThat(run.exitCode()).isEqualTo(exitCode);
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "yaml"})
    void programsGetAVersionedDocument(String format) throws IOException {
        CommandRun run = doctor("--from", Dumps.WRONG, "-o", format);

        ObjectMapper mapper = format.equals("json") ? new ObjectMapper() : new YAMLMapper();
        JsonNode document = mapper.readTree(run.out());
        assertThat(document.path("apiVersion").asText()).isEqualTo("cli.tolerant.dev/v1");
        assertThat(document.path("kind").asText()).isEqualTo("Doctor");
        assertThat(document.at("/metadata/context").asText()).isEqualTo("wrong");
        assertThat(document.at("/counts/failed").asInt()).isPositive();
        assertThat(document.path("items")).anySatisfy(check -> {
            assertThat(check.path("code").asText()).isEqualTo("policies-accepted");
            assertThat(check.path("result").asText()).isEqualTo("failed");
            assertThat(check.path("details")).hasSize(3);
        });
    }

    @Test
    void whatADumpCannotTellIsOneLineForPeopleAndAllChecksForPrograms() throws IOException {
        CommandRun text = doctor("--from", Dumps.SHOP);
        CommandRun json = doctor("--from", Dumps.SHOP, "-o", "json");

        assertThat(text.out().lines().filter(line -> line.contains("?")))
                .singleElement()
                .asString()
                .contains("only a live cluster can tell: CRD, ");
        assertThat(new ObjectMapper().readTree(json.out()).path("items"))
                .filteredOn(check -> check.path("result").asText().equals("unknown"))
                .hasSize(5);
    }

    @Test
    void theFirstPodsThatAKeeperInAuditWouldChangeAreNamedAndTheOthersCounted() throws IOException {
        Path dump = directory.resolve("audit.json");
        Files.writeString(
                dump, withTwelveToolboxes().replace("tolerant.keeper.mode=enforce", "tolerant.keeper.mode=audit"));

        CommandRun run = doctor("--from", dump.toString(), "-o", "json");

        assertThat(run.exitCode()).isZero();
        assertThat(new ObjectMapper().readTree(run.out()).path("items")).anySatisfy(check -> {
            assertThat(check.path("code").asText()).isEqualTo("would-change");
            assertThat(check.path("result").asText()).isEqualTo("passed");
            assertThat(check.path("sentence").asText()).isEqualTo("in audit the keeper would change 12 running pods");
            assertThat(check.path("details")).hasSize(11);
            assertThat(check.at("/details/9").asText()).isEqualTo("shop/toolbox-9");
            assertThat(check.at("/details/10").asText()).isEqualTo("and 2 more");
        });
    }

    private static String withTwelveToolboxes() throws IOException {
        return Files.readString(Path.of(Dumps.SHOP))
                .lines()
                .flatMap(line -> line.contains("\"name\":\"toolbox\"") ? twelveOf(line, "toolbox") : Stream.of(line))
                .collect(Collectors.joining("\n"));
    }

    @Test
    void podsThatAKeeperHasNotChangedAreAWarning() throws IOException {
        Path dump = directory.resolve("enforce.json");
        Files.writeString(dump, withTwelveToolboxes());

        CommandRun run = doctor("--from", dump.toString(), "-o", "json");

        assertThat(run.exitCode()).isZero();
        assertThat(new ObjectMapper().readTree(run.out()).path("items")).anySatisfy(check -> {
            assertThat(check.path("code").asText()).isEqualTo("would-change");
            assertThat(check.path("result").asText()).isEqualTo("warning");
            assertThat(check.path("sentence").asText()).isEqualTo("the keeper has not changed 12 running pods");
            assertThat(check.path("details")).hasSize(11);
        });
    }

    private static Stream<String> twelveOf(String line, String name) {
        String asTheApiServerMakesIt = line.replace("\"tolerationSeconds\":60", "\"tolerationSeconds\":300");
        return IntStream.range(0, 12)
                .mapToObj(i -> asTheApiServerMakesIt.replace('"' + name + '"', '"' + name + "-" + i + '"'));
    }

    @Test
    void withoutAClusterNothingCanBeAsked() throws IOException {
        Path kubeconfig = Files.writeString(directory.resolve("config"), """
                apiVersion: v1
                kind: Config
                current-context: gone
                contexts: [{name: gone, context: {cluster: gone, user: me}}]
                clusters: [{name: gone, cluster: {server: "http://127.0.0.1:1"}}]
                users: [{name: me, user: {}}]
                """);

        CommandRun run = doctor("--kubeconfig", kubeconfig.toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .startsWith("doctor: cluster gone (context gone)\ndoctor: the API server of gone")
                .hasLineCount(2);
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
        assertThat(doctor("--from", "nowhere.json"))
                .isEqualTo(new CommandRun(
                        2, "", "doctor: --from nowhere.json does not exist: check the path" + System.lineSeparator()));
    }

    private static CommandRun doctor(String... arguments) {
        List<String> command = new ArrayList<>(List.of("doctor"));
        command.addAll(List.of(arguments));
        return CommandRun.of(command.toArray(String[]::new));
    }
}
