package dev.tolerant.server.cluster;

import static dev.tolerant.testing.MockApiServer.NODES;
import static dev.tolerant.testing.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.NodeTaints;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import io.micrometer.core.instrument.Meter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nodes of a cluster: known as they are now, and only while a policy needs them. */
class NodesTest {
    private static final String PLAIN = "{metadata: {name: p}, spec: {match: {}}}";
    private static final String AUDITED =
            "{metadata: {name: pool}, spec: {mode: Audit, match: {}, nodes: {selector: {matchLabels: {pool: ml}}, taintKeys: [dedicated]}}}";
    private static final String POOL =
            "{metadata: {name: pool}, spec: {match: {}, nodes: {selector: {matchLabels: {pool: ml}}, taintKeys: [dedicated]}}}";
    private static final String NO_POOL = "{metadata: {name: pool}, spec: {match: {}}}";
    private static final io.fabric8.kubernetes.api.model.Taint ML =
            new io.fabric8.kubernetes.api.model.Taint("NoSchedule", "dedicated", null, "ml");
    private static final Taint READ_ML = new Taint("dedicated", "ml", Effect.NO_SCHEDULE);
    private static final String ANY_READ = NODES + ".*";

    @AutoClose
    private final WatchedCluster cluster = new WatchedCluster();

