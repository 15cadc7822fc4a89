package dev.tolerant.server.cluster;

import static dev.tolerant.testing.MockApiServer.POLICIES;
import static dev.tolerant.testing.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.testing.Faults;
import dev.tolerant.testing.MockApiServer;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.Taint;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The leader keeps the object by which the guard in the API server judges pods as the policies say, and every replica watches it. */
class StoredReservationsTest {
    private static final String OBJECT = MockApiServer.STORED + "/tolerant-reservations.*";
    private static final String POOL = """
            metadata: {name: %s}
            spec:
              match: {namespaceSelector: {matchLabels: {team: %1$s}}}
              tolerations: [{key: dedicated, operator: Equal, value: %1$s, effect: NoSchedule}]
              reserve: {exempt: {groups: [%s]}}
            """;

    /** Of which five policies fit into the object. */
    private static final String MANY = IntStream.range(100, 145)
            .mapToObj(i -> "'" + "é".repeat(500) + i + "'")
            .collect(Collectors.joining(", "));

    @AutoClose
    private final WatchedCluster cluster = new WatchedCluster();

    @Test
    void itSaysWhatPoliciesReserveAndFollowsThem() {
        cluster.server.apply(POOL.formatted("ml", "admins"));
        cluster.watching();

        eventually(() -> assertThat(annotations())
                .isEqualTo(Map.of(
                        "policies.tolerant.dev/p0",
                        "ml\nlabel team ml",
                        "exempt.tolerant.dev/p0",
                        "group admins",
                        "taints.tolerant.dev/dedicated",
                        "dedicated =ml NoSchedule 0")));

        cluster.server.apply(POOL.formatted("web", "x"));

        cluster.sooner(() -> assertThat(annotations())
                .containsEntry(
                        "taints.tolerant.dev/dedicated", "dedicated =ml NoSchedule 0\ndedicated =web NoSchedule 1"));
        eventually(
                () -> assertThat(cluster.snapshot.current().stored().policies()).containsOnlyKeys("ml", "web"));

        cluster.server.deletePolicy("ml");

        cluster.sooner(
                () -> assertThat(cluster.server.reservations().policies()).containsOnlyKeys("web"));
    }

    private Map<String, String> annotations() {
        ServiceAccount object = cluster.server.guardsObject();
        return object == null ? Map.of() : object.getMetadata().getAnnotations();
    }

    @Test
    void itIsAnAccountWithoutATokenThatGoesWithTheProgramsOwn() {
        cluster.server.apply(POOL.formatted("ml", "admins"));
        cluster.watching();
        eventually(() -> assertThat(annotations()).isNotEmpty());

        ServiceAccount object = Objects.requireNonNull(cluster.server.guardsObject());

        assertThat(object.getAutomountServiceAccountToken()).isFalse();
        assertThat(object.getMetadata().getOwnerReferences())
                .extracting(OwnerReference::getKind, OwnerReference::getName, OwnerReference::getUid)
                .containsExactly(tuple("ServiceAccount", "tolerant", "uid-of-the-account"));
    }

    @Test
    void itIsWrittenAgainWhenSomebodyDeletesIt() {
        cluster.server.apply(POOL.formatted("ml", "admins"));
        cluster.watching();
        eventually(() -> assertThat(stored()).isEqualTo(1));

        cluster.server.dropReservations();

        cluster.sooner(
                () -> assertThat(cluster.server.reservations().policies()).containsOnlyKeys("ml"));
        eventually(() -> assertThat(stored()).isEqualTo(1));
    }

    @Test
    void itGoesWithTheLastReservation() {
        cluster.server.apply(POOL.formatted("ml", "admins"));
        cluster.watching();
        eventually(() -> assertThat(stored()).isEqualTo(1));

        cluster.server.deletePolicy("ml");

        cluster.sooner(() -> assertThat(cluster.server.guardsObject()).isNull());
        eventually(() -> assertThat(stored()).isEqualTo(1));
    }

