package dev.tolerant.server.cluster;

import static dev.tolerant.testing.MockApiServer.POLICIES;
import static dev.tolerant.testing.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.crd.PolicyReader;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.words.TolerationRules;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The leader writes into the status of policies that there is no memory for them. Of the heap, policies may take 100 kB. */
class PoliciesWithoutRoomTest {
    private static final String SMALL = "{metadata: {name: p}, spec: {priority: %d, match: {}}}";
    /** Takes about 12 kB. */
    private static final String LARGE =
            "{metadata: {name: p}, spec: {priority: %d, match: {podSelector: {matchExpressions: [{key: a, operator: In, values: ["
                    + IntStream.range(100, 160)
                            .mapToObj(i -> "v" + i + "-" + "x".repeat(55))
                            .collect(Collectors.joining(", "))
                    + "]}]}}}}";
    /** Leaves less than that, and enough for a few small ones. */
    private static final String FILLING =
            "{\"metadata\": {\"name\": \"filling\"}, \"spec\": {\"match\": {}, \"junk\": \"" + "x".repeat(88_000)
                    + "\"}}";

    private static final String STATUS = POLICIES + "/p/status";
    private static final String ASKED = POLICIES + "\\?fieldSelector=metadata\\.name%3D.*";
    private static final String LISTED = POLICIES + "\\?limit.*";
    private static final String LEASES = "/apis/coordination.*";

    @AutoClose
    private final WatchedCluster cluster = new WatchedCluster(270_300L);

    @Test
    void aPolicyWithoutRoomSaysSoAndIsAcceptedOnceThereIsRoom() {
        cluster.server.applyGeneric(FILLING);
        cluster.server.apply(LARGE.formatted(1));
        cluster.source.start();

        eventually(() -> assertThat(reason()).isEqualTo("NoRoom"));
        assertThat(accepted().path("status").asText()).isEqualTo("False");
        assertThat(accepted().path("message").asText())
                .isEqualTo(
                        "the program has no memory for this version of the policy, so nothing of it is in use; the last good"
                                + " version, if there was one, stays in use; raise the heap (-Xmx in jvm.options) and"
                                + " resources.limits.memory of the chart");
        assertThat(cluster.policies()).isEmpty();

        cluster.server.deletePolicy("filling");
        eventually(() -> assertThat(cluster.source.state()).containsEntry("tolerationpolicies", leftOut(1)));
        cluster.server.faults().expireWatches(POLICIES);

        eventually(() -> assertThat(reason()).isEqualTo("Valid"));
        assertThat(accepted().path("status").asText()).isEqualTo("True");
        assertThat(cluster.policies()).containsExactly("p");
    }

    @Test
    void aVersionWithoutRoomSaysSoWhileTheOneBeforeStaysInUse() {
        cluster.server.applyGeneric(FILLING);
        cluster.server.apply(SMALL.formatted(1));
        cluster.watching();
        eventually(() -> assertThat(reason()).isEqualTo("Valid"));

        cluster.server.applyGeneric(FILLING.replace("x\"}", "x".repeat(26_000) + "\"}"));
        cluster.server.apply(LARGE.formatted(2));

        eventually(() -> assertThat(reason()).isEqualTo("NoRoom"));
        assertThat(accepted().path("observedGeneration").asInt()).isEqualTo(2);
        assertThat(priorities()).containsExactly(1);

        cluster.server.apply(SMALL.formatted(3));

        eventually(() -> assertThat(reason()).isEqualTo("Valid"));
        assertThat(accepted().path("observedGeneration").asInt()).isEqualTo(3);
        assertThat(priorities()).containsExactly(3);
    }

    @Test
    void anotherVersionThatHasNoRoomEitherIsSaidToHaveNone() {
        cluster.server.applyGeneric(FILLING);
        cluster.server.apply(LARGE.formatted(1));
        cluster.source.start();
        eventually(() -> assertThat(reason()).isEqualTo("NoRoom"));

        cluster.server.apply(LARGE.formatted(2));

        eventually(
                () -> assertThat(accepted().path("observedGeneration").asInt()).isEqualTo(2));
        assertThat(reason()).isEqualTo("NoRoom");
        assertThat(cluster.server.faults().count("PUT", STATUS)).isEqualTo(2);
    }

    @Test
    void whileAListIsReadAgainItIsStillKnownWhatHasNoRoom() {
        cluster.server.applyGeneric(FILLING);
        cluster.server.apply(LARGE.formatted(1));
        cluster.source.start();
        eventually(() -> assertThat(reason()).isEqualTo("NoRoom"));

        cluster.server.faults().answer("GET", LISTED, 503);
        long lists = cluster.server.faults().count("GET", LISTED);
        cluster.server.faults().expireWatches(POLICIES);
        eventually(
                () -> assertThat(cluster.server.faults().count("GET", LISTED)).isGreaterThan(lists + 4));
        cluster.server.faults().heal();
        eventually(() -> assertThat(cluster.source.state()).containsEntry("tolerationpolicies", leftOut(1)));
        cluster.server.apply("{metadata: {name: q}, spec: {match: {}}}");
        eventually(() -> assertThat(cluster.policies()).contains("q"));
        eventually(() ->
                assertThat(cluster.server.condition("q", "Accepted").isObject()).isTrue());

        assertThat(cluster.server.faults().count("GET", ASKED)).isEqualTo(1);
    }

