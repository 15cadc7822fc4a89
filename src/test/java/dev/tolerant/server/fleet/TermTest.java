package dev.tolerant.server.fleet;

import static dev.tolerant.server.fleet.FleetFixture.eventually;
import static dev.tolerant.server.fleet.StoredPodFixture.pod;
import static dev.tolerant.server.fleet.StoredPodFixture.seconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.observed.verdict.PodState;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Promise 9: what a keeper does to a cluster, from the first list on. */
class TermTest {
    private final FleetFixture fleet = new FleetFixture();

    @AfterEach
    void close() {
        fleet.close();
    }

    @Test
    void podsThatRanBeforeAreChangedAndSaySo() {
        // Given
        for (int i = 0; i < 1200; i++) {
            fleet.server.create(pod("web-" + i));
        }

        // When
        try (Term term = fleet.term()) {
            term.start();

            // Then
            eventually(() -> assertThat(term.pods(PodState.CHANGED)).isEqualTo(1200));
            assertThat(fleet.server.pods()).allSatisfy(pod -> {
                assertThat(seconds(pod)).containsExactly(60L, 60L);
                assertThat(pod.at("/metadata/annotations")
                                .path("tolerant.dev/given")
                                .asText())
                        .contains("node-failure");
            });
            assertThat(fleet.server.count("PATCH .*")).isEqualTo(1200);
            assertThat(fleet.server.requests())
                    .filteredOn(request -> request.startsWith("PATCH"))
                    .allMatch(request -> request.endsWith("?fieldManager=tolerant-fleet"));
        }
    }

    @Test
    void aNewPodIsChangedAFewSecondsAfterItWasMade() {
        // Given
        try (Term term = fleet.term()) {
            term.start();
            eventually(() -> assertThat(fleet.server.log().watches()).isOne());

            // When
            fleet.server.create(pod("web-1"));

            // Then
            eventually(() -> assertThat(term.backlog()).isOne());
            assertThat(fleet.server.count("GET .*/web-1")).isZero();
            fleet.clock.advance(Survey.YOUTH);
            eventually(
                    () -> assertThat(seconds(fleet.server.pod("shop", "web-1"))).containsExactly(60L, 60L));
        }
    }

    @Test
    void theEventWaitsForThePodsThatAreBeingChanged() {
        // Given
        CountDownLatch held = new CountDownLatch(1);
        fleet.server.create(pod("web-0"));
        fleet.server.create(pod("web-1"));
        fleet.server.fault((request, exchange) -> {
            if (request.startsWith("PATCH") && request.contains("web-1")) {
                awaitQuietly(held);
            }
            return false;
        });

        // When
        try (Term term = fleet.term()) {
            term.start();
            eventually(() -> assertThat(term.pods(PodState.CHANGED)).isOne());

            // Then
            await().during(Duration.ofMillis(300))
                    .until(() -> fleet.server.events().isEmpty());
            held.countDown();
            eventually(() -> assertThat(fleet.server.events()).hasSize(1));
            assertThat(fleet.server.events().get(0).at("/message").asText()).contains(" 2 pods, ");
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void theOwnerIsToldInOneEvent() {
        // Given
        for (int i = 0; i < 5; i++) {
            fleet.server.create(pod("web-" + i));
        }

        // When
        try (Term term = fleet.term()) {
            term.start();
            eventually(() -> assertThat(fleet.server.events()).isNotEmpty());
        }

        // Then
        JsonNode event = fleet.server.events().get(0);
        assertThat(event.at("/involvedObject/kind").asText()).isEqualTo("ReplicaSet");
        assertThat(event.at("/involvedObject/uid").asText()).isEqualTo("r-1");
        assertThat(event.at("/message").asText())
                .matches("changed tolerations of 5 pods, shop/web-\\d among them, as node-failure would for new ones");
    }
}
