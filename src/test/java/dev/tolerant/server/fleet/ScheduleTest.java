package dev.tolerant.server.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.server.fleet.Scope.Everything;
import dev.tolerant.server.fleet.Scope.OfNamespace;
import dev.tolerant.server.fleet.Scope.OfNode;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** When which pods are listed. */
class ScheduleTest {
    private static final Scope ALL = new Everything();

    private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 10);
    private final Schedule schedule = new Schedule(clock::get);

    @Test
    void allPodsAreListedAtTheStartAndEveryHour() {
        assertThat(schedule.next()).isEqualTo(ALL);
        assertThat(schedule.next()).isNull();
        after(Duration.ofMinutes(59));
        assertThat(schedule.next()).isNull();
        after(Duration.ofMinutes(1));
        assertThat(schedule.next()).isEqualTo(ALL);
        assertThat(schedule.next()).isNull();
    }

    @Test
    void changesOfPoliciesHaveAllPodsListedAtMostEveryTenMinutes() {
        // Given
        schedule.changed(Set.of(ALL));
        schedule.next();

        // When
        after(Duration.ofMinutes(5));
        schedule.changed(Set.of(ALL));
        after(Duration.ofSeconds(299));
        schedule.changed(Set.of(ALL));

        // Then
        assertThat(schedule.next()).isNull();
        after(Duration.ofSeconds(1));
        assertThat(schedule.next()).isEqualTo(ALL);
        after(Duration.ofMinutes(30));
        assertThat(schedule.next()).isNull();
    }

    @Test
    void aChangeLongAfterTheLastOneIsWaitedForOnlyUntilItHasSettled() {
        // Given
        schedule.changed(Set.of(ALL));
        schedule.next();
        after(Duration.ofMinutes(30));

        // When
        schedule.changed(Set.of(ALL));

        // Then
        assertThat(schedule.next()).isNull();
        after(Schedule.SETTLED);
        assertThat(schedule.next()).isEqualTo(ALL);
    }

    @Test
    void aPassThatNoChangeWasTheReasonForDoesNotHoldTheNextChangeUp() {
        // Given
        schedule.next();
        after(Duration.ofMinutes(1));

        // When
        schedule.changed(Set.of(ALL));

        // Then
        assertThat(schedule.next()).isNull();
        after(Schedule.SETTLED);
        assertThat(schedule.next()).isEqualTo(ALL);
        schedule.changed(Set.of(ALL));
        after(Schedule.AFTER_CHANGE.minusNanos(1));
        assertThat(schedule.next()).isNull();
        after(Duration.ofNanos(1));
        assertThat(schedule.next()).isEqualTo(ALL);
    }

    @Test
    void nodesAndNamespacesAreListedAloneAndOnce() {
        // Given
        schedule.next();

        // When
        schedule.changed(Set.of(new OfNode("n-1")));
        schedule.changed(Set.of(new OfNode("n-1")));
        schedule.changed(Set.of(new OfNamespace("shop")));

        // Then
        assertThat(schedule.next()).isNull();
        after(Schedule.GATHERED);
        assertThat(schedule.next()).isEqualTo(new OfNode("n-1"));
        assertThat(schedule.next()).isEqualTo(new OfNamespace("shop"));
        assertThat(schedule.next()).isNull();
    }

    @Test
    void aListOfAllPodsIncludesThoseOfNodesAndNamespaces() {
        // Given
        schedule.changed(Set.of(new OfNode("n-1")));
        after(Schedule.GATHERED);

        // When
        schedule.next();

        // Then
        assertThat(schedule.next()).isNull();
    }

    @Test
    void aLostWatchHasAllPodsListedAtMostEveryMinute() {
        // Given
        schedule.next();

        // When
        schedule.lostWatch();

        // Then
        assertThat(schedule.next()).isNull();
        after(Schedule.AFTER_LOSS);
        assertThat(schedule.next()).isEqualTo(ALL);
        after(Duration.ofMinutes(2));
        schedule.lostWatch();
        assertThat(schedule.next()).isEqualTo(ALL);
    }

    @Test
    void aListThatFailedIsTriedAgainAfterAMinute() {
        // Given
        schedule.failed(Objects.requireNonNull(schedule.next()));
        schedule.failed(new OfNode("n-1"));

        // Then
        assertThat(schedule.next()).isNull();
        after(Schedule.AFTER_LOSS);
        assertThat(schedule.next()).isEqualTo(ALL);
        schedule.failed(new OfNode("n-1"));
        after(Schedule.AFTER_LOSS);
        assertThat(schedule.next()).isEqualTo(new OfNode("n-1"));
    }

    @Test
    void whatHadNoRoomIsListedTenMinutesAfterTheLastPass() {
        // Given
        schedule.next();

        // When
        schedule.overflowed();

        // Then
        after(Schedule.AFTER_CHANGE.minusNanos(1));
        assertThat(schedule.next()).isNull();
        after(Duration.ofNanos(1));
        assertThat(schedule.next()).isEqualTo(ALL);
    }

    private void after(Duration time) {
        clock.addAndGet(time.toNanos());
    }
}
