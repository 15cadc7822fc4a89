package dev.tolerant.server.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.api.ListPages;
import dev.tolerant.engine.toleration.Effect;
import dev.tolerant.engine.toleration.Taint;
import dev.tolerant.observed.verdict.PodState;
import dev.tolerant.thread.DaemonThreads;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which lists one look brings. */
class RoundsTest {
    private static final String OF_A_NODE = "GET .*fieldSelector=spec.nodeName.*";

    private static final String ALL = "GET /api/v1/pods\\?limit.*";

    private final FleetFixture fleet = new FleetFixture();
    private final ScheduledExecutorService timer = DaemonThreads.single("test-timer");
    private final Tally tally = new Tally();
    private final Backlog backlog = new Backlog(10, fleet.clock);
    private final Rounds rounds = new Rounds(
            fleet.cluster,
            new ListPages(new Pods(fleet.client, timer).server(), time -> {}, TermParts.TRIES),
            new Survey(fleet.judge(), tally, backlog, new Notes(true), true),
            new Position(""),
            new Schedule(fleet.clock),
            tally,
            backlog,
            fleet.complaints(),
            fleet.clock);

    @AfterEach
    void close() {
        timer.shutdownNow();
        fleet.close();
    }

    /** A zone that comes back changes hundreds of nodes at once, whose pods have waited for it. */
    @Test
    void manyNodesThatChangeAtOnceAreLookedAtSeveralAtATime() throws InterruptedException {
        // Given
        rounds.look();
        for (int i = 0; i < 25; i++) {
            fleet.node("n-" + i, Taint.of("down", Effect.NO_EXECUTE));
        }
        rounds.look();
        assertThat(fleet.server.count(OF_A_NODE)).isZero();
        fleet.clock.advance(Schedule.GATHERED);

        // When
        rounds.look();

        // Then
        assertThat(fleet.server.count(OF_A_NODE)).isEqualTo(10);
        rounds.look();
        rounds.look();
        assertThat(fleet.server.count(OF_A_NODE)).isEqualTo(25);
        assertThat(fleet.server.count(ALL)).isOne();
    }

    @Test
    void whatHadNoRoomIsLookedForOnceFewPodsWait() throws InterruptedException {
        // Given
        for (int i = 0; i < 15; i++) {
            fleet.server.create(StoredPodFixture.pod("web-" + i));
        }
        rounds.look();
        assertThat(backlog.size()).isEqualTo(10);

        // When
        fleet.clock.advance(Schedule.AFTER_CHANGE);
        rounds.look();

        // Then
        assertThat(fleet.server.count(ALL)).isOne();
        for (int i = 0; i < 9; i++) {
            backlog.take();
        }
        rounds.look();
        assertThat(fleet.server.count(ALL)).isEqualTo(2);
    }

    @Test
    void aListThatFailsComesAgainAMinuteLaterAndShowsNoNumbers() throws InterruptedException {
        // Given
        fleet.server.create(StoredPodFixture.pod("web"));
        fleet.server.refuse("GET .*", 403);

        // When
        rounds.look();

        // Then
        assertThat(rounds.age()).isEmpty();
        assertThat(rounds.isListing()).isFalse();
        fleet.server.heal();
        fleet.clock.advance(Duration.ofSeconds(50));
        rounds.look();
        assertThat(rounds.age()).isEmpty();
        fleet.clock.advance(Duration.ofSeconds(11));
        rounds.look();
        assertThat(rounds.age()).isPresent();
        assertThat(tally.of(PodState.WOULD_CHANGE)).isOne();
    }
}
