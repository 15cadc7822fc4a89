package dev.tolerant.server.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** When the keeper stops itself, and for how long. */
class BreakerTest {
    private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 10);
    private final Breaker breaker = new Breaker(clock::get);

    @Test
    void oneFaultInTwentyAnswersIsTolerated() {
        // When
        for (int i = 0; i < 1000; i++) {
            breaker.note(i % 20 == 7);
        }

        // Then
        assertThat(breaker.isStopped()).isFalse();
    }

    @Test
    void moreThanOneInTwentyOfAHundredStopsIt() {
        // Given
        note(5, true);
        note(94, false);

        // When
        Duration pause = breaker.note(true);

        // Then
        assertThat(pause).hasMinutes(10);
        assertThat(breaker.isStopped()).isTrue();
        assertThat(breaker.nanosToNext()).isEqualTo(Duration.ofMinutes(10).toNanos());
    }

    @Test
    void aFaultCountsForAHundredAnswers() {
        // Given
        note(5, true);
        note(95, false);

        // When
        Duration pause = breaker.note(true);

        // Then
        assertThat(pause).isZero();
    }

    @Test
    void eachStopIsTwiceAsLongUpToAnHourUntilAHundredAnswersAreFine() {
        for (long minutes : new long[] {10, 20, 40, 60, 60}) {
            // When
            note(5, true);
            Duration pause = breaker.note(true);

            // Then
            assertThat(pause).hasMinutes(minutes);
            assertThat(breaker.note(true)).isZero();
            clock.addAndGet(pause.toNanos() - 1);
            assertThat(breaker.isStopped()).isTrue();
            clock.incrementAndGet();
            assertThat(breaker.isStopped()).isFalse();
        }

        // When
        note(100, false);
        note(5, true);

        // Then
        assertThat(breaker.note(true)).hasMinutes(10);
    }

    private void note(int times, boolean fault) {
        for (int i = 0; i < times; i++) {
            breaker.note(fault);
        }
    }
}
