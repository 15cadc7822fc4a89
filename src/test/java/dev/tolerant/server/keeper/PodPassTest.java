package dev.tolerant.server.keeper;

import static dev.tolerant.server.keeper.StoredPodFixture.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Named.named;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.tolerant.engine.standing.PolicySet;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.observed.stored.Judgement.PodState;
import dev.tolerant.testing.PolicyFixture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When all pods are listed, and how long lists and watches wait. */
class PodPassTest {
    private static final String ALL = "GET /api/v1/pods\\?limit=500";
    private static final String WATCH = "GET /api/v1/pods\\?watch.*";

    @AutoClose
    private final KeeperFixture keeper = new KeeperFixture();

    private int changes;

    private final Backlog backlog = new Backlog(10, keeper.clock);
    private final Census census = new Census(keeper.judge(), backlog, true);
    private final List<Duration> slept = new ArrayList<>();
    private final PodPass pass = keeper.pass(census, slept::add);

    @Test
    void allPodsAreListedAtTheStartAndEveryHour() throws InterruptedException {
        pass.look();
        pass.look();
        after(Duration.ofMinutes(59));
        assertThat(lists()).isOne();

        after(Duration.ofMinutes(1));
        pass.look();

        assertThat(lists()).isEqualTo(2);
    }

    static Stream<Arguments> changes() {
        return Stream.of(
                change("policies", keeper -> keeper.policies(policies("new"))),
                change("the registration", keeper -> keeper.coverage = Set.of()),
                change("a new namespace", keeper -> keeper.namespaces.put("new", NamespaceFacts.plain("new"))));
    }

    private static Arguments change(String name, Consumer<KeeperFixture> change) {
        return arguments(named(name, change));
    }

    @ParameterizedTest
    @MethodSource("changes")
    void aChangeHasAllPodsListedOnceItHasSettled(Consumer<KeeperFixture> change) throws InterruptedException {
        pass.look();

        change.accept(keeper);
        pass.look();

        assertThat(lists()).isOne();
        after(PodPass.SETTLED);
        pass.look();
        assertThat(lists()).isEqualTo(2);
    }

    @Test
    void nodesAndWhatStaysEqualHaveNoPodsListed() throws InterruptedException {
        pass.look();

        keeper.node("n-1", Taint.of("down", Effect.NO_EXECUTE));
        keeper.namespaces.put("shop", NamespaceFacts.plain("shop"));
        pass.look();
        after(PodPass.SETTLED);

        assertThat(lists()).isOne();
    }

    @Test
    void changesHaveAllPodsListedAtMostEveryTenMinutes() throws InterruptedException {
        pass.look();
        change();
        after(PodPass.SETTLED);
        assertThat(lists()).isEqualTo(2);

        keeper.clock.advance(Duration.ofMinutes(5));
        change();
        keeper.clock.advance(Duration.ofMinutes(4));
        change();

        assertThat(lists()).isEqualTo(2);
        after(Duration.ofMinutes(1));
        assertThat(lists()).isEqualTo(3);
        after(Duration.ofMinutes(30));
        assertThat(lists()).isEqualTo(3);
        change();
        assertThat(lists()).isEqualTo(3);
        after(PodPass.SETTLED);
        assertThat(lists()).isEqualTo(4);
    }

    @Test
    void aPassThatNoChangeWasTheReasonForDoesNotHoldTheNextChangeUp() throws InterruptedException {
        pass.look();
        keeper.clock.advance(Duration.ofHours(1));
        pass.look();
        change();

        after(PodPass.SETTLED);

        assertThat(lists()).isEqualTo(3);
    }

    @Test
    void aLostWatchHasAllPodsListedAtMostEveryMinute() throws InterruptedException {
        keeper.server.refuse(WATCH, 410);
        pass.look();

        pass.watch();
        pass.look();

        assertThat(lists()).isOne();
        after(PodPass.AFTER_LOSS);
        assertThat(lists()).isEqualTo(2);
        after(Duration.ofMinutes(2));
        pass.watch();
        pass.look();
        assertThat(lists()).isEqualTo(3);
    }