    @Test
    void whereNothingIsReservedNothingIsWritten() {
        cluster.server.apply("{metadata: {name: p}, spec: {match: {}}}");
        cluster.watching();
        eventually(() -> assertThat(cluster.server.condition("p", "Accepted").isMissingNode())
                .isFalse());

        assertThat(cluster.server.faults().count("PATCH", OBJECT)).isZero();
    }

    /** And the program that has stored it has ended. */
    private void whatTwoPoliciesReserveIsStored() {
        cluster.server.apply(POOL.formatted("ml", "admins"));
        cluster.server.apply(POOL.formatted("web", "x"));
        cluster.watching();
        eventually(() -> assertThat(cluster.server.reservations().policies()).hasSize(2));
        cluster.source.close();
    }

    @Test
    void whatAPolicyReservedThatNobodyCanReadAnyMoreStays() {
        whatTwoPoliciesReserveIsStored();
        cluster.server.applyGeneric(
                "{\"metadata\": {\"name\": \"ml\"}, \"spec\": {\"mode\": \"Someday\", \"match\": {}}}");
        cluster.server.deletePolicy("web");
        CurrentSnapshot snapshot = new CurrentSnapshot();

        try (var client = cluster.server.client();
                var next = WatchedCluster.source(client, snapshot, new SimpleMeterRegistry())) {
            next.start();
            eventually(() -> assertThat(snapshot.current().stored().policies()).containsOnlyKeys("ml"));
        }

        assertThat(cluster.server.reservations().taints().get("dedicated")).hasSize(1);
    }

    @Test
    void whatPoliciesReservedThatWereDeletedWhileNobodyLookedIsReservedNoMore() {
        cluster.server.apply(POOL.formatted("ml", "admins"));
        cluster.watching();
        eventually(() -> assertThat(cluster.server.reservations().policies()).hasSize(1));
        cluster.source.close();
        cluster.server.deletePolicy("ml");

        try (var client = cluster.server.client();
                var next = WatchedCluster.source(client, new CurrentSnapshot(), new SimpleMeterRegistry())) {
            next.start();

            eventually(() -> assertThat(cluster.server.guardsObject()).isNull());
        }
    }

    @Test
    void nothingIsWrittenBeforeTheFirstListOfPoliciesIsComplete() {
        whatTwoPoliciesReserveIsStored();
        long written = cluster.server.faults().count("PATCH", OBJECT);
        CurrentSnapshot snapshot = new CurrentSnapshot();
        String first = page("next", "ml");
        String last = page("", "web");
        cluster.server
                .faults()
                .serve(
                        POLICIES + "\\?(?!.*watch=true).*",
                        path -> Faults.Answer.ok(path.contains("continue=") ? last : first));
        cluster.server.faults().answer("GET", POLICIES + "\\?.*continue=.*", 500);

        try (var client = cluster.server.client();
                var next = WatchedCluster.source(client, snapshot, new SimpleMeterRegistry())) {
            next.start();
            eventually(() -> assertThat(next.leadership().isLeading()).isTrue());
            eventually(() -> assertThat(snapshot.current().stored().policies()).hasSize(2));
            await().during(Duration.ofMillis(500))
                    .until(() -> cluster.server.faults().count("PATCH", OBJECT) == written);
            cluster.server.faults().heal();
            eventually(
                    () -> assertThat(snapshot.current().policies().policies()).hasSize(2));
        }

        assertThat(cluster.server.faults().count("PATCH", OBJECT)).isEqualTo(written);
    }

    private String page(String next, String policy) {
        return """
                {"kind": "TolerationPolicyList", "apiVersion": "tolerant.dev/v1alpha1",
                "metadata": {"resourceVersion": "1", "continue": "%s"}, "items": [%s]}
                """.formatted(next, cluster.server.policy(policy));
    }

