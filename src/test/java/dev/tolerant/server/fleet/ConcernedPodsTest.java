package dev.tolerant.server.fleet;

import static dev.tolerant.server.fleet.FleetFixture.eventually;
import static dev.tolerant.server.fleet.StoredPodFixture.on;
import static dev.tolerant.server.fleet.StoredPodFixture.pod;
import static dev.tolerant.server.fleet.StoredPodFixture.seconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tolerant.engine.model.NamespaceFacts;
import dev.tolerant.engine.model.NodeTaints;
import dev.tolerant.engine.model.PolicyFixture;
import dev.tolerant.engine.model.PolicySet;
import dev.tolerant.engine.model.Toleration;
import dev.tolerant.observed.verdict.Verdict.PodState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which pods a keeper looks at after a change of the cluster, and when. */
class ConcernedPodsTest {
    private static final String ALL = "GET /api/v1/pods\\?limit.*";

    private final FleetFixture fleet = new FleetFixture();

    @AfterEach
    void close() {
        fleet.close();
    }

    @Test
    void aPodWaitsWhileItsNodeIsDownAndIsChangedWhenTheNodeIsBack() {
        fleet.node("n-1", NodeTaints.UNREACHABLE);
        fleet.server.create(on("n-1", pod("web-1")));
        fleet.server.create(on("n-2", pod("web-2")));
        try (Term term = fleet.term()) {
            term.start();
            eventually(() -> assertThat(term.pods(PodState.WAITING)).isEqualTo(2));

            fleet.node("n-1");
            fleet.node("n-2");

            eventually(() -> assertThat(term.pods(PodState.CHANGED)).isEqualTo(2));
            assertThat(term.pods(PodState.WAITING)).isZero();
            assertThat(fleet.server.count(ALL)).isOne();
        }
    }

    @Test
    void aPodThatWaitedAndStillDoesIsLookedAtOnceForEachChangeOfTaints() {
        fleet.node("n-1", NodeTaints.UNREACHABLE);
        fleet.server.create(on("n-1", pod("web-1")));
        try (Term term = fleet.term()) {
            term.start();
            eventually(() -> assertThat(term.pods(PodState.WAITING)).isOne());

            fleet.node("n-1", NodeTaints.NOT_READY);
            eventually(() -> assertThat(fleet.server.count("GET .*/web-1")).isOne());
            eventually(() -> assertThat(term.pods(PodState.WAITING)).isOne());
            fleet.node("n-1");

            eventually(() -> assertThat(term.pods(PodState.CHANGED)).isOne());
            assertThat(fleet.server.count("GET .*/web-1")).isEqualTo(2);
        }
    }

    @Test
    void aNamespaceThatChangesHasItsPodsLookedAt() {
        PolicySet gpu = PolicySet.of(PolicyFixture.all(
                "{metadata: {name: gpu}, spec: {match: {namespaceSelector: {matchLabels: {team: ml}}},"
                        + " tolerations: [{key: gpu, operator: Exists}]}}"));
        fleet.policies(gpu);
        fleet.server.create(pod("web-1"));
        try (Term term = fleet.term()) {
            term.start();
            eventually(() -> assertThat(term.pods(PodState.CHANGED)).isOne());

            fleet.namespaces.put("shop", labelled("shop", Map.of("team", "ml")));

            eventually(() -> {
                fleet.clock.advance(PodPass.SETTLED);
                assertThat(fleet.server.pod("shop", "web-1").at("/spec/tolerations"))
                        .hasSize(3);
            });
        }
    }

    @Test
    void aPolicyThatChangesHasAllPodsLookedAtTenMinutesAfterTheLastTime() {
        fleet.server.create(pod("web-1"));
        try (Term term = fleet.term()) {
            term.start();
            eventually(() -> assertThat(term.pods(PodState.CHANGED)).isOne());

            fleet.policies(PolicySet.of(PolicyFixture.all(
                    "{metadata: {name: spot}, spec: {match: {}, tolerations: [{key: spot, operator: Exists}]}}")));

            eventually(() -> {
                fleet.clock.advance(Duration.ofMinutes(1));
                assertThat(fleet.server.pod("shop", "web-1").at("/spec/tolerations"))
                        .hasSize(3);
            });
            assertThat(fleet.server.count(ALL)).isGreaterThan(1);
        }
    }

