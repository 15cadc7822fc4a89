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
    private final Schedule schedule = new Schedule(fleet.clock);
    private final List<Duration> slept = new ArrayList<>();

    @AfterEach
    void close() {
        timer.shutdownNow();
        fleet.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 503})
    void aListGoesOnAfterTheTimeThatTheApiServerAsksFor(int code) throws IOException, InterruptedException {
        make(1200);
        fleet.server.refuse(".*continue=.*", code, 1, Map.of("Retry-After", "7"), "{}");
        Shown shown = new Shown();

        new ListPages(pods.server(), slept::add, Term.TRIES).read(Pods.ALL, shown);

        assertThat(slept).containsExactly(Duration.ofSeconds(7));
        assertThat(shown.pods).isEqualTo(1200);
        assertThat(shown.begun).isOne();
    }

    @Test
    void aListThatIsAlwaysAskedToWaitIsGivenUpAfterLongerAndLongerTimes() {
        fleet.server.refuse("GET .*", 429);

        assertThatThrownBy(() -> new ListPages(pods.server(), slept::add, Term.TRIES).read(Pods.ALL, new Shown()))
                .hasMessageContaining("the list of all pods with 429");
        assertThat(slept).extracting(Duration::toSeconds).containsExactly(1L, 2L, 4L, 8L, 16L);
    }

    @Test
    void aWatchIsOpenedAgainAfterTheTimeThatTheApiServerAsksFor() {
        fleet.server.refuse("GET .*", 429, 1, Map.of("Retry-After", "9"), "{}");

        assertThatThrownBy(this::watch).isInstanceOf(InterruptedException.class);
        assertThat(slept).containsExactly(Duration.ofSeconds(9));
        assertThat(schedule.next()).isFalse();
    }

    @Test
    void aWatchWhoseVersionIsRefusedAsExpiredBeginsWithAnotherPass() {
        fleet.server.refuse("GET .*", 410);

        assertThatThrownBy(this::watch).isInstanceOf(InterruptedException.class);
        fleet.clock.advance(Schedule.AFTER_LOSS);
        assertThat(schedule.next()).isTrue();
    }

    /** A watch that ends with its first pause. */
    private void watch() throws InterruptedException {
        schedule.next();
        Survey survey = new Survey(
                fleet.judge(),
                new Tally(),
                new Backlog(10, fleet.clock),
                new TaintWaits(10),
                new SetAside(10),
                new SlowNamespaces(),
                true);
        PodWatch watch = new PodWatch(
                pods,
                survey,
                schedule,
                time -> {
                    slept.add(time);
                    throw new InterruptedException();
                },
                fleet.complaints());
        watch.listed("101");
        watch.run();
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