    private static final String OF_NODES = """
            metadata: {name: ml}
            spec:
              match: {namespaceSelector: {matchLabels: {team: %s}}}
              tolerations: [{key: by-hand, operator: Exists, effect: NoSchedule}]
              nodes: {selector: {matchLabels: {pool: ml}}, taintKeys: [%s]}
              reserve: {exempt: {groups: [admins]}}
            """;

    /** As when the leader stops before it has written what the status remembers. */
    private void aPoolIsReservedAndNotRemembered() {
        cluster.server.node("n", Map.of("pool", "ml"), false, new Taint("NoSchedule", "dedicated", null, "ml"));
        cluster.server.apply(OF_NODES.formatted("ml", "dedicated"));
        cluster.watching();
        cluster.sooner(() -> assertThat(reserved()).containsExactly("by-hand", "dedicated"));
        cluster.source.close();
        cluster.server.deleteNode("n");
        cluster.server.status("ml", Map.of());
    }

    private Set<String> reserved() {
        return cluster.server.reservations().taints().keySet();
    }

    @ParameterizedTest
    @ValueSource(strings = {MockApiServer.NODES, MockApiServer.NODE_POOLS})
    void whatAPoolReservesStaysWhileOneOfItsKindsCannotBeReadAndItsInsidersAreThoseOfToday(String kind) {
        aPoolIsReservedAndNotRemembered();
        cluster.server.apply(OF_NODES.formatted("other", "dedicated"));
        cluster.server.faults().answer("GET", kind + ".*", 403);

        withNext(next -> {
            cluster.sooner(() -> assertThat(cluster.server.reservations().policies())
                    .hasEntrySatisfying(
                            "ml",
                            insiders -> assertThat(insiders.namespaces().matchLabels())
                                    .containsEntry("team", "other")));
            assertThat(reserved()).containsExactly("by-hand", "dedicated");

            cluster.server.faults().heal();

            cluster.sooner(() -> assertThat(reserved()).containsExactly("by-hand"));
        });
    }

    @Test
    void whatAPoolReservesEndsWithItsTaintKeysAlsoWhileNodePoolsCannotBeRead() {
        aPoolIsReservedAndNotRemembered();
        cluster.server.faults().answer("GET", MockApiServer.NODE_POOLS + ".*", 403);

        withNext(next -> {
            cluster.passRefusals(MockApiServer.NODE_POOLS + ".*");
            eventually(() -> assertThat(next.isReady()).isTrue());
            eventually(() -> assertThat(next.leadership().isLeading()).isTrue());
            assertThat(reserved()).containsExactly("by-hand", "dedicated");

            cluster.server.apply(OF_NODES.formatted("ml", "gpu"));

            eventually(() -> assertThat(reserved()).containsExactly("by-hand"));
        });
    }

    @Test
    void whatIsTooMuchTogetherWithWhatStaysIsNotWrittenUntilItFits() {
        for (int i = 0; i < 5; i++) {
            cluster.server.apply(POOL.formatted("p" + i, MANY));
        }
        cluster.watching();
        eventually(() ->
                assertThat(cluster.server.reservations().policies().keySet()).hasSize(5));
        cluster.source.close();
        cluster.server.applyGeneric(
                "{\"metadata\": {\"name\": \"p0\"}, \"spec\": {\"mode\": \"Someday\", \"match\": {}}}");
        cluster.server.apply(POOL.formatted("p5", MANY));
        CurrentSnapshot snapshot = new CurrentSnapshot();
        SimpleMeterRegistry metrics = new SimpleMeterRegistry();

        try (var client = cluster.server.client();
                var next = WatchedCluster.source(client, snapshot, metrics)) {
            next.start();
            // Of the policy that cannot be read, and of the object.
            eventually(
                    () -> assertThat(metrics.get("tolerant.problems").counter().count())
                            .isEqualTo(2));
            assertThat(cluster.server.reservations().policies().keySet()).containsExactly("p0", "p1", "p2", "p3", "p4");

            cluster.server.deletePolicy("p1");

            eventually(() -> assertThat(cluster.server.reservations().policies().keySet())
                    .containsExactly("p0", "p2", "p3", "p4", "p5"));
        }
    }

