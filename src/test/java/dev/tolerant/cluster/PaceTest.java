package dev.tolerant.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A pace admits so many a second, wherever its clock starts. */
class PaceTest {
    private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 1_000);
    private final Pace pace = new Pace(20, clock::get);

    @Test
    void aSecondsShareCanBeTakenAtOnce() {
        assertThat(taken(1000)).isEqualTo(20);
        assertThat(taken(1000)).isZero();
    }

    @Test
    void thenOneCanBeTakenEveryTwentiethOfASecond() {
        // Given
        assertThat(taken(1000)).isEqualTo(20);
        assertThat(pace.nanosToNext()).isEqualTo(Duration.ofMillis(50).toNanos());

        // When
        pass(49);

        // Then
        assertThat(pace.take()).isFalse();

        // When
        pass(1);

        // Then
        assertThat(pace.nanosToNext()).isZero();
        assertThat(taken(1000)).isEqualTo(1);
    }

    @Test
    void aQuietTimeSavesNoMoreThanASecondsShare() {
        // Given
        assertThat(taken(1000)).isEqualTo(20);

        // When
        pass(60_000);

        // Then
        assertThat(taken(1000)).isEqualTo(20);
    }

    private void pass(long millis) {
        clock.addAndGet(Duration.ofMillis(millis).toNanos());
    }

    private long taken(int attempts) {
        return IntStream.range(0, attempts).filter(attempt -> pace.take()).count();
    }
}
