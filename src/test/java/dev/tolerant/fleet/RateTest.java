package dev.tolerant.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** How many changes are let through, and when. */
class RateTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final AtomicLong clock = new AtomicLong(-5);
    private final Rate rate = new Rate(20, 200, clock::get);

    @Test
    void twoHundredGoAtOnceAndThenTwentyASecond() {
        // When
        int atOnce = taken();

        // Then
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
    void nothingGoesWhileItIsHeld() {
        // When
        rate.hold(3 * SECOND);
        rate.hold(SECOND);

        // Then
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

    private int taken() {
        int taken = 0;
        while (rate.take() == 0) {
            taken++;
        }
        return taken;
    }
}
