package dev.tolerant.server.intake;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PatienceTest {

    @ParameterizedTest
    @CsvSource({
        "timeout=10s, 10",
        "timeout=1s, 1",
        "a=b&timeout=2s&c=d, 2",
        "timeout=31s, 30",
        "timeout=0s, 30",
        "timeout=1m30s, 30",
        "timeout=99999999999999999999s, 30",
        "timeouts=5s, 30",
        "xtimeout=5s, 30",
        "timeout, 30",
        "'', 30"
    })
    void itIsTheTimeoutOfTheQuery(String query, long seconds) {
        assertThat(Patience.of(query, 0).nanos()).isEqualTo(TimeUnit.SECONDS.toNanos(seconds));
    }

    @Test
    void aRequestWithoutQueryIsGivenTheLongestTimeThatApiServersWait() {
        assertThat(Patience.of(null, 0).nanos()).isEqualTo(TimeUnit.SECONDS.toNanos(30));
    }

    @Test
    void itIsOverWhenTheTimeHasPassedEvenIfTheClockWrapsAround() {
        // Given
        Patience patience = Patience.of("timeout=1s", Long.MAX_VALUE - 10);

        // Then
        assertThat(patience.isOver(Long.MAX_VALUE)).isFalse();
        assertThat(patience.isOver(Long.MIN_VALUE + TimeUnit.SECONDS.toNanos(1)))
                .isTrue();
    }
}
