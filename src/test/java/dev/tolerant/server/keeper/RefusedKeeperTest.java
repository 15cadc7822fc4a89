package dev.tolerant.server.keeper;

import static dev.tolerant.server.keeper.StoredPodFixture.pod;
import static dev.tolerant.server.keeper.StoredPodFixture.seconds;
import static dev.tolerant.testing.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.observed.stored.Judgement.PodState;
import dev.tolerant.testing.LocalServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Promise 9: what a keeper does when its API server refuses what it wants, or does something else. */
class RefusedKeeperTest {
    @AutoClose
    private final KeeperFixture keeper = new KeeperFixture();

    /** In a namespace that a pass finds first, more than there are threads. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            422 | Pod "bad-0" is invalid: spec.tolerations: Forbidden
            403 | exceeded quota: pods
            403 | admission webhook "a.b" denied the request: users cannot patch resource "pods" here
            400 | admission webhook "a.b" denied the request: no
            401 | ValidatingAdmissionPolicy 'a' with binding 'b' denied request: no
            404 | admission webhook "a.b" denied the request: no
            409 | admission webhook "a.b" denied the request: no
            429 | admission webhook "a.b" denied the request: no
            500 | Internal error occurred: failed calling webhook "a.b": connect: connection refused
            503 | admission webhook "a.b" denied the request: no
            """)
    void whatIsRefusedForOnePodHoldsNoOther(int code, String message) {
        keeper.namespaces.put("bad", NamespaceFacts.plain("bad"));
        for (int i = 0; i < 20; i++) {
            keeper.server.create(pod("bad", "bad-" + i, any -> {}));
        }
        keeper.make(20);
        keeper.server.refuse("PATCH .*/bad/.*", code, Integer.MAX_VALUE, Map.of(), status(code, message));

