package dev.tolerant.server.intake;

import static dev.tolerant.server.intake.PeerBudget.Outcome.FULL;
import static dev.tolerant.server.intake.PeerBudget.Outcome.PEER_FULL;
import static dev.tolerant.server.intake.PeerBudget.Outcome.RESERVED;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Promise 8: what one client sends cannot keep others from being answered. */
class PeerBudgetTest {
    private static final String A = "192.0.2.1";
    private static final String B = "192.0.2.2";

    private final PeerBudget budget = PeerBudget.of(1000);

    @Test
    void aPeerGetsAQuarter() {
        assertThat(budget.reserve(A, 250)).isEqualTo(RESERVED);
        assertThat(budget.reserve(A, 1)).isEqualTo(PEER_FULL);
        assertThat(budget.reserve(B, 250)).isEqualTo(RESERVED);
        assertThat(budget.held()).isEqualTo(500);
    }

    @Test
    void allPeersTogetherGetTheBudget() {
        // Given
        for (int i = 1; i <= 4; i++) {
            assertThat(budget.reserve("192.0.2." + i, 250)).isEqualTo(RESERVED);
        }

        // When, Then
        assertThat(budget.reserve("192.0.2.9", 1)).isEqualTo(FULL);

        // When
        budget.release(A, 250);

        // Then: the attempt that failed left nothing behind
        assertThat(budget.reserve("192.0.2.9", 250)).isEqualTo(RESERVED);
    }

    @Test
    void tenPeersAtTheirLimitLeaveRoomForTheNext() {
        // Given
        PeerBudget shared = PeerBudget.withRoomForTheNext(100_000);
        for (int i = 0; i < 10; i++) {
            String peer = "192.0.2." + i;
            while (shared.reserve(peer, 10) == RESERVED) {}
        }

        // When, Then
        assertThat(shared.reserve("198.51.100.1", 100)).isEqualTo(RESERVED);
    }

    @Test
    void onePeerAloneGetsAQuarterOfWhatKeepsRoomForOthers() {
        // Given
        PeerBudget shared = PeerBudget.withRoomForTheNext(1000);

        // When
        while (shared.reserve(A, 10) == RESERVED) {}

        // Then
        assertThat(shared.held()).isEqualTo(250);
    }

    @Test
    void aNewcomerIsNotToldThatItHasTooMuchWhereOthersHoldTheRest() {
        // Given
        PeerBudget shared = PeerBudget.withRoomForTheNext(1000);
        for (int i = 0; i < 10; i++) {
            String peer = "192.0.2." + i;
            while (shared.reserve(peer, 10) == RESERVED) {}
        }

        // When, Then
        assertThat(shared.reserve("198.51.100.1", 100)).isEqualTo(FULL);
        assertThat(shared.reserve("198.51.100.1", 251)).isEqualTo(PEER_FULL);
        assertThat(shared.reserve("192.0.2.0", 10)).isEqualTo(PEER_FULL);
    }

    @Test
    void whatIsReleasedCanBeReservedAgain() {
        // Given
        budget.reserve(A, 250);

        // When
        budget.release(A, 250);

        // Then
        assertThat(budget.held()).isZero();
        assertThat(budget.reserve(A, 250)).isEqualTo(RESERVED);
    }

    @Test
    void theCountsAreRightAfterThousandsOfPeersOnManyThreads() throws InterruptedException, ExecutionException {
        // Given
        ExecutorService threads = Executors.newFixedThreadPool(8);

        // When
        List<? extends Future<?>> clients = IntStream.range(0, 8)
                .mapToObj(thread -> threads.submit(() -> {
                    for (int i = 0; i < 20_000; i++) {
                        String peer = i % 3 == 0 ? A : "192.0." + thread + "." + i;
                        if (budget.reserve(peer, 50) == RESERVED) {
                            assertThat(budget.held()).isBetween(0L, 1000L);
                            budget.release(peer, 50);
                        }
                    }
                }))
                .toList();
        for (Future<?> client : clients) {
            client.get();
        }
        threads.shutdown();

        // Then
        assertThat(budget.held()).isZero();
        assertThat(budget.reserve(B, 250)).isEqualTo(RESERVED);
    }
}