    @Test
    void nothingIsAskedBeforeTheClusterIsKnownAndNothingChangedWhileItIsNot() {
        fleet.watched = false;
        fleet.server.create(pod("web-1"));
        try (Term term = fleet.term()) {
            term.start();
            fleet.clock.advance(Duration.ofHours(1));

            assertThat(fleet.server.requests()).isEmpty();
            fleet.watched = true;
            eventually(() -> assertThat(term.pods(PodState.CHANGED)).isOne());
            eventually(() -> assertThat(fleet.server.log().watches()).isOne());

            fleet.watched = false;
            fleet.server.create(pod("web-2"));
            eventually(() -> assertThat(term.backlog()).isOne());
            fleet.clock.advance(Census.YOUTH);

            await().during(Duration.ofMillis(200)).until(() -> fleet.server.count(".* .*/pods/web-2.*") == 0);
            assertThat(term.backlog()).isOne();
            fleet.watched = true;
            eventually(() -> assertThat(term.pods(PodState.CHANGED)).isEqualTo(2));
        }
    }

    @Test
    void aKeeperThatWaitsLooksAtTheClusterBeforeItGoesOn() {
        for (int i = 0; i < 20; i++) {
            fleet.server.create(pod("web-" + i));
        }
        fleet.server.refuse("PATCH .*", 403);
        try (Term term = fleet.term()) {
            term.start();
            eventually(() -> assertThat(term.pauseSeconds()).isPositive());
            fleet.watched = false;
            fleet.server.heal();
            AtomicLong asked = new AtomicLong();
            // Those that were under way at that moment still come.
            await().pollInterval(Duration.ofMillis(100)).until(() -> {
                long now = fleet.server.count("GET .*/pods/.*");
                return asked.getAndSet(now) == now;
            });

            fleet.clock.advance(Duration.ofMinutes(10));

            await().during(Duration.ofMillis(300)).until(() -> fleet.server.count("GET .*/pods/.*") == asked.get());
            fleet.watched = true;
            eventually(() -> assertThat(term.pods(PodState.CHANGED)).isGreaterThan(10));
        }
    }

    @Test
    void whatAPodWasGivenStaysWhenThePolicyChangesOrGoes() {
        fleet.policies(PolicySet.of(PolicyFixture.all(
                "{metadata: {name: fast}, spec: {match: {}," + " nodeFailure: {notReady: 5, unreachable: 6}}}")));
        fleet.server.create(pod("web-1"));
        try (Term term = fleet.term()) {
            term.start();
            eventually(
                    () -> assertThat(seconds(fleet.server.pod("shop", "web-1"))).containsExactly(5L, 6L));
        }

        fleet.policies(PolicySet.EMPTY);
        try (Term term = fleet.term()) {
            term.start();

            eventually(() -> assertThat(term.pods(PodState.RIGHT)).isOne());
            assertThat(seconds(fleet.server.pod("shop", "web-1"))).containsExactly(5L, 6L);
        }
    }

    @Test
    void aPodThatItsNamespaceDoesNotAdmitIsCountedAndLeftAlone() {
        fleet.namespaces.put("shop", FleetFixture.admittingOnlySpot("shop"));
        fleet.server.create(pod("shop", "web", pod -> {
            pod.withObject("/metadata").remove("managedFields");
            pod.withArray("/spec/tolerations").addObject().put("key", "secret").put("operator", "Exists");
        }));

        try (Term term = fleet.term()) {
            term.start();

            eventually(() -> assertThat(term.pods(PodState.RESTRICTED)).isOne());
            assertThat(fleet.server.count("PATCH .*")).isZero();
        }
    }

    private static NamespaceFacts labelled(String name, Map<String, String> labels) {
        List<Toleration> nothing = List.of();
        return new NamespaceFacts(name, true, labels, nothing, nothing, List.of());
    }
}