        try (Term term = keeper.term()) {
            term.start();

            eventually(() -> assertThat(term.census.of(PodState.CHANGED)).isEqualTo(20));
            eventually(() -> assertThat(term.census.of(PodState.REFUSED)).isEqualTo(20));
            assertThat(term.census.of(PodState.WOULD_CHANGE)).isZero();
            assertThat(term.healer.pauseSeconds()).isZero();
            eventually(() -> assertThat(term.healer.backlogSeconds()).isZero());
            assertThat(keeper.server.count("PATCH .*/bad/.*")).isEqualTo(20);

            keeper.server.heal();
            keeper.clock.advance(PodPass.HOURLY);

            eventually(() -> assertThat(term.census.of(PodState.CHANGED)).isEqualTo(20));
            eventually(() -> assertThat(term.census.of(PodState.REFUSED)).isZero());
        }
    }

    @Test
    void aWebhookThatDoesNotAnswerHoldsNoPodOfAnotherNamespace() {
        keeper.namespaces.put("bad", NamespaceFacts.plain("bad"));
        for (int i = 0; i < 20; i++) {
            keeper.server.create(pod("bad", "bad-" + i, any -> {}));
        }
        keeper.make(20);
        AtomicInteger asked = new AtomicInteger();
        CountDownLatch over = new CountDownLatch(1);
        keeper.server.fault((request, exchange) -> {
            if (!request.matches("PATCH .*/bad/.*")) {
                return false;
            }
            keeper.clock.advance(Duration.ofSeconds(10));
            if (asked.incrementAndGet() > 4) {
                KeeperFixture.await(over);
            }
            String body = status(500, "Internal error occurred: failed calling webhook \"a.b\": deadline exceeded");
            LocalServer.send(exchange, 500, body);
            return true;
        });

        try (Term term = keeper.term()) {
            term.start();

            eventually(() -> assertThat(term.census.of(PodState.CHANGED)).isEqualTo(20));
            // Those that were under way when the first one was found to be slow still come.
            assertThat(asked.get()).isBetween(5, 8);
        } finally {
            over.countDown();
        }
    }

    private static String status(int code, String message) {
        return PodServer.JSON
                .createObjectNode()
                .put("kind", "Status")
                .put("message", message)
                .put("code", code)
                .toString();
    }

    @Test
    void aPodWhoseRightWasMissingIsChangedOnceItIsGrantedWithoutAnotherPass() {
        keeper.make(1);
        String message =
                "pods \"web-0\" is forbidden: User \"tolerant\" cannot patch resource \"pods\" in API group \"\"";
        keeper.server.refuse("PATCH .*", 403, Integer.MAX_VALUE, Map.of(), status(403, message));

        try (Term term = keeper.term()) {
            term.start();
            for (long pause : List.of(1L, 2L, 4L, 8L, 16L, 32L, 64L, 128L)) {
                eventually(() -> assertThat(term.healer.pauseSeconds()).isEqualTo(pause));
                assertThat(term.healer.backlogSeconds()).isPositive();
                keeper.clock.advance(Duration.ofSeconds(Math.max(60, pause)));
            }
            keeper.server.heal();
            keeper.clock.advance(Duration.ofMinutes(5));

            eventually(() -> assertThat(term.census.of(PodState.CHANGED)).isOne());
            eventually(() -> assertThat(term.healer.pauseSeconds()).isZero());
            assertThat(keeper.server.count("GET /api/v1/pods\\?limit.*")).isOne();
        }
    }

    @Test
    void aPodThatIsGivenUpEndsThePause() {
        keeper.make(1);
        keeper.server.refuse("PATCH .*", 500);

        try (Term term = keeper.term()) {
            term.start();

            for (long pause : List.of(1L, 2L, 4L, 8L, 16L, 32L, 64L)) {
                eventually(() -> assertThat(term.healer.pauseSeconds()).isEqualTo(pause));
                keeper.clock.advance(Duration.ofSeconds(Math.max(60, pause)));
            }
            eventually(() -> assertThat(term.census.of(PodState.REFUSED)).isOne());
            eventually(() -> assertThat(term.healer.pauseSeconds()).isZero());
            assertThat(term.healer.backlogSeconds()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 500, 503})
    void patchesThatFailHaveTheKeeperWaitTwiceAsLongEachTimeUntilOneSucceeds(int code) {
        keeper.make(50);
        keeper.server.refuse("PATCH .*", code);

        try (Term term = keeper.term()) {
            term.start();

            for (long pause : List.of(1L, 2L, 4L, 8L, 16L, 32L, 64L, 128L, 256L, 300L)) {
                eventually(() -> assertThat(term.healer.pauseSeconds()).isEqualTo(pause));
                keeper.clock.advance(Duration.ofSeconds(pause));
            }
            // Four at a time, and a few that were under way.
            assertThat(keeper.server.count("PATCH .*")).isLessThan(50);
            keeper.server.heal();
            eventually(() -> {
                keeper.clock.advance(Duration.ofMinutes(5));
                assertThat(keeper.server.pods())
                        .allSatisfy(pod -> assertThat(seconds(pod)).containsExactly(60L, 60L));
            });
            assertThat(term.healer.pauseSeconds()).isZero();
        }
    }

    @Test
    void aServerThatDoesNotAnswerHasTheKeeperWait() {
        keeper.make(3);
        keeper.server.fault((request, exchange) -> {
            if (request.startsWith("GET /api/v1/namespaces")) {
                exchange.close();
                return true;
            }
            return false;
        });

        try (Term term = keeper.term()) {
            term.start();

            eventually(() -> assertThat(term.healer.backlogSeconds()).isPositive());
            eventually(() -> assertThat(term.healer.pauseSeconds()).isPositive());
            keeper.server.heal();
            keeper.clock.advance(Duration.ofMinutes(5));
            eventually(() -> assertThat(term.census.of(PodState.CHANGED)).isEqualTo(3));
            assertThat(term.healer.pauseSeconds()).isZero();
        }
    }

    @Test
    void anAnswerWithOtherTolerationsCountsAsUndone() {
        keeper.make(1);
        keeper.server.fault((request, exchange) -> {
            if (!request.startsWith("PATCH")) {
                return false;
            }
            LocalServer.send(exchange, 200, keeper.server.pods().get(0).toString());
            return true;
        });

        try (Term term = keeper.term()) {
            term.start();

            eventually(() -> assertThat(term.census.of(PodState.UNDONE)).isOne());
            assertThat(term.census.of(PodState.CHANGED)).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"GET /api/v1/pods\\?limit.*", "GET /api/v1/pods\\?watch.*", "GET .*/pods/web.*", "PATCH .*"})
    void aRightThatIsMissingIsLackedUntilItIsGranted(String requests) {
        keeper.make(3);
        keeper.server.refuse(requests, 403);

        try (Term term = keeper.term()) {
            term.start();
            eventually(() -> assertThat(keeper.server.count(requests)).isPositive());
            keeper.server.heal();
            keeper.server.create(pod("late"));
            keeper.clock.advance(Duration.ofHours(1));

            eventually(() -> assertThat(keeper.server.pods())
                    .allSatisfy(pod -> assertThat(seconds(pod)).containsExactly(60L, 60L)));
            eventually(() -> assertThat(keeper.server.watches()).isOne());
        }
    }

    @Test
    void aBusyServerIsAskedNothingForAsLongAsItSays() {
        keeper.make(20);
        keeper.server.refuse("PATCH .*", 429, 1, Map.of("Retry-After", "30"), "{}");

        try (Term term = keeper.term()) {
            term.start();
            eventually(() -> assertThat(term.healer.backlogSeconds()).isGreaterThan(20));
            long asked = keeper.server.count("(GET|PATCH) .*/pods/.*");

            eventually(() -> assertThat(term.pass.ageSeconds()).isNotNaN());
            // Those that were under way at that moment still come.
            assertThat(keeper.server.count("(GET|PATCH) .*/pods/.*")).isLessThan(asked + 8);
            keeper.clock.advance(Duration.ofSeconds(30));
            eventually(() -> assertThat(term.census.of(PodState.CHANGED)).isEqualTo(20));
            assertThat(term.healer.pauseSeconds()).isZero();
        }
    }
}
