package dev.tolerant.server.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Named.named;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.tolerant.api.ListPages;
import dev.tolerant.engine.model.NamespaceFacts;
import dev.tolerant.engine.model.PolicySet;
import dev.tolerant.engine.model.Taint;
import dev.tolerant.engine.model.Taint.Effect;
import dev.tolerant.observed.verdict.Verdict.PodState;
import dev.tolerant.thread.DaemonThreads;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** When a look brings a list of all pods. */
class RoundsTest {
    private static final String ALL = "GET /api/v1/pods\\?limit.*";

    private final FleetFixture fleet = new FleetFixture();
    private final ScheduledExecutorService timer = DaemonThreads.single("test-timer");
    private final Tally tally = new Tally();
    private final Backlog backlog = new Backlog(10, fleet.clock);
    private final Pods pods = new Pods(fleet.client, timer);
    private final Schedule schedule = new Schedule(fleet.clock);
    private final Survey survey =
            new Survey(fleet.judge(), tally, backlog, new TaintWaits(10), new SetAside(10), new SlowNamespaces(), true);
    private final Rounds rounds = new Rounds(
            fleet.cluster,
            new ListPages(pods.server(), time -> {}, Term.TRIES),
            survey,
            new PodWatch(pods, survey, schedule, time -> {}, fleet.complaints()),
            schedule,
            tally,
            backlog,
            fleet.complaints(),
            fleet.clock);

    @AfterEach
    void close() {
        timer.shutdownNow();
        fleet.close();
    }

    static Stream<Arguments> changes() {
        return Stream.of(
                change("policies", fleet -> fleet.policies(PolicySet.of(List.of()))),
                change("the registration", fleet -> fleet.coverage = Set.of()),
                change("a new namespace", fleet -> fleet.namespaces.put("new", NamespaceFacts.plain("new"))));
    }

    private static Arguments change(String name, Consumer<FleetFixture> change) {
        return arguments(named(name, change));
    }

    @ParameterizedTest
    @MethodSource("changes")
    void aChangeHasAllPodsListedOnceItHasSettled(Consumer<FleetFixture> change) throws InterruptedException {
        rounds.look();

        change.accept(fleet);
        rounds.look();

        assertThat(fleet.server.count(ALL)).isOne();
        fleet.clock.advance(Schedule.SETTLED);
        rounds.look();
        rounds.look();
        assertThat(fleet.server.count(ALL)).isEqualTo(2);
    }

    @Test
    void nodesAndWhatStaysEqualHaveNoPodsListed() throws InterruptedException {
        rounds.look();

        fleet.node("n-1", Taint.of("down", Effect.NO_EXECUTE));
        fleet.namespaces.put("shop", NamespaceFacts.plain("shop"));
        rounds.look();
        fleet.clock.advance(Schedule.SETTLED);
        rounds.look();

        assertThat(fleet.server.count(ALL)).isOne();
    }

    @Test
    void whatHadNoRoomIsLookedForOnceFewPodsWait() throws InterruptedException {
        for (int i = 0; i < 15; i++) {
            fleet.server.create(StoredPodFixture.pod("web-" + i));
        }
        rounds.look();
        assertThat(backlog.size()).isEqualTo(10);

        fleet.clock.advance(Schedule.AFTER_CHANGE);
        rounds.look();

        assertThat(fleet.server.count(ALL)).isOne();
        for (int i = 0; i < 9; i++) {
            backlog.take();
        }
        rounds.look();
        assertThat(fleet.server.count(ALL)).isEqualTo(2);
    }

    @Test
    void aListThatFailsComesAgainAMinuteLaterAndShowsNoNumbers() throws InterruptedException {
        fleet.server.create(StoredPodFixture.pod("web"));
        fleet.server.refuse("GET .*", 403);

        rounds.look();

        assertThat(rounds.age()).isEmpty();
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
