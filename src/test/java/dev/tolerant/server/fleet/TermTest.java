package dev.tolerant.server.fleet;

import static dev.tolerant.server.fleet.FleetFixture.eventually;
import static dev.tolerant.server.fleet.StoredPodFixture.pod;
import static dev.tolerant.server.fleet.StoredPodFixture.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.observed.verdict.Verdict.PodState;
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
    void podsThatRanBeforeAreChanged() {
        for (int i = 0; i < 1200; i++) {
            fleet.server.create(pod("web-" + i));
        }

        try (Term term = fleet.term()) {
            term.start();

            eventually(() -> assertThat(term.pods(PodState.CHANGED)).isEqualTo(1200));
            assertThat(fleet.server.pods())
                    .allSatisfy(pod -> assertThat(seconds(pod)).containsExactly(60L, 60L));
            assertThat(fleet.server.count("PATCH .*")).isEqualTo(1200);
            assertThat(fleet.server.requests())
                    .filteredOn(request -> request.startsWith("PATCH"))
                    .allMatch(request -> request.endsWith("?fieldManager=tolerant-fleet"));
        }
    }

    @Test
    void aNewPodIsChangedAFewSecondsAfterItWasMade() {
        try (Term term = fleet.term()) {
            term.start();
            eventually(() -> assertThat(fleet.server.log().watches()).isOne());

            fleet.server.create(pod("web-1"));

            eventually(() -> assertThat(term.backlog()).isOne());
            assertThat(fleet.server.count("GET .*/web-1")).isZero();
            fleet.clock.advance(Census.YOUTH);
            eventually(
                    () -> assertThat(seconds(fleet.server.pod("shop", "web-1"))).containsExactly(60L, 60L));
        }
    }
}
