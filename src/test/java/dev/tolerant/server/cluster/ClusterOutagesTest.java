package dev.tolerant.server.cluster;

import static dev.tolerant.testing.MockApiServer.NAMESPACES;
import static dev.tolerant.testing.MockApiServer.POLICIES;
import static dev.tolerant.testing.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.testing.Faults;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the program does while it cannot reach the API server, or may not read policies or namespaces. */
class ClusterOutagesTest {
    private static final String POLICY = "{metadata: {name: %s}, spec: {match: {}}}";
    private static final String ANY_POLICY = POLICIES + ".*";
    private static final String ANY_NAMESPACE = NAMESPACES + ".*";

    /** The beginning of a list of policies. */
    private static final String LIST = "{\"kind\": \"TolerationPolicyList\", \"apiVersion\": \"tolerant.dev/v1alpha1\"";

    @AutoClose
    private final WatchedCluster cluster = new WatchedCluster();

    @Test
    void itIsReadyOnceBothKindsHaveBeenRead() {
        cluster.server.faults().answer("GET", ANY_POLICY, 500);
        cluster.source.start();
        eventually(() -> assertThat(cluster.source.state()).containsEntry("namespaces", "watching"));

        assertThat(cluster.source.isReady()).isFalse();
        assertThat(cluster.source.state()).containsEntry("tolerationpolicies", "not read yet");
        assertThat(synced("tolerationpolicies")).isZero();
        assertThat(synced("namespaces")).isEqualTo(1);

        cluster.server.faults().heal();

        eventually(() -> assertThat(cluster.source.isReady()).isTrue());
        eventually(() -> assertThat(cluster.source.state()).containsEntry("tolerationpolicies", "watching"));
    }