    @Test
    void aListThatFailsComesAgainAMinuteLaterAndShowsNoNumbers() throws InterruptedException {
        keeper.server.create(pod("web"));
        keeper.server.refuse("GET .*", 403);

        pass.look();

        assertThat(pass.ageSeconds()).isNaN();
        keeper.server.heal();
        after(Duration.ofSeconds(50));
        assertThat(pass.ageSeconds()).isNaN();
        after(Duration.ofSeconds(11));
        assertThat(pass.ageSeconds()).isBetween(0.0, 60.0);
        assertThat(census.of(PodState.WOULD_CHANGE)).isOne();
    }

    @Test
    void whatHadNoRoomIsLookedForOnceFewPodsWait() throws InterruptedException {
        keeper.make(15);
        pass.look();
        assertThat(backlog.unfinished()).isEqualTo(10);

        after(PodPass.AFTER_CHANGE);

        assertThat(lists()).isOne();
        for (int i = 0; i < 9; i++) {
            backlog.take();
        }
        pass.look();
        assertThat(lists()).isEqualTo(2);
    }

    @Test
    void whatHadNoRoomIsNotLookedForSoonerThanTenMinutesLater() throws InterruptedException {
        keeper.make(15);
        pass.look();
        for (int i = 0; i < 10; i++) {
            backlog.take();
        }

        after(PodPass.AFTER_CHANGE.minusMinutes(1));
        assertThat(lists()).isOne();
        after(Duration.ofMinutes(1));
        assertThat(lists()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 503})
    void aListGoesOnAfterTheTimeThatTheApiServerAsksFor(int code) throws InterruptedException {
        keeper.make(1200);
        keeper.server.refuse(".*continue=.*", code, 1, Map.of("Retry-After", "7"), "{}");

        pass.look();

        assertWaits(7);
        assertThat(census.of(PodState.WOULD_CHANGE)).isEqualTo(1200);
        assertThat(lists()).isOne();
    }

    @Test
    void aListThatIsAlwaysAskedToWaitIsGivenUpAfterLongerAndLongerTimes() throws InterruptedException {
        keeper.server.refuse("GET .*", 429);

        pass.look();

        assertWaits(1, 2, 4, 8, 8);
        assertThat(pass.ageSeconds()).isNaN();
    }

    @Test
    void aWatchIsOpenedAgainAfterTheTimeThatTheApiServerAsksFor() throws InterruptedException {
        keeper.server.refuse(WATCH, 429, 1, Map.of("Retry-After", "9"), "{}");
        pass.look();

        pass.watch();

        assertWaits(9);
        after(PodPass.AFTER_LOSS);
        assertThat(lists()).isOne();
    }

    @Test
    void aWatchThatTellsNothingIsOpenedAgainAfterLongerAndLongerTimes() throws InterruptedException {
        keeper.server.refuse(WATCH, 403);
        pass.look();

        for (int i = 0; i < 5; i++) {
            pass.watch();
        }

        assertWaits(1, 2, 4, 8, 15);
    }

    /** Each at least so long, and up to a quarter longer by chance. */
    private void assertWaits(long... seconds) {
        assertThat(slept).hasSize(seconds.length);
        for (int i = 0; i < seconds.length; i++) {
            assertThat(slept.get(i)).isBetween(Duration.ofSeconds(seconds[i]), Duration.ofMillis(1250 * seconds[i]));
        }
    }

    private void change() throws InterruptedException {
        keeper.policies(policies("p" + ++changes));
        pass.look();
    }

    private static PolicySet policies(String name) {
        return PolicySet.of(PolicyFixture.all(
                "metadata: {name: " + name + "}\nspec: {match: {}, tolerations: [{key: " + name + "}]}"));
    }

    private void after(Duration time) throws InterruptedException {
        keeper.clock.advance(time);
        pass.look();
    }

    private long lists() {
        return keeper.server.count(ALL);
    }
}