    @Test
    void aPolicyThatIsDeletedWhileNothingIsWatchedIsLeftOutNoMore() {
        cluster.server.applyGeneric(FILLING);
        cluster.server.apply(LARGE.formatted(1));
        cluster.source.start();
        eventually(() -> assertThat(reason()).isEqualTo("NoRoom"));

        cluster.server.faults().answer("GET", POLICIES + "\\?.*", 503);
        cluster.server.faults().cutWatches(POLICIES);
        eventually(() ->
                assertThat(cluster.source.state().get("tolerationpolicies")).startsWith("not watching"));
        cluster.server.deletePolicy("p");
        cluster.server.apply("{metadata: {name: q}, spec: {match: {}}}");
        cluster.pass(Reflector.PATIENCE);
        cluster.server.faults().heal();

        eventually(() -> assertThat(cluster.source.state()).containsEntry("tolerationpolicies", "watching"));
    }

    /** What users wrote is in use as they wrote it. */
    @Test
    void aPolicyOfWhichOnlyTheStatusHasNoRoomStaysAccepted() {
        cluster.server.applyGeneric(FILLING);
        cluster.server.apply(SMALL.formatted(1));
        cluster.watching();
        eventually(() -> assertThat(reason()).isEqualTo("Valid"));

        cluster.server.status("p", Map.of("later", "x".repeat(40_000)));
        cluster.server.apply("{metadata: {name: q}, spec: {match: {}}}");
        eventually(() -> assertThat(cluster.policies()).contains("q"));
        eventually(() ->
                assertThat(cluster.server.condition("q", "Accepted").isObject()).isTrue());

        assertThat(cluster.source.state()).containsEntry("tolerationpolicies", leftOut(1));
        assertThat(cluster.server.faults().count("GET", ASKED)).isZero();
    }

    @Test
    void theRestOfTheStatusStays() {
        Map<String, Object> nodes = Map.of(
                "selector",
                Map.of("matchLabels", Map.of("pool", "ml")),
                "taints",
                List.of(Map.of("key", "a", "effect", "NoSchedule")));
        cluster.server.applyGeneric(FILLING);
        cluster.server.apply(LARGE.formatted(1));
        cluster.server.status(
                "p",
                Map.of(
                        "later",
                        "field",
                        "nodes",
                        nodes,
                        "conditions",
                        List.of(Map.of("type", "Later", "status", "True", "reason", "Version", "message", "stays"))));

        cluster.source.start();

        eventually(() -> assertThat(reason()).isEqualTo("NoRoom"));
        JsonNode status = cluster.server.policy("p").path("status");
        assertThat(status.path("later").asText()).isEqualTo("field");
        assertThat(status.at("/nodes/taints/0/key").asText()).isEqualTo("a");
        assertThat(cluster.server.condition("p", "Later").path("message").asText())
                .isEqualTo("stays");
    }

    /** Nobody can be the leader. */
    @Test
    void aReplicaThatIsNotTheLeaderAsksForNothingAndWritesNothing() {
        cluster.server.faults().answer("PATCH", LEASES, 403);
        cluster.server.applyGeneric(FILLING);
        cluster.server.apply(LARGE.formatted(1));

        cluster.source.start();
        eventually(() -> assertThat(cluster.source.state()).containsEntry("tolerationpolicies", leftOut(1)));
        long tries = cluster.server.faults().count("PATCH", LEASES);
        eventually(
                () -> assertThat(cluster.server.faults().count("PATCH", LEASES)).isGreaterThan(tries + 2));

        assertThat(cluster.server.faults().count("GET", ASKED)).isZero();
        assertThat(cluster.server.faults().count("PUT", ".*/status")).isZero();
        cluster.server.faults().heal();
        eventually(() -> assertThat(reason()).isEqualTo("NoRoom"));
    }

    @Test
    void aThousandOfTheLeftOutAreAskedForAtThePaceOfWritesAndNoMore() {
        cluster.watching();
        cluster.server.apply("{metadata: {name: z}, spec: {match: {}}}");
        eventually(() -> assertThat(cluster.server.condition("z", "Accepted").isMissingNode())
                .isFalse());
        ObjectNode policy = (ObjectNode) cluster.server.policy("z");
        policy.remove("status");
        PolicyStatus last = new PolicyStatus(
                policy,
                PolicyReader.read(policy, new TolerationRules(false)),
                null,
                null,
                null,
                null,
                WhileAway.CURRENT,
                null);
        Map<String, JsonNode> leftOut = new HashMap<>();
        IntStream.range(0, 1_500).forEach(i -> leftOut.put("p-" + i, IntNode.valueOf(1)));
        AtomicLong clock = new AtomicLong();
        try (var client = cluster.server.client();
                var writer = new StatusWriter(
                        client, Map.of("z", policy), cluster.source.leadership(), clock::get, WatchedCluster::sleep)) {
            long writes = cluster.server.faults().count("PUT", ".*/z/status");
            writer.want(Map.of("z", last), leftOut);

            eventually(() ->
                    assertThat(cluster.server.faults().count("GET", ASKED)).isEqualTo(20));
            clock.addAndGet(TimeUnit.SECONDS.toNanos(1));
            eventually(() ->
                    assertThat(cluster.server.faults().count("GET", ASKED)).isEqualTo(40));
            eventually(() -> {
                clock.addAndGet(TimeUnit.SECONDS.toNanos(1));
                assertThat(cluster.server.faults().count("PUT", ".*/z/status")).isGreaterThan(writes);
            });

            assertThat(cluster.server.faults().count("GET", ASKED)).isEqualTo(1_000);
        }
    }

    private static String leftOut(int objects) {
        return "watching; " + objects + " left out, because the heap has no room for them";
    }

    private JsonNode accepted() {
        return cluster.server.condition("p", "Accepted");
    }

    private String reason() {
        return accepted().path("reason").asText();
    }

    private List<Integer> priorities() {
        return cluster.snapshot.current().policies().policies().stream()
                .map(Policy::priority)
                .toList();
    }
}
