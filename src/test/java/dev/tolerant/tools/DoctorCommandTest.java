package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
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

/** {@code kubectl tolerant doctor} over dumps that are changed; the script has the rest. */
class DoctorCommandTest {
    @TempDir
    private Path directory;

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

    private static CommandRun doctor(String... arguments) {
        List<String> command = new ArrayList<>(List.of("doctor"));
        command.addAll(List.of(arguments));
        return CommandRun.of(command.toArray(String[]::new));
    }
}
