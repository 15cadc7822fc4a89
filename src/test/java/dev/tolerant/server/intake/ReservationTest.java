package dev.tolerant.server.intake;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** A body counts for as long as its client waits or its decision is being made, whichever ends last. */
class ReservationTest {
    private static final int ROUNDS = 2000;

    private final PeerBudget budget = PeerBudget.of(1000);
    private final Reservation reservation = new Reservation(budget, "192.0.2.1", 100);

    @Test
    void whatHasNotBeenReservedCannotBeHeld() {
        assertThat(reservation.retain()).isFalse();
        reservation.release();
        assertThat(budget.held()).isZero();
    }

    @Test
    void itStaysWhenTheClientLeavesBeforeTheDecision() {
        // Given
        reservation.make();
        boolean retained = reservation.retain();

        // When: the client leaves
        reservation.release();

        // Then
        assertThat(retained).isTrue();
        assertThat(budget.held()).isEqualTo(100);

        // When: the decision ends
        reservation.release();

        // Then
        assertThat(budget.held()).isZero();
    }

    @Test
    void itCannotBeHeldAfterTheClientHasLeft() {
        // Given
        reservation.make();

        // When
        reservation.release();

        // Then
        assertThat(reservation.retain()).isFalse();
        assertThat(budget.held()).isZero();
    }

    @Test
    void itIsGivenBackOnceAlthoughTheClientLeavesInTheMomentBeforeTheDecision() throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(2);
        ExecutorService client = Executors.newSingleThreadExecutor();
        try {
            for (int round = 0; round < ROUNDS; round++) {
                // Given
                Reservation contended = new Reservation(budget, "192.0.2.1", 100);
                contended.make();

                // When
                Future<?> leaving = client.submit(() -> {
                    barrier.await();
                    contended.release();
                    return null;
                });
                barrier.await();
                boolean retained = contended.retain();

                // Then
                leaving.get();
                assertThat(budget.held()).isEqualTo(retained ? 100 : 0);
                if (retained) {
                    contended.release();
                }
                assertThat(budget.held()).isZero();
            }
        } finally {
            client.shutdownNow();
        }
    }
}