    private void withNext(Consumer<ClusterSource> check) {
        try (var client = cluster.server.client();
                var next = WatchedCluster.source(
                        client, new CurrentSnapshot(), new SimpleMeterRegistry(), cluster::nanos)) {
            next.start();
            check.accept(next);
        }
    }

    private double stored() {
        return cluster.metrics.get("tolerant.reservations.stored").gauge().value();
    }

    @Test
    void anObjectThatNobodyCanWriteIsMissingForEveryReplica() {
        cluster.server.faults().answer("PATCH", OBJECT, 403);
        cluster.server.apply(POOL.formatted("ml", "admins"));
        cluster.watching();
        eventually(
                () -> assertThat(cluster.server.faults().count("PATCH", OBJECT)).isPositive());
        assertThat(stored()).isZero();
        eventually(() -> assertThat(reason("ml")).isEqualTo("Valid"));

        cluster.pass(LedObject.WRONG_AFTER);

        eventually(() -> assertThat(reason("ml")).isEqualTo("ReservationsMissing"));

        cluster.server.faults().heal();
        cluster.pass(Duration.ofMinutes(1));

        eventually(() -> assertThat(reason("ml")).isEqualTo("Valid"));
    }

    @Test
    void aReplicaThatDoesNotLeadKnowsThatWhatIsStoredIsOld() {
        cluster.server.apply(POOL.formatted("ml", "admins"));
        cluster.watching();
        eventually(() -> assertThat(cluster.server.reservations().policies()).hasSize(1));
        cluster.server.faults().answer("PATCH", OBJECT, 500);
        SimpleMeterRegistry metrics = new SimpleMeterRegistry();

        try (var client = cluster.server.client();
                var other = WatchedCluster.source(client, new CurrentSnapshot(), metrics)) {
            other.start();
            eventually(() -> assertThat(
                            metrics.get("tolerant.leader.known").gauge().value())
                    .isEqualTo(1));
            eventually(() -> assertThat(
                            metrics.get("tolerant.reservations.stored").gauge().value())
                    .isEqualTo(1));
            assertThat(other.leadership().isLeading()).isFalse();

            cluster.server.apply(POOL.formatted("web", "x"));

            eventually(() -> assertThat(
                            metrics.get("tolerant.reservations.stored").gauge().value())
                    .isZero());
        }
    }

    /** Nothing tells then that it was written. */
    @Test
    void whileItsWatchIsDownItIsWrittenAtGrowingPauses() {
        cluster.server.apply(POOL.formatted("ml", "admins"));
        cluster.watching();
        eventually(() -> assertThat(stored()).isEqualTo(1));
        cluster.loseWatch(MockApiServer.STORED, "reservations");
        long before = cluster.server.faults().count("PATCH", OBJECT);

        cluster.server.apply(POOL.formatted("web", "x"));
        eventually(
                () -> assertThat(cluster.server.faults().count("PATCH", OBJECT)).isEqualTo(before + 1));
        cluster.pass(Duration.ofSeconds(1));
        eventually(
                () -> assertThat(cluster.server.faults().count("PATCH", OBJECT)).isEqualTo(before + 2));
        cluster.pass(Duration.ofSeconds(1));

        await().during(Duration.ofMillis(300))
                .until(() -> cluster.server.faults().count("PATCH", OBJECT) == before + 2);
    }

    @Test
    void aReplicaWithoutTheRightTriesAgain() {
        cluster.server.faults().answer("PATCH", OBJECT, 403);
        cluster.server.apply(POOL.formatted("ml", "admins"));
        cluster.watching();
        eventually(
                () -> assertThat(cluster.server.faults().count("PATCH", OBJECT)).isPositive());
        assertThat(cluster.policies()).containsExactly("ml");

        cluster.server.faults().heal();

        cluster.sooner(
                () -> assertThat(cluster.server.reservations().policies()).hasSize(1));
    }

