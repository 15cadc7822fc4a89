package dev.tolerant.server.keeper;

import static dev.tolerant.server.keeper.StoredPodFixture.pod;
import static dev.tolerant.server.keeper.StoredPodFixture.seconds;
import static dev.tolerant.testing.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.observed.stored.Judgement.PodState;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What a keeper does while its API server fails, refuses, or is busy. */
class KeeperFaultsTest {
    private static final String WATCH = "GET /api/v1/pods\\?watch.*";
    private static final String WHOLE_LIST = "GET /api/v1/pods\\?limit=500";
    private static final String NEXT_PAGE = "GET /api/v1/pods\\?limit=500&continue=.*";

    @AutoClose
    private final KeeperFixture keeper = new KeeperFixture();

    @Test
    void anExpiredTokenGoesOnWithTheOneThatComesWithTheRefusal() {
        keeper.make(1200);
        keeper.server.refuse(
                NEXT_PAGE,
                410,
                1,
                Map.of(),
                "{\"kind\":\"Status\",\"metadata\":{\"continue\":\"shop/web-500\"},\"code\":410}");

        try (Term term = keeper.term()) {
            term.start();

            eventually(() -> assertThat(term.pass.ageSeconds()).isNotNaN());
            assertThat(keeper.server.count("GET /api/v1/pods\\?limit=500")).isOne();
            assertThat(keeper.server.count(NEXT_PAGE.replace(".*", "shop%2Fweb-500")))
                    .isOne();
        }
    }

    @Test
    void anExpiredTokenWithoutAnotherBeginsTheListAnewAndCountsEachPodOnce() {
        keeper.make(1200);
        keeper.server.refuse(NEXT_PAGE, 410, 1, Map.of(), "{\"kind\":\"Status\",\"metadata\":{},\"code\":410}");

        try (Term term = keeper.term(false)) {
            term.start();

            eventually(() -> assertThat(term.census.of(PodState.WOULD_CHANGE)).isEqualTo(1200));
            assertThat(keeper.server.count("GET /api/v1/pods\\?limit=500")).isEqualTo(2);
        }
    }

    @Test
    void aPageThatBreaksOffIsReadAgainAndCountsEachPodOnce() {
        keeper.make(1200);
        AtomicInteger broken = new AtomicInteger();
        keeper.server.fault((request, exchange) -> {
            if (!request.startsWith("GET /api/v1/pods?limit=500") || broken.incrementAndGet() > 2) {
                return false;
            }
            exchange.sendResponseHeaders(200, 1_000_000);
            exchange.getResponseBody()
                    .write(("{\"items\":[" + keeper.server.pods().get(0) + ","
                                    + keeper.server.pods().get(1) + ",{\"meta")
                            .getBytes(StandardCharsets.UTF_8));
            exchange.close();
            return true;
        });

        try (Term term = keeper.term(false)) {
            term.start();

            eventually(() -> assertThat(term.census.of(PodState.WOULD_CHANGE)).isEqualTo(1200));
        }
    }

    /** A slow API server makes the Lease change hands. */
    @Test
    void electionsInARowListPodsAtGrowingDistancesAndNewPodsAreSeenAllTheSame() {
        keeper.make(1);
        PodPass.Starts starts = new PodPass.Starts(keeper.clock);
        try (Term first = keeper.term(true, 1000, starts)) {
            first.start();
            eventually(() -> assertThat(first.pass.ageSeconds()).isNotNaN());
        }
        for (int election = 1; election <= 3; election++) {
            int lists = election;
            try (Term again = keeper.term(true, 1000, starts)) {
                again.start();
                eventually(() -> assertThat(keeper.server.count(WATCH)).isEqualTo(lists + 1));
                keeper.server.create(pod("new-" + election));
                eventually(() -> assertThat(again.census.backlog.unfinished()).isOne());
                keeper.clock.advance(Census.YOUTH);
                eventually(() -> assertThat(again.census.of(PodState.CHANGED)).isOne());
                assertThat(keeper.server.count(WHOLE_LIST)).isEqualTo(lists);

                keeper.clock.advance(PodPass.AFTER_LOSS.multipliedBy(1L << election));

                eventually(() -> assertThat(keeper.server.count(WHOLE_LIST)).isEqualTo(lists + 1));
            }
        }
    }

    @Test
    void aTermBeginsAtItsPace() {
        keeper.make(20);
        try (Term term = keeper.term(true, 1)) {
            term.start();
            eventually(() -> assertThat(term.census.of(PodState.CHANGED)).isPositive());

            assertThat(term.census.backlog.unfinished()).isGreaterThan(10);
        }
    }

    /** As behind a webhook that hangs. */
    @Test
    void aPodWhoseChangeIsNeverAnsweredIsLeftToTheNextPassAfterSixTries() {
        keeper.namespaces.put("bad", NamespaceFacts.plain("bad"));
        keeper.server.create(pod("bad", "web", any -> {}));
        keeper.make(3);
        AtomicInteger tries = new AtomicInteger();
        keeper.server.fault((request, exchange) -> {
            if (!request.startsWith("PATCH") || !request.contains("/bad/")) {
                return false;
            }
            tries.incrementAndGet();
            exchange.close();
            return true;
        });

        try (Term term = keeper.term()) {
            term.start();

            eventually(() -> {
                keeper.clock.advance(Duration.ofSeconds(30));
                assertThat(term.census.of(PodState.REFUSED)).isOne();
            });
            assertThat(term.census.of(PodState.CHANGED)).isEqualTo(3);
            assertThat(tries).hasValueBetween(Healer.MAX_TRIES, Healer.MAX_TRIES + 1);
        }
    }

