package dev.tolerant.server.fleet;

import static dev.tolerant.server.fleet.StoredPodFixture.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tolerant.api.ListPages;
import dev.tolerant.thread.DaemonThreads;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How long lists and watches wait when the API server asks for it. */
class AskedToWaitTest {
    private final FleetFixture fleet = new FleetFixture();
    private final ScheduledExecutorService timer = DaemonThreads.single("test-timer");
    private final Pods pods = new Pods(fleet.client, timer);
    private final List<Duration> slept = new ArrayList<>();

    @AfterEach
    void close() {
        timer.shutdownNow();
        fleet.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 503})
    void aListGoesOnAfterTheTimeThatTheApiServerAsksFor(int code) throws IOException, InterruptedException {
        // Given
        make(1200);
        fleet.server.refuse(".*continue=.*", code, 1, Map.of("Retry-After", "7"), "{}");
        Shown shown = new Shown();

        // When
        new ListPages(pods.server(), slept::add, TermParts.TRIES).read(new Scope.Everything().query(), shown);

        // Then
        assertThat(slept).containsExactly(Duration.ofSeconds(7));
        assertThat(shown.pods).isEqualTo(1200);
        assertThat(shown.begun).isOne();
    }

    @Test
    void aListThatIsAlwaysAskedToWaitIsGivenUpAfterLongerAndLongerTimes() {
        // Given
        fleet.server.refuse("GET .*", 429);

        // Then
        assertThatThrownBy(() -> new ListPages(pods.server(), slept::add, TermParts.TRIES)
                        .read(new Scope.Everything().query(), new Shown()))
                .hasMessageContaining("the list of all pods with 429");
        assertThat(slept).extracting(Duration::toSeconds).containsExactly(1L, 2L, 4L, 8L, 16L);
    }

    @Test
    void aWatchIsOpenedAgainAfterTheTimeThatTheApiServerAsksFor() {
        // Given
        fleet.server.refuse("GET .*", 429, 1, Map.of("Retry-After", "9"), "{}");

        // Then
        assertThatThrownBy(() -> watch(new Position("101")).run()).isInstanceOf(InterruptedException.class);
        assertThat(slept).containsExactly(Duration.ofSeconds(9));
    }

    @Test
    void aWatchWhoseVersionIsRefusedAsExpiredBeginsWithAnotherPass() {
        // Given
        fleet.server.refuse("GET .*", 410);
        Position position = new Position("101");

        // Then
        assertThatThrownBy(() -> watch(position).run()).isInstanceOf(InterruptedException.class);
        assertThat(position.version()).isEmpty();
    }

    /** A watch that ends with its first pause. */
    private PodWatch watch(Position position) {
        Tally tally = new Tally();
        Survey survey =
                new Survey(fleet.judge(), tally, new Backlog(Backlog.CAPACITY, fleet.clock), new Notes(true), true);
        return new PodWatch(
                pods,
                position,
                survey,
                new Schedule(fleet.clock),
                time -> {
                    slept.add(time);
                    throw new InterruptedException();
                },
                fleet.complaints());
    }

    private void make(int number) {
        for (int i = 0; i < number; i++) {
            fleet.server.create(pod("web-" + i));
        }
    }

    /** What a list has shown. */
    private static final class Shown implements ListPages.Reader {
        private int begun;
        private int pods;

        @Override
        public void begin() {
            begun++;
            pods = 0;
        }

        @Override
        public void item(byte[] json) {
            pods++;
        }

        @Override
        public void version(String resourceVersion) {
            assertThat(resourceVersion).isNotEmpty();
        }
    }
}
