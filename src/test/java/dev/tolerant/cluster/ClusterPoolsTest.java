package dev.tolerant.cluster;

import static dev.tolerant.cluster.ClusterFixture.eventually;
import static dev.tolerant.cluster.MockApiServer.NODES;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.core.policy.PolicySet;
import dev.tolerant.crd.SchemaCheck;
import dev.tolerant.webhook.PodReview;
import dev.tolerant.webhook.Webhook;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pools in a cluster: what nodes have decides what pods get, and the policy's status remembers it. */
class ClusterPoolsTest {
    private static final Map<String, String> ML = Map.of("pool", "ml");
    private static final String POLICY =
            "{metadata: {name: ml}, spec: {match: {}, nodes: {selector: {matchLabels: {pool: ml}}}}}";
    private static final String STATUS = ".*/tolerationpolicies/ml/status";
    private static final String ANY_READ = NODES + ".*";

    private final ClusterFixture cluster = new ClusterFixture();
    private final Webhook webhook = Webhook.over(cluster.snapshot);

    @AfterEach
    void close() {
        cluster.close();
    }

    private static Taint taint(String key) {
        return new Taint("NoSchedule", key, null, null);
    }

    private void started() {
        cluster.source.start();
        eventually(() -> assertThat(cluster.source.isReady()).isTrue());
    }

    /** The keys of the pool's taints that a pod gets tolerations of now. */
    private static List<String> given(Webhook webhook) {
        List<String> keys = new ArrayList<>();
        for (JsonNode toleration : webhook.ask(PodReview.aPod().creation()).tolerations()) {
            String key = toleration.path("key").asText();
            if (!key.startsWith("node.kubernetes.io/")) {
                keys.add(key);
            }
        }
        return keys;
    }

    private JsonNode condition(String type) {
        return cluster.server.condition("ml", type);
    }

    private List<String> remembered() {
        return cluster.server.policy("ml").at("/status/nodes/taints").findValuesAsText("key");
    }

    @Test
    void theFirstAnswerKnowsTheNodes() {
        // Given
        cluster.server.node("n", ML, false, taint("dedicated"));
        cluster.server.apply(POLICY);

        // When
        started();

        // Then
        assertThat(given(webhook)).containsExactly("dedicated");
        eventually(() -> assertThat(remembered()).containsExactly("dedicated"));
        eventually(() ->
                assertThat(condition("NodesKnown").path("status").asText()).isEqualTo("True"));
        assertThat(SchemaCheck.violations(cluster.server.policy("ml")))
                .noneMatch(violation -> violation.startsWith("status"));
    }

    @Test
    void aNodeThatChangesItsTaintsChangesTheNextAnswerWithinASecond() {
        // Given
        cluster.server.node("n", ML, false, taint("dedicated"));
        cluster.server.apply(POLICY);
        started();
        long generation = cluster.server.policy("ml").at("/metadata/generation").asLong();

        // When
        Duration fastest = IntStream.range(0, 5)
                .mapToObj(i -> untilGiven("t" + i))
                .min(Comparator.naturalOrder())
                .orElseThrow();

        // Then
        assertThat(fastest).isLessThan(Duration.ofSeconds(1));
        eventually(() -> assertThat(remembered()).containsExactly("dedicated", "t4"));
        assertThat(cluster.server.policy("ml").at("/metadata/generation").asLong())
                .isEqualTo(generation);
    }

    private Duration untilGiven(String key) {
        long start = System.nanoTime();
        cluster.server.node("n", ML, false, taint("dedicated"), taint(key));
        eventually(() -> assertThat(given(webhook)).containsExactly("dedicated", key));
        return Duration.ofNanos(System.nanoTime() - start);
    }