    @Test
    void aPolicyThatDoesNotFitSaysSoAndIsUsedOtherwise() {
        cluster.watching();

        for (int i = 0; i < 12; i++) {
            cluster.server.apply(POOL.formatted("p" + i, MANY));
        }

        eventually(() -> assertThat(reason("p9")).isEqualTo("TooManyReservations"));
        assertThat(cluster.gauge("tolerant.policies", "state", "rejected")).isPositive();
        eventually(() -> assertThat(stored()).isZero());
        assertThat(reason("p0")).isEqualTo("Valid");
        eventually(() -> assertThat(cluster.policies()).hasSize(12));

        cluster.policies().stream().filter(name -> !name.equals("p9")).forEach(cluster.server::deletePolicy);

        eventually(() -> assertThat(reason("p9")).isEqualTo("Valid"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {}                                                       | ReservedByOthers
                    {namespaceSelector: {matchLabels: {team: web}}}          | ReservedByOthers
                    {namespaceSelector: {matchLabels: {team: ml, tier: a}}}  | Valid
                    """)
    void aPolicyThatGivesWhatAnotherReservesSaysSoUntilItIsReservedNoMore(String match, String reason) {
        cluster.server.apply("{metadata: {name: all}, spec: {match: " + match
                + ", tolerations: [{key: dedicated, operator: Exists, effect: NoSchedule}]}}");
        cluster.watching();
        eventually(() -> assertThat(reason("all")).isEqualTo("Valid"));

        cluster.server.apply(POOL.formatted("ml", "admins"));

        eventually(() -> assertThat(reason("ml")).isEqualTo("Valid"));
        eventually(() -> assertThat(reason("all")).isEqualTo(reason));
        assertThat(cluster.server.condition("all", "Accepted").path("status").asText())
                .isEqualTo("True");

        cluster.server.deletePolicy("ml");

        eventually(() -> assertThat(reason("all")).isEqualTo("Valid"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{matchLabels: {pool: ml}}", "{matchLabelsFrom: {pool: {namespaceLabel: team}}}"})
    void aPoolOfWhichAnotherReservesATaintSaysThatOthersGetNothingOfIt(String selector) {
        cluster.server.node("n", Map.of("pool", "ml"), false, new Taint("NoSchedule", "dedicated", null, "ml"));
        cluster.server.apply("{metadata: {name: all}, spec: {match: {}, nodes: {selector: " + selector
                + ", taintKeys: [dedicated]}}}");
        cluster.server.apply(POOL.formatted("ml", "admins"));
        cluster.watching();

        eventually(() -> assertThat(reason("all")).isEqualTo("ReservedByOthers"));
        assertThat(cluster.server.condition("all", "Accepted").path("message").asText())
                .endsWith("its pods in other namespaces get nothing of its pool, neither tolerations nor affinity");
    }

    @Test
    void oneDangerOfAPolicyDoesNotHideAnother() {
        cluster.server.apply(
                "{metadata: {name: all}, spec: {match: {}, nodeFailure: {notReady: 0}, tolerations: [{key: dedicated,"
                        + " operator: Exists, effect: NoSchedule}]}}");
        cluster.server.apply(POOL.formatted("ml", "admins"));
        cluster.watching();

        eventually(() -> assertThat(cluster.server
                        .condition("all", "Accepted")
                        .path("message")
                        .asText())
                .contains(
                        "TolerationPolicy ml reserves taint dedicated=ml:NoSchedule",
                        "spec.nodeFailure.notReady is 0"));
    }

    private String reason(String policy) {
        JsonNode accepted = cluster.server.condition(policy, "Accepted");
        return accepted.path("reason").asText();
    }
}