    /** Else an outage of minutes would leave pods as they are until the next pass. */
    @Test
    void whileNothingIsAnsweredNoPodIsLeft() {
        keeper.make(1);
        keeper.server.refuse("GET .*/pods/web-0", 500);
        keeper.server.fault((request, exchange) -> {
            boolean isOfThePod = request.contains("/pods/web-0");
            if (isOfThePod) {
                exchange.close();
            }
            return isOfThePod;
        });

        try (Term term = keeper.term()) {
            term.start();
            eventually(() -> {
                keeper.clock.advance(Duration.ofMinutes(5));
                assertThat(keeper.server.count("GET .*/pods/web-0")).isGreaterThan(10);
            });
            assertThat(term.census.of(PodState.REFUSED)).isZero();
        }
    }

    @Test
    void aWatchThatBreaksGoesOnWhereItWas() {
        try (Term term = keeper.term()) {
            term.start();
            eventually(() -> assertThat(keeper.server.watches()).isOne());
            keeper.server.create(pod("web-1"));
            eventually(() -> assertThat(term.census.backlog.unfinished()).isOne());

            keeper.server.cutWatches();
            keeper.server.create(pod("web-2"));

            eventually(() -> assertThat(term.census.backlog.unfinished()).isEqualTo(2));
            keeper.clock.advance(Census.YOUTH);
            eventually(() -> assertThat(term.census.of(PodState.CHANGED)).isEqualTo(2));
            assertThat(keeper.server.count("GET /api/v1/pods\\?limit.*")).isOne();
        }
    }

    @Test
    void aWatchWhoseVersionIsForgottenBeginsWithAnotherPass() {
        try (Term term = keeper.term()) {
            term.start();
            eventually(() -> assertThat(keeper.server.watches()).isOne());
            keeper.server.create(pod("web-1"));
            keeper.server.bookmark();
            keeper.server.refuse("GET /api/v1/pods\\?watch.*", 503);

            keeper.server.cutWatches();
            keeper.server.create(pod("web-2"));
            keeper.server.forget();
            keeper.server.heal();

            eventually(() -> {
                keeper.clock.advance(PodPass.AFTER_LOSS);
                assertThat(keeper.server.pods())
                        .allSatisfy(pod -> assertThat(seconds(pod)).containsExactly(60L, 60L));
            });
            eventually(() -> assertThat(keeper.server.watches()).isOne());
            assertThat(keeper.server.count("GET /api/v1/pods\\?limit.*")).isGreaterThan(1);
        }
    }

    @Test
    void aPodThatSomebodyChangesAtTheSameTimeIsReadAgainAndPatched() {
        keeper.make(1);
        AtomicInteger conflicts = new AtomicInteger();
        keeper.server.fault((request, exchange) -> {
            if (request.startsWith("PATCH /api/v1/") && conflicts.incrementAndGet() <= 3) {
                keeper.server.change("shop", "web-0");
            }
            return false;
        });

        try (Term term = keeper.term()) {
            term.start();

            eventually(() -> assertThat(term.census.of(PodState.CHANGED)).isOne());
            assertThat(keeper.server.count("PATCH .*/pods/.*")).isEqualTo(4);
            assertThat(keeper.server.pod("shop", "web-0").at("/metadata/labels").has("changed"))
                    .isTrue();
        }
    }

    @Test
    void aPodThatSomebodyChangesAllTheTimeIsTriedFourTimesAndThenLater() {
        keeper.make(1);
        keeper.server.refuse("PATCH .*/pods/.*", 409);

        try (Term term = keeper.term()) {
            term.start();
            eventually(() -> assertThat(keeper.server.count("PATCH .*/pods/.*")).isEqualTo(4));
            eventually(() -> assertThat(term.census.backlog.unfinished()).isOne());

            assertThat(keeper.server.count("PATCH .*/pods/.*")).isEqualTo(4);
            assertThat(term.healer.pauseSeconds()).isZero();
            keeper.server.heal();
            keeper.clock.advance(Duration.ofMinutes(1));
            eventually(() -> assertThat(term.census.of(PodState.CHANGED)).isOne());
            assertThat(keeper.server.count("PATCH .*/pods/.*")).isEqualTo(5);
        }
    }

    @Test
    void aPodThatGoesBetweenListAndPatchIsForgotten() {
        keeper.make(2);
        keeper.server.fault((request, exchange) -> {
            if (request.startsWith("PATCH") && request.contains("web-0") && keeper.server.has("shop", "web-0")) {
                keeper.server.delete("shop", "web-0");
            }
            return false;
        });

        try (Term term = keeper.term()) {
            term.start();

            eventually(() -> assertThat(term.census.of(PodState.CHANGED)).isOne());
            eventually(() -> assertThat(term.census.of(PodState.WOULD_CHANGE)).isZero());
            assertThat(term.census.backlog.unfinished()).isZero();
            assertThat(term.healer.pauseSeconds()).isZero();
        }
    }
}