    /** As a proxy may answer, or an API server that has lost its data. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "{'kind': 'TolerationPolicyList', 'apiVersion': 'tolerant.dev/v1alpha1', 'metadata': {'resourceVersion': '1'}}",
                "{'kind': 'TolerationPolicyList', 'apiVersion': 'tolerant.dev/v1alpha1', 'items': []}",
                "{'kind': 'TolerationPolicyList', 'metadata': {'resourceVersion': '1'}, 'items': []}",
                "{'apiVersion': 'tolerant.dev/v1alpha1', 'metadata': {'resourceVersion': '1'}, 'items': []}",
                "{'kind': 'NamespaceList', 'apiVersion': 'v1', 'metadata': {'resourceVersion': '1'}, 'items': []}",
                "{'kind': 'Status', 'apiVersion': 'v1', 'metadata': {}, 'status': 'Success'}"
            })
    void anAnswerThatIsNoListOfTheKindLeavesWhatIsKnown(String answer) {
        cluster.server.apply(POLICY.formatted("p"));
        cluster.watching();
        eventually(() -> assertThat(cluster.policies()).containsExactly("p"));
        AtomicReference<Faults.@Nullable Answer> instead =
                new AtomicReference<>(Faults.Answer.ok(answer.replace('\'', '"')));
        cluster.server.faults().serve(POLICIES + "\\?limit=\\d+", path -> instead.get());
        long lists = cluster.server.faults().count("GET", POLICIES + "\\?limit=\\d+");

        cluster.server.faults().expireWatches(POLICIES);
        eventually(() -> assertThat(cluster.server.faults().count("GET", POLICIES + "\\?limit=\\d+"))
                .isGreaterThan(lists + 2));

        assertThat(cluster.policies()).containsExactly("p");
        assertThat(cluster.source.state().get("tolerationpolicies")).startsWith("not watching");

        cluster.server.deletePolicy("p");
        instead.set(null);

        eventually(() -> assertThat(cluster.policies()).isEmpty());
    }

    @Test
    void aListThatBreaksOffIsNotKnownAndNotWatched() {
        cluster.server.apply(POLICY.formatted("p"));
        String first = LIST + ", \"metadata\": {\"resourceVersion\": \"1\", \"continue\": \"next\"}, \"items\": ["
                + cluster.server.policy("p") + "]}";
        cluster.server.faults().serve(POLICIES + "\\?limit=\\d+", path -> Faults.Answer.ok(first));
        cluster.server.faults().answer("GET", POLICIES + "\\?.*continue=.*", 500);

        cluster.source.start();

        eventually(() -> assertThat(cluster.server.faults().count("GET", POLICIES + "\\?.*continue=.*"))
                .isGreaterThan(2));
        assertThat(cluster.server.faults().count("GET", POLICIES + ".*watch=true.*"))
                .isZero();
        assertThat(cluster.policies()).isEmpty();
        assertThat(cluster.source.state()).containsEntry("tolerationpolicies", "not read yet");

        cluster.server
                .faults()
                .serve(
                        POLICIES + "\\?.*continue=.*",
                        path -> Faults.Answer.ok(
                                LIST + ", \"metadata\": {\"resourceVersion\": \"1\"}, \"items\": []}"));
        cluster.server.faults().heal();

        eventually(() -> assertThat(cluster.policies()).containsExactly("p"));
    }

    @Test
    void itIsNotReadyBeforeNamespacesHaveBeenRead() {
        cluster.server.faults().answer("GET", ANY_NAMESPACE, 503);

        cluster.source.start();
        eventually(() -> assertThat(cluster.source.state()).containsEntry("tolerationpolicies", "watching"));

        assertThat(cluster.source.isReady()).isFalse();
    }

    @Test
    void runtimeClassesHoldNoReadinessAndAreKnownOnceTheyAreRead() {
        String path = "/apis/node.k8s.io/v1/runtimeclasses";
        cluster.server.store(
                path,
                "{\"metadata\": {\"name\": \"gvisor\"}, \"scheduling\": {\"tolerations\": [{\"key\": \"sandbox\", \"operator\": \"Exists\"}]}}");
        cluster.server.faults().answer("GET", path + ".*", 500);

        cluster.source.start();

        eventually(() -> assertThat(cluster.source.isReady()).isTrue());
        assertThat(cluster.snapshot.current().runtimeClasses()).isEmpty();

        cluster.server.faults().heal();

        eventually(() -> assertThat(cluster.snapshot.current().runtimeClasses())
                .isEqualTo(Map.of("gvisor", List.of(Toleration.exists("sandbox", Effect.ANY)))));
    }

    @ParameterizedTest
    @ValueSource(ints = {403, 404})
    void whatMayNotBeListedDoesNotHoldReadinessAndIsSaid(int code) {
        cluster.server.faults().answer("GET", ANY_POLICY, code);

        cluster.source.start();
        after(ANY_POLICY, KindHealth.REFUSED_AFTER);

        eventually(() -> assertThat(cluster.source.isReady()).isTrue());
        eventually(() -> assertThat(cluster.source.state())
                .containsEntry(
                        "tolerationpolicies",
                        "the API server answers the list of tolerationpolicies with " + code
                                + ": install the CustomResourceDefinition, and grant"
                                + " list and watch of tolerationpolicies.tolerant.dev"));
        assertThat(cluster.policies()).isEmpty();
        assertThat(cluster.metrics.get("tolerant.problems").counter().count()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {ANY_POLICY, ANY_NAMESPACE})
    void anApiServerThatHasJustStartedAndKnowsNoRightsYetHoldsReadiness(String kind) {
        cluster.server.apply(POLICY.formatted("p"));
        cluster.server.faults().answer("GET", kind, 403);
        cluster.source.start();

        after(kind, KindHealth.REFUSED_AFTER.minusSeconds(5));

        assertThat(cluster.source.isReady()).isFalse();
        assertThat(cluster.metrics.find("tolerant.problems").counter()).isNull();
        cluster.server.faults().heal();
        eventually(() -> assertThat(cluster.source.isReady()).isTrue());
        assertThat(cluster.policies()).containsExactly("p");
        assertThat(cluster.metrics.find("tolerant.problems").counter()).isNull();
    }

    @Test
    void itHoldsReadinessAlsoWhereTheProgramHasWaitedForItForLong() {
        cluster.server.faults().answer("GET", ANY_NAMESPACE, 503);
        cluster.source.start();
        after(ANY_NAMESPACE, KindHealth.REFUSED_AFTER);
        cluster.server.faults().heal();
        cluster.server.faults().answer("GET", ANY_NAMESPACE, 403);

        after(ANY_NAMESPACE, KindHealth.REFUSED_AFTER.minusSeconds(5));

        assertThat(cluster.source.isReady()).isFalse();
    }

    /** Lets this time pass after another request of these has been answered, and waits for one more. */
    private void after(String requests, Duration time) {
        awaitMore(requests);
        cluster.pass(time);
        awaitMore(requests);
    }

    private void awaitMore(String requests) {
        long before = cluster.server.faults().count("GET", requests);
        eventually(
                () -> assertThat(cluster.server.faults().count("GET", requests)).isGreaterThan(before + 1));
    }

    @Test
    void theCrdAbsentAndThenPresentItsPoliciesAreUsed() {
        cluster.server.apply(POLICY.formatted("p"));
        cluster.server.faults().answer("GET", ANY_POLICY, 404);
        cluster.source.start();
        eventually(() -> assertThat(cluster.source.isReady()).isTrue());
        eventually(() ->
                assertThat(cluster.server.faults().count("GET", ANY_POLICY)).isGreaterThan(1));
        assertThat(cluster.policies()).isEmpty();

        cluster.server.faults().heal();

        eventually(() -> assertThat(cluster.policies()).containsExactly("p"));
        eventually(() -> assertThat(cluster.source.state()).containsEntry("tolerationpolicies", "watching"));
    }

