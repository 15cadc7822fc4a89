package dev.tolerant.server.keeper;

import static dev.tolerant.server.keeper.StoredPodFixture.pod;
import static dev.tolerant.testing.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.observed.stored.Judgement.PodState;
import dev.tolerant.server.keeper.Keeper.KeeperMetrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What metrics say of the keeper. */
class KeeperMetricsTest {
    @AutoClose
    private final KeeperFixture keeper = new KeeperFixture();

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final AtomicReference<@Nullable Term> holder = new AtomicReference<>();

    @Test
    void aReplicaThatIsNotTheKeeperHasNothingToSay() {
        new KeeperMetrics(holder::get, registry).register();

        assertThat(value("leader")).isZero();
        assertThat(value("backlog")).isZero();
        assertThat(value("backlog.seconds")).isZero();
        assertThat(value("pause.seconds")).isZero();
        assertThat(value("last.pass.age.seconds")).isNaN();
        assertThat(pods(PodState.RIGHT)).isZero();
    }

    @Test
    void auditShowsWhatEnforceWouldDoAndWritesNothing() {
        keeper.make(3);
        new KeeperMetrics(holder::get, registry).register();

        try (Term term = keeper.term(false)) {
            holder.set(term);
            term.start();
            eventually(() -> assertThat(keeper.server.watches()).isOne());
            keeper.server.create(pod("late"));

            eventually(() -> assertThat(pods(PodState.WOULD_CHANGE)).isEqualTo(4));
            assertThat(value("leader")).isOne();
            assertThat(value("last.pass.age.seconds")).isBetween(0.0, 60.0);
            assertThat(value("backlog")).isZero();
            assertThat(keeper.server.count("(PATCH|PUT) .*")).isZero();
            assertThat(keeper.server.count("GET .*/pods/.*")).isZero();
        }
    }

    @Test
    void theTableOfMetricsNamesEveryState() throws IOException {
        String row = Files.readAllLines(Path.of("docs/operations.md")).stream()
                .filter(line -> line.startsWith("| `tolerant_keeper_pods` "))
                .findFirst()
                .orElseThrow();

        var states = Pattern.compile("`([a-z-]+)`")
                .matcher(row.substring(row.lastIndexOf(':')))
                .results();

        assertThat(states.map(state -> state.group(1)))
                .containsExactlyElementsOf(
                        Arrays.stream(PodState.values()).map(PodState::code).toList());
    }

    private double value(String name) {
        return registry.get("tolerant.keeper." + name).gauge().value();
    }

    private double pods(PodState state) {
        return registry.get("tolerant.keeper.pods")
                .tag("state", state.code())
                .gauge()
                .value();
    }
}
