package dev.tolerant.documents;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.tolerant.documents.DryRunServer.Kind;
import dev.tolerant.testing.CommandRun;
import dev.tolerant.testing.PackagedCommand;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each kubectl of a folder applies the files that the folder's {@code files} lists, as a dry run; {@code .ci/clients} makes and names it. */
@EnabledIfEnvironmentVariable(named = "TOLERANT_CLIENTS", matches = ".+")
class KubectlClientsTest {
    @TempDir
    private Path home;

    static List<Arguments> kubectls() throws IOException {
        try (Stream<Path> folders = Files.list(folder())) {
            return folders.map(folder -> folder.resolve("kubectl/kubectl"))
                    .filter(Files::exists)
                    .sorted()
                    .flatMap(kubectl -> Stream.of("client", "server").map(side -> Arguments.of(kubectl, side)))
                    .toList();
        }
    }

    private static Path folder() {
        return Path.of(System.getenv("TOLERANT_CLIENTS"));
    }

    @ParameterizedTest
    @MethodSource("kubectls")
    void allThatAUserAppliesIsApplied(Path kubectl, String side) throws Exception {
        List<String> files = Files.readAllLines(folder().resolve("files"));
        List<Kind> objects = new ArrayList<>();
        for (String file : files) {
            objects.addAll(objects(Path.of(file)));
        }
        try (DryRunServer server = new DryRunServer(objects)) {
            List<String> command = new ArrayList<>(List.of(
                    kubectl.toString(),
                    "apply",
                    "--server=" + server.url(),
                    "--dry-run=server",
                    "--validate=strict",
                    "--server-side=" + side.equals("server")));
            files.forEach(file -> command.add("--filename=" + file));

            CommandRun run = PackagedCommand.run(command, Map.of("HOME", home.toString()), new File("/dev/null"));

            assertThat(run.err()).isEmpty();
            assertThat(run.out().lines())
                    .hasSameSizeAs(objects)
                    .allSatisfy(line -> assertThat(line).endsWith("(server dry run)"));
            assertThat(server.dryRuns())
                    .hasSameSizeAs(objects)
                    .allSatisfy(query -> assertThat(query).contains("fieldValidation=Strict"));
        }
    }

    /** The kinds of the objects in a file, each as often as it is there. */
    private static List<Kind> objects(Path file) throws IOException {
        try (var documents = new YAMLMapper().readerFor(JsonNode.class).<JsonNode>readValues(file.toFile())) {
            return documents.readAll().stream()
                    .filter(object -> object != null && object.has("kind"))
                    .map(object -> new Kind(
                            object.get("apiVersion").asText(),
                            object.get("kind").asText()))
                    .toList();
        }
    }
}
