package dev.tolerant.server.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** When all pods are listed. */
class ScheduleTest {
    private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 10);
    private final Schedule schedule = new Schedule(clock::get);

    @Test
    void allPodsAreListedAtTheStartAndEveryHour() {
        assertThat(schedule.next()).isTrue();
        assertThat(schedule.next()).isFalse();
        after(Duration.ofMinutes(59));
        assertThat(schedule.next()).isFalse();
        after(Duration.ofMinutes(1));
        assertThat(schedule.next()).isTrue();
        assertThat(schedule.next()).isFalse();
    }

    @Test
    void changesHaveAllPodsListedAtMostEveryTenMinutes() {
        schedule.changed();
        schedule.next();

        after(Duration.ofMinutes(5));
        schedule.changed();
        after(Duration.ofSeconds(299));
        schedule.changed();

        assertThat(schedule.next()).isFalse();
        after(Duration.ofSeconds(1));
        assertThat(schedule.next()).isTrue();
        after(Duration.ofMinutes(30));
        assertThat(schedule.next()).isFalse();
    }

    @Test
    void aChangeLongAfterTheLastOneIsWaitedForOnlyUntilItHasSettled() {
        schedule.changed();
        schedule.next();
        after(Duration.ofMinutes(30));

        schedule.changed();

        assertThat(schedule.next()).isFalse();
        after(Schedule.SETTLED);
        assertThat(schedule.next()).isTrue();
    }

    @Test
    void aPassThatNoChangeWasTheReasonForDoesNotHoldTheNextChangeUp() {
        schedule.next();
        after(Duration.ofMinutes(1));

        schedule.changed();

        assertThat(schedule.next()).isFalse();
        after(Schedule.SETTLED);
        assertThat(schedule.next()).isTrue();
        schedule.changed();
        after(Schedule.AFTER_CHANGE.minusNanos(1));
        assertThat(schedule.next()).isFalse();
        after(Duration.ofNanos(1));
        assertThat(schedule.next()).isTrue();
    }

    @Test
    void aLostWatchHasAllPodsListedAtMostEveryMinute() {
        schedule.next();

        schedule.lostWatch();

        assertThat(schedule.next()).isFalse();
        after(Schedule.AFTER_LOSS);
        assertThat(schedule.next()).isTrue();
        after(Duration.ofMinutes(2));
        schedule.lostWatch();
        assertThat(schedule.next()).isTrue();
    }

    @Test
    void aListThatFailedIsTriedAgainAfterAMinute() {
        schedule.next();
        schedule.failed();

        assertThat(schedule.next()).isFalse();
        after(Schedule.AFTER_LOSS);
        assertThat(schedule.next()).isTrue();
    }

    @Test
    void whatHadNoRoomIsListedTenMinutesAfterTheLastPass() {
        schedule.next();

        schedule.overflowed();

        after(Schedule.AFTER_CHANGE.minusNanos(1));
        assertThat(schedule.next()).isFalse();
        after(Duration.ofNanos(1));
        assertThat(schedule.next()).isTrue();
    }

    private void after(Duration time) {
        clock.addAndGet(time.toNanos());
    }
}
