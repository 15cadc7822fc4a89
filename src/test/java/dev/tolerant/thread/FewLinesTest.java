package dev.tolerant.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.Test;

class FewLinesTest {
    private long clock = Long.MAX_VALUE - TimeUnit.MILLISECONDS.toNanos(500);
    private final FewLines lines =
            new FewLines(Logger.getLogger(FewLinesTest.class), Duration.ofSeconds(1), () -> clock);

    @Test
    void fiveLinesASecondAreLoggedAndTheNextSaysHowManyWereNot() {
        assertThat(IntStream.range(0, 7).mapToLong(i -> lines.take()).toArray()).containsExactly(0, 0, 0, 0, 0, -1, -1);

        clock += TimeUnit.MILLISECONDS.toNanos(999);

        assertThat(lines.take()).isEqualTo(-1);

        clock += TimeUnit.MILLISECONDS.toNanos(1);

        assertThat(lines.take()).isEqualTo(3);
        assertThat(lines.take()).isZero();
    }
}
