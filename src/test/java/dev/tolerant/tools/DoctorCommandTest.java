package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tolerant.testing.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    @ParameterizedTest
    @CsvSource({
        // Good at the nth try; the seconds to wait; tries until the end, and the seconds that passed; a pause is 2 s.
        "1, 10, 1, 0",
        "3, 10, 3, 4",
        "99, 5, 4, 6",
        "99, 0, 1, 0",
    })
    void itChecksAgainUntilAllIsWellOrTheTimeIsOver(int good, int most, int tries, long passed) throws Exception {
        AtomicInteger tried = new AtomicInteger();
        AtomicLong nanos = new AtomicLong();

        int last = DoctorCommand.until(
                tried::incrementAndGet,
                each -> each >= good,
                Duration.ofSeconds(most),
                () -> nanos.addAndGet(TimeUnit.SECONDS.toNanos(2)),
                nanos::get);

        assertThat(last).isEqualTo(tries);
        assertThat(Duration.ofNanos(nanos.get())).hasSeconds(passed);
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
