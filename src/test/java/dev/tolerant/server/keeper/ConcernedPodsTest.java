package dev.tolerant.server.keeper;

import static dev.tolerant.server.keeper.StoredPodFixture.on;
import static dev.tolerant.server.keeper.StoredPodFixture.pod;
import static dev.tolerant.server.keeper.StoredPodFixture.seconds;
import static dev.tolerant.testing.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tolerant.engine.standing.PolicySet;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.NodeTaints;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.observed.stored.Judgement.PodState;
import dev.tolerant.testing.PolicyFixture;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Which pods a keeper looks at after a change of the cluster, and when. */
class ConcernedPodsTest {
    private static final String ALL = "GET /api/v1/pods\\?limit.*";

    @AutoClose
    private final KeeperFixture keeper = new KeeperFixture();

    @Test
    void aPodWaitsWhileItsNodeIsDownAndIsChangedWhenTheNodeIsBack() {
        keeper.node("n-1", NodeTaints.UNREACHABLE);
        keeper.server.create(on("n-1", pod("web-1")));
        keeper.server.create(on("n-2", pod("web-2")));
        try (Term term = keeper.term()) {
            term.start();
            eventually(() -> assertThat(term.census.of(PodState.WAITING)).isEqualTo(2));

            keeper.node("n-1");
            keeper.node("n-2");

            eventually(() -> assertThat(term.census.of(PodState.CHANGED)).isEqualTo(2));
            assertThat(term.census.of(PodState.WAITING)).isZero();
            assertThat(keeper.server.count(ALL)).isOne();
        }
    }

    @Test
    void aPodThatWaitedAndStillDoesIsLookedAtOnceForEachChangeOfTaints() {
        keeper.node("n-1", NodeTaints.UNREACHABLE);
        keeper.server.create(on("n-1", pod("web-1")));
        try (Term term = keeper.term()) {
            term.start();
            eventually(() -> assertThat(term.census.of(PodState.WAITING)).isOne());

            keeper.node("n-1", NodeTaints.NOT_READY);
            eventually(() -> assertThat(keeper.server.count("GET .*/web-1")).isOne());
            eventually(() -> assertThat(term.census.of(PodState.WAITING)).isOne());
            keeper.node("n-1");

            eventually(() -> assertThat(term.census.of(PodState.CHANGED)).isOne());
            assertThat(keeper.server.count("GET .*/web-1")).isEqualTo(2);
        }
    }

    @Test
    void aNamespaceThatChangesHasItsPodsLookedAt() {
        PolicySet gpu = PolicySet.of(PolicyFixture.all(
                "{metadata: {name: gpu}, spec: {match: {namespaceSelector: {matchLabels: {team: ml}}},"
                        + " tolerations: [{key: gpu, operator: Exists}]}}"));
        keeper.policies(gpu);
        keeper.server.create(pod("web-1"));
        try (Term term = keeper.term()) {
            term.start();
            eventually(() -> assertThat(term.census.of(PodState.CHANGED)).isOne());

            keeper.namespaces.put("shop", labelled("shop", Map.of("team", "ml")));

            eventually(() -> {
                keeper.clock.advance(PodPass.SETTLED);
                assertThat(keeper.server.pod("shop", "web-1").at("/spec/tolerations"))
                        .hasSize(3);
            });
        }
    }

    @Test
    void aPolicyThatChangesHasAllPodsLookedAtTenMinutesAfterTheLastTime() {
        keeper.server.create(pod("web-1"));
        try (Term term = keeper.term()) {
            term.start();
            eventually(() -> assertThat(term.census.of(PodState.CHANGED)).isOne());

            keeper.policies(PolicySet.of(PolicyFixture.all(
                    "{metadata: {name: spot}, spec: {match: {}, tolerations: [{key: spot, operator: Exists}]}}")));

            eventually(() -> {
                keeper.clock.advance(Duration.ofMinutes(1));
                assertThat(keeper.server.pod("shop", "web-1").at("/spec/tolerations"))
                        .hasSize(3);
            });
            assertThat(keeper.server.count(ALL)).isGreaterThan(1);
        }
    }

