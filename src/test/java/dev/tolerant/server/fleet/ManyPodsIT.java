package dev.tolerant.server.fleet;

import static dev.tolerant.server.fleet.FleetFixture.eventually;
import static dev.tolerant.server.fleet.StoredPodFixture.pod;
import static dev.tolerant.server.fleet.StoredPodFixture.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A keeper over twice as many pods as its backlog holds. */
@Tag("alone")
@Tag("ci")
class ManyPodsIT {
    private static final int PODS = 20_000;

    private final FleetFixture fleet = new FleetFixture();

    @AfterEach
    void close() {
        fleet.close();
    }

    @Test
    void whatHasNoRoomInOnePassIsFoundByTheNextAndEachPodIsPatchedOnce() {
        for (int i = 0; i < PODS; i++) {
            fleet.server.create(pod("web-" + i));
        }

        try (Term term = fleet.term()) {
            term.start();
            while (fleet.server.count("PATCH .*") < PODS) {
                long before = fleet.server.count("PATCH .*");
                eventually(() -> assertThat(term.lastPassAgeSeconds()).isNotNaN());
                eventually(() -> assertThat(term.backlog()).isZero());
                fleet.clock.advance(PodPass.AFTER_CHANGE);
                eventually(() -> assertThat(fleet.server.count("PATCH .*")).isGreaterThan(Math.min(before, PODS - 1)));
            }

            eventually(() ->
                    assertThat(fleet.server.pods()).allMatch(pod -> seconds(pod).equals(List.of(60L, 60L))));
            assertThat(fleet.server.count("PATCH .*")).isEqualTo(PODS);
        }
    }
}