    @Test
    void whatChangesNeitherLabelsNorTaintsChangesNothing() {
        // Given
        cluster.server.node("n", ML, false, taint("dedicated"));
        cluster.server.node("web", Map.of("pool", "web"), false, taint("web"));
        cluster.server.apply(POLICY);
        started();
        List<PolicySet> sets = new ArrayList<>();
        cluster.snapshot.follow(sets::add);

        // When
        for (int i = 0; i < 50; i++) {
            heartbeat("n", i);
        }
        cluster.server.node("web", Map.of("pool", "web"), false, taint("other"));
        eventually(() -> assertThat(cluster.snapshot.current().nodes().get("web"))
                .satisfies(node -> assertThat(node.taints().get(0).key()).isEqualTo("other")));
        // A change that does count: when it is in force, all before it have been looked at.
        cluster.server.node("n", ML, false, taint("dedicated"), taint("gpu"));
        eventually(() -> assertThat(given(webhook)).hasSize(2));

        // Then
        assertThat(sets).hasSize(2);
    }

    private void heartbeat(String name, int beat) {
        cluster.server
                .operator()
                .nodes()
                .withName(name)
                .editStatus(found -> new NodeBuilder(found)
                        .withNewStatus()
                        .addNewCondition()
                        .withType("Ready")
                        .withStatus("True")
                        .withLastHeartbeatTime("2026-11-22T08:00:%02dZ".formatted(beat))
                        .endCondition()
                        .endStatus()
                        .build());
    }

    @Test
    void aStormOfChangesMakesAtMostTenSetsASecond() {
        // Given
        cluster.server.node("n", ML, false, taint("dedicated"));
        cluster.server.apply(POLICY);
        started();
        List<PolicySet> sets = new ArrayList<>();
        cluster.snapshot.follow(sets::add);

        // When
        long start = System.nanoTime();
        IntStream.rangeClosed(1, 60).forEach(i -> cluster.server.node("n", ML, false, taint("t" + i)));
        eventually(() -> assertThat(given(webhook)).containsExactly("t60"));

        // Then
        long millis = Duration.ofNanos(System.nanoTime() - start).toMillis();
        assertThat(sets).hasSizeLessThanOrEqualTo(3 + (int) (millis / 100));
    }

    @ParameterizedTest
    @ValueSource(ints = {403, 404})
    void whereNodesAreRefusedPodsGetWhatTheStatusRemembers(int code) {
        // Given
        cluster.server.faults().answer("GET", ANY_READ, code);
        cluster.server.apply(POLICY);
        remember("dedicated");

        // When
        started();

        // Then
        assertThat(given(webhook)).containsExactly("dedicated");
        eventually(() ->
                assertThat(condition("NodesKnown").path("reason").asText()).isEqualTo("NotReadable"));
        assertThat(condition("NodesKnown").path("status").asText()).isEqualTo("False");
        assertThat(condition("NodesKnown").path("message").asText()).endsWith("grant list and watch of nodes");
        assertThat(remembered()).containsExactly("dedicated");
        assertThat(condition("Accepted").path("status").asText()).isEqualTo("True");

        // When
        cluster.server.node("n", ML, false, taint("gpu"));
        cluster.server.faults().heal();

        // Then
        eventually(() -> assertThat(given(webhook)).containsExactly("gpu"));
        eventually(() ->
                assertThat(condition("NodesKnown").path("status").asText()).isEqualTo("True"));
    }

    private void remember(String key) {
        cluster.server.status(
                "ml",
                Map.of(
                        "nodes",
                        Map.of(
                                "selector",
                                Map.of("matchLabels", ML),
                                "taints",
                                List.of(Map.of("key", key, "effect", "NoSchedule")))));
    }

    @Test
    void aPoolThatIsScaledToZeroIsRememberedAfterARestart() {
        // Given
        cluster.server.node("n", ML, false, taint("dedicated"));
        cluster.server.apply(POLICY);
        started();
        eventually(() -> assertThat(remembered()).containsExactly("dedicated"));

        // When
        cluster.server.deleteNode("n");
        eventually(() ->
                assertThat(condition("NodesKnown").path("reason").asText()).isEqualTo("NoNodes"));

        // Then
        assertThat(given(webhook)).containsExactly("dedicated");
        another(other -> {
            assertThat(given(Webhook.over(other))).containsExactly("dedicated");
            assertThat(remembered()).containsExactly("dedicated");
        });
    }

