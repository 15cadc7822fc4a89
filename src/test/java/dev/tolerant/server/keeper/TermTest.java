package dev.tolerant.server.keeper;

import static dev.tolerant.server.keeper.StoredPodFixture.pod;
import static dev.tolerant.server.keeper.StoredPodFixture.seconds;
import static dev.tolerant.testing.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.observed.stored.Judgement.PodState;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Promise 9: what a keeper does to a cluster, from the first list on. */
class TermTest {
    @AutoClose
    private final KeeperFixture keeper = new KeeperFixture();

    @Test
    void podsThatRanBeforeAreChanged() {
        keeper.make(1200);

        try (Term term = keeper.term()) {
            term.start();

            eventually(() -> assertThat(term.census.of(PodState.CHANGED)).isEqualTo(1200));
            assertThat(keeper.server.pods())
                    .allSatisfy(pod -> assertThat(seconds(pod)).containsExactly(60L, 60L));
            assertThat(keeper.server.count("PATCH .*")).isEqualTo(1200);
            assertThat(keeper.server.requests())
                    .filteredOn(request -> request.startsWith("PATCH"))
                    .allMatch(request -> request.endsWith("?fieldManager=tolerant-keeper"));
        }
    }

    @Test
    void aNewPodIsChangedAFewSecondsAfterItWasMade() {
        try (Term term = keeper.term()) {
            term.start();
            eventually(() -> assertThat(keeper.server.watches()).isOne());

            keeper.server.create(pod("web-1"));

            eventually(() -> assertThat(term.census.backlog.unfinished()).isOne());
            assertThat(keeper.server.count("GET .*/web-1")).isZero();
            keeper.clock.advance(Census.YOUTH);
            eventually(() ->
                    assertThat(seconds(keeper.server.pod("shop", "web-1"))).containsExactly(60L, 60L));
        }
    }
}