    @ParameterizedTest
    @ValueSource(
            strings = {
                PLAIN,
                "{metadata: {name: p}, spec: {match: {namespaceSelector: {matchLabels: {team: ml}}},"
                        + " reserve: {taints: [{key: dedicated}]}}}"
            })
    void nodesAreNotWatchedWhileNoPolicyNeedsThem(String policy) {
        cluster.server.node("n", Map.of(), false);
        cluster.server.apply(policy);

        cluster.watching();
        eventually(() -> assertThat(cluster.source.isReady()).isTrue());

        assertThat(nodes()).isEmpty();
        assertThat(cluster.server.faults().count("GET", ANY_READ)).isZero();
        assertThat(cluster.source.state()).doesNotContainKey("nodes");
        assertThat(metrics()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {POOL, AUDITED})
    void withAPoolTheyAreListedInPages(String policy) {
        cluster.server.node("n", Map.of("pool", "ml"), false, ML);
        cluster.server.apply(policy);

        cluster.watching();

        eventually(() -> assertThat(nodes())
                .containsOnly(Map.entry("n", new Node("n", Map.of("pool", "ml"), List.of(READ_ML)))));
        assertThat(cluster.server.faults().requests())
                .filteredOn(request -> request.startsWith("GET " + NODES) && !request.contains("watch"))
                .singleElement()
                .asString()
                .contains("limit=500");
        // The kind counts as read a moment after its nodes are known.
        eventually(() -> assertThat(cluster.gauge("tolerant.source.synced", "source", "nodes"))
                .isEqualTo(1));
        assertThat(metrics()).hasSize(3);
    }

    @Test
    void aTaintWithAnEffectOfALaterApiLeavesTheNodeAndItsOtherTaints() {
        cluster.server.node(
                "n",
                Map.of("pool", "ml"),
                false,
                new io.fabric8.kubernetes.api.model.Taint("NoAdmit", "later", null, null),
                ML);
        cluster.server.apply(POOL);

        cluster.watching();

        eventually(() -> assertThat(nodes())
                .containsOnly(Map.entry("n", new Node("n", Map.of("pool", "ml"), List.of(READ_ML)))));
    }

    @Test
    void aNodeThatChangesOrGoesShowsAtOnce() {
        cluster.server.apply(POOL);
        cluster.server.node("n", Map.of(), false);
        cluster.watching();
        eventually(() -> assertThat(nodes()).containsOnlyKeys("n"));

        cluster.server.node("n", Map.of(), false, ML);

        eventually(() -> assertThat(taints("n")).containsExactly(READ_ML));

        cluster.server.node("n", Map.of("pool", "ml"), true);

        eventually(() -> assertThat(taints("n")).containsExactly(NodeTaints.UNSCHEDULABLE));
        assertThat(node("n").labels()).containsOnly(Map.entry("pool", "ml"));

        cluster.server.deleteNode("n");

        eventually(() -> assertThat(nodes()).isEmpty());
    }

    @Test
    void theWatchBeginsAndEndsWithThePolicyThatNeedsIt() {
        cluster.server.node("n", Map.of(), false);
        cluster.watching();
        eventually(() -> assertThat(cluster.source.isReady()).isTrue());

        cluster.server.apply(POOL);

        eventually(() -> assertThat(nodes()).containsOnlyKeys("n"));
        eventually(() -> assertThat(cluster.source.state()).containsEntry("nodes", "watching"));

        cluster.server.apply(NO_POOL);

        eventually(() -> assertThat(cluster.source.state()).doesNotContainKey("nodes"));
        eventually(() -> assertThat(nodes()).isEmpty());
        assertThat(metrics()).isEmpty();

        cluster.server.node("m", Map.of(), false);
        cluster.server.apply(POOL);

        eventually(() -> assertThat(nodes()).containsOnlyKeys("n", "m"));

        cluster.server.deletePolicy("pool");

        eventually(() -> assertThat(nodes()).isEmpty());
    }

    @Test
    void readinessWaitsForNodesThatAPolicyOfTheStartNeeds() {
        cluster.server.apply(POOL);
        cluster.server.node("n", Map.of(), false);
        cluster.server.faults().answer("GET", ANY_READ, 500);

        cluster.source.start();
        eventually(() -> assertThat(cluster.source.state())
                .containsEntry("tolerationpolicies", "watching")
                .containsEntry("namespaces", "watching"));
        eventually(() -> assertThat(cluster.policies()).containsExactly("pool"));

        assertThat(cluster.source.isReady()).isFalse();
        assertThat(cluster.source.state()).containsEntry("nodes", "not read yet");
        assertThat(cluster.gauge("tolerant.source.synced", "source", "nodes")).isZero();

        cluster.server.faults().heal();

        eventually(() -> assertThat(cluster.source.isReady()).isTrue());
        assertThat(nodes()).containsOnlyKeys("n");
    }

    @ParameterizedTest
    @ValueSource(ints = {403, 404})
    void nodesThatMayNotBeListedDoNotHoldReadinessAndAreSaidOnce(int code) {
        cluster.server.apply(POOL);
        cluster.server.faults().answer("GET", ANY_READ, code);

        cluster.source.start();
        cluster.passRefusals(ANY_READ);

        eventually(() -> assertThat(cluster.source.isReady()).isTrue());
        assertThat(cluster.source.state())
                .containsEntry(
                        "nodes",
                        "the API server answers the list of nodes with " + code + ": grant list and watch of nodes");
        eventually(
                () -> assertThat(cluster.server.faults().count("GET", ANY_READ)).isGreaterThan(2));
        assertThat(cluster.metrics.get("tolerant.problems").counter().count()).isEqualTo(1);
    }

    @Test
    void aPolicyThatNeedsNodesLaterDoesNotTakeTheProgramOutOfService() {
        cluster.watching();
        eventually(() -> assertThat(cluster.source.isReady()).isTrue());
        cluster.server.faults().answer("GET", ANY_READ, 500);

        cluster.server.apply(POOL);
        eventually(() -> assertThat(cluster.source.state()).containsEntry("nodes", "not read yet"));

        assertThat(cluster.source.isReady()).isTrue();
    }

    @Test
    void nodesStayKnownDuringAnOutageAndThoseThatWentAreForgottenAfterIt() {
        cluster.server.apply(POOL);
        cluster.server.node("gone", Map.of(), false, ML);
        cluster.server.node("stays", Map.of(), false, ML);
        cluster.watching();
        eventually(() -> assertThat(nodes()).containsOnlyKeys("gone", "stays"));

        cluster.loseWatch(NODES, "nodes");
        cluster.server.deleteNode("gone");
        cluster.server.node("stays", Map.of(), false);

        assertThat(taints("gone")).containsExactly(READ_ML);
        assertThat(cluster.gauge("tolerant.source.age.seconds", "source", "nodes"))
                .isPositive();

        cluster.healExpired(NODES, "nodes");

        eventually(() -> assertThat(nodes()).containsOnlyKeys("stays"));
        assertThat(taints("stays")).isEmpty();
    }

    @Test
    void aNewListAfterALongOutageKeepsWhatIsThere() {
        cluster.server.apply(POOL);
        cluster.server.node("n", Map.of(), false, ML);
        cluster.watching();
        eventually(() -> assertThat(nodes()).containsOnlyKeys("n"));

        cluster.loseWatch(NODES, "nodes");
        long before = lists();
        // A watch that was down for five seconds does not go on, but begins with a list.
        eventually(() -> {
            cluster.pass(Duration.ofSeconds(1));
            assertThat(lists()).isGreaterThan(before);
        });

        assertThat(taints("n")).containsExactly(READ_ML);

        cluster.server.faults().heal();
        cluster.server.node("n", Map.of(), false);

        eventually(() -> assertThat(cluster.source.state()).containsEntry("nodes", "watching"));
        eventually(() -> assertThat(taints("n")).isEmpty());
    }

    private long lists() {
        return cluster.server.faults().count("GET", NODES + "\\?(?!.*watch=true).*");
    }

    private Map<String, Node> nodes() {
        return cluster.snapshot.current().nodes();
    }

    private Node node(String name) {
        return Objects.requireNonNull(nodes().get(name));
    }

    private List<Taint> taints(String node) {
        return node(node).taints();
    }

    private List<Meter> metrics() {
        return cluster.metrics.getMeters().stream()
                .filter(meter -> "nodes".equals(meter.getId().getTag("source")))
                .toList();
    }
}