    /** What a program that starts now knows when it is ready. */
    private void another(Consumer<CurrentSnapshot> check) {
        CurrentSnapshot snapshot = new CurrentSnapshot();
        try (KubernetesClient client = cluster.server.client();
                ClusterSource other = ClusterFixture.source(client, false, snapshot, new SimpleMeterRegistry())) {
            other.start();
            eventually(() -> assertThat(other.isReady()).isTrue());
            check.accept(snapshot);
        }
    }

    @Test
    void anotherSelectorForgetsWhatIsRemembered() {
        // Given
        cluster.server.apply(POLICY);
        remember("dedicated");
        started();
        assertThat(given(webhook)).containsExactly("dedicated");

        // When
        cluster.server.apply(POLICY.replace("pool: ml", "pool: web"));

        // Then
        eventually(() -> assertThat(given(webhook)).isEmpty());
        eventually(
                () -> assertThat(cluster.server.policy("ml").at("/status/nodes").isMissingNode())
                        .isTrue());
    }

    @Test
    void ofTooManyTaintsTheLastGoodSetStaysInForceAndTheStatusSaysSo() {
        // Given
        cluster.server.node("n", ML, false, taint("dedicated"));
        cluster.server.apply(POLICY);
        started();

        // When
        cluster.server.node(
                "m",
                ML,
                false,
                IntStream.range(0, 33).mapToObj(i -> taint("t" + i)).toArray(Taint[]::new));

        // Then
        eventually(
                () -> assertThat(condition("Accepted").path("reason").asText()).isEqualTo("TooManyTaints"));
        assertThat(given(webhook)).containsExactly("dedicated");
        assertThat(remembered()).containsExactly("dedicated");
        assertThat(cluster.metrics.get("tolerant.problems").counter().count()).isEqualTo(1);
        assertThat(cluster.gauge("tolerant.policies", "state", "rejected")).isEqualTo(1);

        // When
        cluster.server.deleteNode("m");

        // Then
        eventually(
                () -> assertThat(condition("Accepted").path("status").asText()).isEqualTo("True"));
        assertThat(cluster.gauge("tolerant.policies", "state", "rejected")).isZero();
    }

    @Test
    void twoReplicasWriteWhatTheyAgreeOnOnce() {
        // Given
        cluster.server.node("n", ML, false, taint("dedicated"));
        cluster.server.apply(POLICY);
        started();
        eventually(() -> assertThat(remembered()).containsExactly("dedicated"));
        long writes = cluster.server.faults().count("PUT", STATUS);

        // When
        another(other -> {
            cluster.server.node("n", ML, false, taint("gpu"));
            eventually(() -> assertThat(given(webhook)).containsExactly("gpu"));
            eventually(() -> assertThat(given(Webhook.over(other))).containsExactly("gpu"));
            eventually(() -> assertThat(remembered()).containsExactly("gpu"));
        });

        // Then
        // Both may write at the same moment: then the API server refuses one of them.
        assertThat(cluster.server.faults().count("PUT", STATUS)).isBetween(writes + 1, writes + 2);
    }

    @Test
    void aPolicyThatMatchedAPodSaysSo() {
        // Given
        cluster.server.apply(POLICY);
        started();
        eventually(
                () -> assertThat(condition("Matched").path("status").asText()).isEqualTo("False"));

        // When
        webhook.ask(PodReview.aPod().creation());

        // Then
        assertThat(condition("Matched").path("status").asText()).isEqualTo("False");

        // When
        Webhook.over(cluster.snapshot, cluster.pods).ask(PodReview.aPod().creation());

        // Then
        eventually(
                () -> assertThat(condition("Matched").path("status").asText()).isEqualTo("True"));

        // When
        cluster.server.apply(POLICY.replace("match: {}", "priority: 7, match: {}"));

        // Then
        eventually(
                () -> assertThat(condition("Matched").path("observedGeneration").asLong())
                        .isEqualTo(2));
        assertThat(condition("Matched").path("status").asText()).isEqualTo("False");
    }
}
