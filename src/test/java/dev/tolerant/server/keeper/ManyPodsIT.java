package dev.tolerant.server.keeper;

import static dev.tolerant.server.keeper.StoredPodFixture.pod;
import static dev.tolerant.server.keeper.StoredPodFixture.seconds;
import static dev.tolerant.testing.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A keeper over twice as many pods as its backlog holds. */
@Tag("ci")
class ManyPodsIT {
    private static final int PODS = 20_000;

    @AutoClose
    private final KeeperFixture keeper = new KeeperFixture();

    @Test
    void whatHasNoRoomInOnePassIsFoundByTheNextAndEachPodIsPatchedOnce() {
        keeper.make(PODS);

        try (Term term = keeper.term()) {
            term.start();
            while (keeper.server.count("PATCH .*") < PODS) {
                long before = keeper.server.count("PATCH .*");
                eventually(() -> assertThat(term.pass.ageSeconds()).isNotNaN());
                eventually(() -> assertThat(term.census.backlog.unfinished()).isZero());
                keeper.clock.advance(PodPass.AFTER_CHANGE);
                eventually(() -> assertThat(keeper.server.count("PATCH .*")).isGreaterThan(Math.min(before, PODS - 1)));
            }

            eventually(() -> assertThat(keeper.server.pods())
                    .allMatch(pod -> seconds(pod).equals(List.of(60L, 60L))));
            assertThat(keeper.server.count("PATCH .*")).isEqualTo(PODS);
        }
    }
}