    @Test
    void withoutTheRightToListNamespacesItIsReadyAndSaysSo() {
        cluster.server.faults().answer("GET", ANY_NAMESPACE, 403);

        cluster.source.start();
        after(ANY_NAMESPACE, KindHealth.REFUSED_AFTER);

        eventually(() -> assertThat(cluster.source.isReady()).isTrue());
        assertThat(cluster.source.state().get("namespaces"))
                .isEqualTo(
                        "the API server answers the list of namespaces with 403: grant get, list and watch of namespaces");
    }

    @Test
    void aLostWatchKeepsTheLastGoodSetShowsAndRecovers() {
        cluster.server.apply(POLICY.formatted("p"));
        cluster.server.namespace("shop", Map.of("team", "a"), Map.of());
        cluster.watching();
        eventually(() -> assertThat(cluster.policies()).containsExactly("p"));
        assertThat(age("tolerationpolicies")).isZero();

        cluster.loseWatch(POLICIES, "tolerationpolicies");
        cluster.loseWatch(NAMESPACES, "namespaces");

        eventually(() -> assertThat(cluster.source.state())
                .containsEntry("tolerationpolicies", "not watching, last good version in use")
                .containsEntry("namespaces", "not watching, last good version in use"));
        assertThat(cluster.policies()).containsExactly("p");
        assertThat(cluster.snapshot.namespace("shop")).isNotNull();
        assertThat(cluster.source.isReady()).isTrue();
        eventually(() -> assertThat(age("tolerationpolicies")).isPositive());
        eventually(() -> assertThat(age("namespaces")).isPositive());

        cluster.server.apply(POLICY.formatted("q"));
        cluster.server.namespace("bank", Map.of(), Map.of());
        cluster.healExpired(POLICIES, "tolerationpolicies");
        cluster.healExpired(NAMESPACES, "namespaces");

        eventually(() -> assertThat(cluster.policies()).containsExactly("p", "q"));
        eventually(() -> assertThat(cluster.snapshot.namespace("bank")).isNotNull());
        eventually(() -> assertThat(cluster.source.state())
                .containsEntry("tolerationpolicies", "watching")
                .containsEntry("namespaces", "watching"));
        assertThat(age("tolerationpolicies")).isZero();
    }

    @Test
    void aWatchWhoseConnectionBreaksIsOpenedAgainAndIsNoProblem() {
        cluster.watching();

        cluster.server.faults().breakWatches(POLICIES);
        cluster.server.apply(POLICY.formatted("p"));

        eventually(() -> assertThat(cluster.policies()).containsExactly("p"));
        assertThat(cluster.metrics.find("tolerant.problems").counter()).isNull();
    }

    @Test
    void aNamespaceDeletedWhileTheWatchWasLostIsForgotten() {
        cluster.server.namespace("shop", Map.of("team", "a"), Map.of());
        cluster.watching();
        eventually(() -> assertThat(cluster.snapshot.namespace("shop")).isNotNull());

        cluster.loseWatch(NAMESPACES, "namespaces");
        cluster.server.deleteNamespace("shop");
        cluster.healExpired(NAMESPACES, "namespaces");

        eventually(() -> assertThat(cluster.snapshot.namespace("shop")).isNull());
    }

    @Test
    void aPolicyBrokenWhileTheWatchWasLostKeepsItsLastGoodVersion() {
        cluster.server.apply(POLICY.formatted("p"));
        cluster.watching();
        eventually(() -> assertThat(cluster.policies()).containsExactly("p"));

        cluster.loseWatch(POLICIES, "tolerationpolicies");
        cluster.server.apply("{metadata: {name: p}, spec: {match: {ownerKinds: [CronJob]}}}");
        cluster.healExpired(POLICIES, "tolerationpolicies");

        eventually(() -> assertThat(
                        cluster.server.condition("p", "Accepted").path("status").asText())
                .isEqualTo("False"));
        assertThat(cluster.policies()).containsExactly("p");
    }

    @Test
    void aPolicyDeletedWhileTheWatchWasLostIsGone() {
        cluster.server.apply(POLICY.formatted("p"));
        cluster.server.apply(POLICY.formatted("q"));
        cluster.watching();
        eventually(() -> assertThat(cluster.policies()).containsExactly("p", "q"));

        cluster.loseWatch(POLICIES, "tolerationpolicies");
        cluster.server.deletePolicy("p");
        cluster.healExpired(POLICIES, "tolerationpolicies");

        eventually(() -> assertThat(cluster.policies()).containsExactly("q"));
    }

    private double synced(String source) {
        return cluster.gauge("tolerant.source.synced", "source", source);
    }

    private double age(String source) {
        return cluster.gauge("tolerant.source.age.seconds", "source", source);
    }
}
