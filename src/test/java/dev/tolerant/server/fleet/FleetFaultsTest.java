package dev.tolerant.server.fleet;

import static dev.tolerant.server.fleet.FleetFixture.eventually;
import static dev.tolerant.server.fleet.StoredPodFixture.pod;
import static dev.tolerant.server.fleet.StoredPodFixture.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.observed.verdict.Verdict.PodState;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a keeper does while its API server fails, refuses, or is busy. */
class FleetFaultsTest {
    private static final String NEXT_PAGE = "GET /api/v1/pods\\?limit=500&continue=.*";

    private final FleetFixture fleet = new FleetFixture();

    @AfterEach
    void close() {
        fleet.close();
    }

    @Test
    void anExpiredTokenGoesOnWithTheOneThatComesWithTheRefusal() {
        make(1200);
        fleet.server.refuse(
                NEXT_PAGE,
                410,
                1,
                Map.of(),
                "{\"kind\":\"Status\",\"metadata\":{\"continue\":\"shop/web-500\"},\"code\":410}");

        try (Term term = fleet.term()) {
            term.start();

            eventually(() -> assertThat(term.lastPassAgeSeconds()).isNotNaN());
            assertThat(fleet.server.count("GET /api/v1/pods\\?limit=500")).isOne();
            assertThat(fleet.server.count(NEXT_PAGE.replace(".*", "shop%2Fweb-500")))
                    .isOne();
        }
    }

    @Test
    void anExpiredTokenWithoutAnotherBeginsTheListAnewAndCountsEachPodOnce() {
        make(1200);
        fleet.server.refuse(NEXT_PAGE, 410, 1, Map.of(), "{\"kind\":\"Status\",\"metadata\":{},\"code\":410}");

        try (Term term = fleet.term(false)) {
            term.start();

            eventually(() -> assertThat(term.pods(PodState.WOULD_CHANGE)).isEqualTo(1200));
            assertThat(fleet.server.count("GET /api/v1/pods\\?limit=500")).isEqualTo(2);
        }
    }

    @Test
    void aPageThatBreaksOffIsReadAgainAndCountsEachPodOnce() {
        make(1200);
        AtomicInteger broken = new AtomicInteger();
        fleet.server.fault((request, exchange) -> {
            if (!request.startsWith("GET /api/v1/pods?limit=500") || broken.incrementAndGet() > 2) {
                return false;
            }
            exchange.sendResponseHeaders(200, 1_000_000);
            exchange.getResponseBody()
                    .write(("{\"items\":[" + fleet.server.pods().get(0) + ","
                                    + fleet.server.pods().get(1) + ",{\"meta")
                            .getBytes(StandardCharsets.UTF_8));
            exchange.close();
            return true;
        });

        try (Term term = fleet.term(false)) {
            term.start();

            eventually(() -> assertThat(term.pods(PodState.WOULD_CHANGE)).isEqualTo(1200));
        }
    }

    @Test
    void aWatchThatBreaksGoesOnWhereItWas() {
        try (Term term = fleet.term()) {
            term.start();
            eventually(() -> assertThat(fleet.server.log().watches()).isOne());
            fleet.server.create(pod("web-1"));
            eventually(() -> assertThat(term.backlog()).isOne());

            fleet.server.log().cut();
            fleet.server.create(pod("web-2"));

            eventually(() -> assertThat(term.backlog()).isEqualTo(2));
            fleet.clock.advance(Census.YOUTH);
            eventually(() -> assertThat(term.pods(PodState.CHANGED)).isEqualTo(2));
            assertThat(fleet.server.count("GET /api/v1/pods\\?limit.*")).isOne();
        }
    }

    @Test
    void aWatchWhoseVersionIsForgottenBeginsWithAnotherPass() {
        try (Term term = fleet.term()) {
            term.start();
            eventually(() -> assertThat(fleet.server.log().watches()).isOne());
            fleet.server.create(pod("web-1"));
            fleet.server.log().bookmark();
            fleet.server.refuse("GET /api/v1/pods\\?watch.*", 503);

            fleet.server.log().cut();
            fleet.server.create(pod("web-2"));
            fleet.server.log().forget();
            fleet.server.heal();

            eventually(() -> {
                fleet.clock.advance(PodPass.AFTER_LOSS);
                assertThat(fleet.server.pods())
                        .allSatisfy(pod -> assertThat(seconds(pod)).containsExactly(60L, 60L));
            });
            eventually(() -> assertThat(fleet.server.log().watches()).isOne());
            assertThat(fleet.server.count("GET /api/v1/pods\\?limit.*")).isGreaterThan(1);
        }
    }

    @Test
    void aPodThatSomebodyChangesAtTheSameTimeIsReadAgainAndPatched() {
        make(1);
        AtomicInteger conflicts = new AtomicInteger();
        fleet.server.fault((request, exchange) -> {
            if (request.startsWith("PATCH /api/v1/") && conflicts.incrementAndGet() <= 3) {
                fleet.server.change("shop", "web-0");
            }
            return false;
        });

        try (Term term = fleet.term()) {
            term.start();

            eventually(() -> assertThat(term.pods(PodState.CHANGED)).isOne());
            assertThat(fleet.server.count("PATCH .*/pods/.*")).isEqualTo(4);
            assertThat(fleet.server.pod("shop", "web-0").at("/metadata/labels").has("changed"))
                    .isTrue();
        }
    }

    @Test
    void aPodThatSomebodyChangesAllTheTimeIsTriedFourTimesAndThenLater() {
        make(1);
        fleet.server.refuse("PATCH .*/pods/.*", 409);

        try (Term term = fleet.term()) {
            term.start();
            eventually(() -> assertThat(fleet.server.count("PATCH .*/pods/.*")).isEqualTo(4));
            eventually(() -> assertThat(term.backlog()).isOne());

            assertThat(fleet.server.count("PATCH .*/pods/.*")).isEqualTo(4);
            assertThat(term.pauseSeconds()).isZero();
            fleet.server.heal();
            fleet.clock.advance(Duration.ofMinutes(1));
            eventually(() -> assertThat(term.pods(PodState.CHANGED)).isOne());
            assertThat(fleet.server.count("PATCH .*/pods/.*")).isEqualTo(5);
        }
    }

    @Test
    void aPodThatGoesBetweenListAndPatchIsForgotten() {
        make(2);
        fleet.server.fault((request, exchange) -> {
            if (request.startsWith("PATCH") && request.contains("web-0") && fleet.server.has("shop", "web-0")) {
                fleet.server.delete("shop", "web-0");
            }
            return false;
        });

        try (Term term = fleet.term()) {
            term.start();

            eventually(() -> assertThat(term.pods(PodState.CHANGED)).isOne());
            eventually(() -> assertThat(term.pods(PodState.WOULD_CHANGE)).isZero());
            assertThat(term.backlog()).isZero();
            assertThat(term.pauseSeconds()).isZero();
        }
    }

    private void make(int pods) {
        for (int i = 0; i < pods; i++) {
            fleet.server.create(pod("web-" + i));
        }
    }
}
