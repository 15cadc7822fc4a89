package dev.tolerant.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How many are let through, and when, wherever the clock starts. */
class RateTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final AtomicLong clock = new AtomicLong(-5);
    private final Rate rate = new Rate(20, 200, clock::get);

    @Test
    void twoHundredGoAtOnceAndThenTwentyASecond() {
        int atOnce = taken();

        assertThat(atOnce).isEqualTo(200);
        assertThat(rate.take()).isEqualTo(SECOND / 20);
        clock.addAndGet(SECOND);
        assertThat(taken()).isEqualTo(20);
        clock.addAndGet(9 * SECOND);
        assertThat(taken()).isEqualTo(180);
        clock.addAndGet(1000 * SECOND);
        assertThat(taken()).isEqualTo(200);
    }

    @Test
    void whatMayGoAtOnceCanBeSpentBeforeTheStart() {
        rate.spend();

        assertThat(taken()).isEqualTo(1);
        clock.addAndGet(SECOND);
        assertThat(taken()).isEqualTo(20);
        clock.addAndGet(1000 * SECOND);
        assertThat(taken()).isEqualTo(200);
    }

    @Test
    void nothingGoesWhileItIsHeld() {
        rate.hold(3 * SECOND);
        rate.hold(SECOND);

        clock.addAndGet(2 * SECOND);
        assertThat(rate.take()).isEqualTo(SECOND);
        clock.addAndGet(SECOND);
        assertThat(taken()).isEqualTo(200);
    }

    @Test
    void theEndOfABacklogIsForeseen() {
        assertThat(rate.secondsFor(0)).isZero();
        assertThat(rate.secondsFor(200)).isLessThan(0.1);
        assertThat(rate.secondsFor(1200)).isBetween(49.9, 50.1);
        taken();
        assertThat(rate.secondsFor(20)).isBetween(0.9, 1.1);
        rate.hold(60 * SECOND);
        assertThat(rate.secondsFor(20)).isEqualTo(60);
        assertThat(rate.secondsFor(0)).isZero();
    }

    @Test
    void whenTheNextGoesIsKnownWithoutTakingIt() {
        clock.set(Long.MAX_VALUE - 1_000);
        Rate second = new Rate(20, 20, clock::get);
        IntStream.range(0, 20).forEach(i -> assertThat(second.take()).isZero());

        assertThat(second.nanosToNext()).isEqualTo(SECOND / 20);
        assertThat(second.nanosToNext()).isEqualTo(SECOND / 20);
        clock.addAndGet(SECOND / 20 - 1);
        assertThat(second.take()).isEqualTo(1);
        clock.addAndGet(1);
        assertThat(second.nanosToNext()).isZero();
        assertThat(second.take()).isZero();
        assertThat(second.take()).isPositive();
    }

    private int taken() {
        int taken = 0;
        while (rate.take() == 0) {
            taken++;
        }
        return taken;
    }
}