    @Test
    void nothingIsAskedBeforeTheClusterIsKnownAndNothingChangedWhileItIsNot() {
        keeper.watched = false;
        keeper.server.create(pod("web-1"));
        try (Term term = keeper.term()) {
            term.start();
            keeper.clock.advance(Duration.ofHours(1));

            assertThat(keeper.server.requests()).isEmpty();
            keeper.watched = true;
            eventually(() -> assertThat(term.census.of(PodState.CHANGED)).isOne());
            eventually(() -> assertThat(keeper.server.watches()).isOne());

            keeper.watched = false;
            keeper.server.create(pod("web-2"));
            eventually(() -> assertThat(term.census.backlog.unfinished()).isOne());
            keeper.clock.advance(Census.YOUTH);

            await().during(Duration.ofMillis(200)).until(() -> keeper.server.count(".* .*/pods/web-2.*") == 0);
            assertThat(term.census.backlog.unfinished()).isOne();
            keeper.watched = true;
            eventually(() -> assertThat(term.census.of(PodState.CHANGED)).isEqualTo(2));
        }
    }

    @Test
    void aKeeperThatWaitsLooksAtTheClusterBeforeItGoesOn() {
        keeper.make(20);
        keeper.server.refuse("PATCH .*", 403);
        try (Term term = keeper.term()) {
            term.start();
            eventually(() -> assertThat(term.healer.pauseSeconds()).isPositive());
            keeper.watched = false;
            keeper.server.heal();
            AtomicLong asked = new AtomicLong();
            // Those that were under way at that moment still come.
            await().pollInterval(Duration.ofMillis(100)).until(() -> {
                long now = keeper.server.count("GET .*/pods/.*");
                return asked.getAndSet(now) == now;
            });

            keeper.clock.advance(Duration.ofMinutes(10));

            await().during(Duration.ofMillis(300)).until(() -> keeper.server.count("GET .*/pods/.*") == asked.get());
            keeper.watched = true;
            eventually(() -> assertThat(term.census.of(PodState.CHANGED)).isGreaterThan(10));
        }
    }

    @Test
    void whatAPodWasGivenStaysWhenThePolicyChangesOrGoes() {
        keeper.policies(PolicySet.of(PolicyFixture.all(
                "{metadata: {name: fast}, spec: {match: {}," + " nodeFailure: {notReady: 5, unreachable: 6}}}")));
        keeper.server.create(pod("web-1"));
        try (Term term = keeper.term()) {
            term.start();
            eventually(() ->
                    assertThat(seconds(keeper.server.pod("shop", "web-1"))).containsExactly(5L, 6L));
        }

        keeper.policies(PolicySet.EMPTY);
        try (Term term = keeper.term()) {
            term.start();

            eventually(() -> assertThat(term.census.of(PodState.RIGHT)).isOne());
            assertThat(seconds(keeper.server.pod("shop", "web-1"))).containsExactly(5L, 6L);
        }
    }

    @Test
    void aPodThatItsNamespaceDoesNotAdmitIsCountedAndLeftAlone() {
        keeper.namespaces.put("shop", KeeperFixture.admittingOnlySpot("shop"));
        keeper.server.create(pod("shop", "web", pod -> {
            pod.withObject("/metadata").remove("managedFields");
            pod.withArray("/spec/tolerations").addObject().put("key", "secret").put("operator", "Exists");
        }));

        try (Term term = keeper.term()) {
            term.start();

            eventually(() -> assertThat(term.census.of(PodState.RESTRICTED)).isOne());
            assertThat(keeper.server.count("PATCH .*")).isZero();
        }
    }

    private static NamespaceFacts labelled(String name, Map<String, String> labels) {
        List<Toleration> nothing = List.of();
        return new NamespaceFacts(name, true, labels, nothing, nothing, List.of(), Map.of());
    }
}
