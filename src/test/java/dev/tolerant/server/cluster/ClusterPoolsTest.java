package dev.tolerant.server.cluster;

import static dev.tolerant.server.cluster.ClusterFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.crd.SchemaCheck;
import dev.tolerant.engine.model.PolicyFixture;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Pools in a cluster: what nodes have decides what pods get. */
class ClusterPoolsTest extends PoolFixture {

    @Test
    void theFirstAnswerKnowsTheNodes() {
        cluster.server.node("n", ML, false, taint("dedicated"));
        cluster.server.apply(POLICY);

        started();

        assertThat(given(webhook)).containsExactly("dedicated");
        eventually(() -> assertThat(remembered()).containsExactly("dedicated"));
        eventually(() ->
                assertThat(condition("NodesKnown").path("status").asText()).isEqualTo("True"));
        assertThat(SchemaCheck.violations(cluster.server.policy("ml")))
                .noneMatch(violation -> violation.startsWith("status"));
    }

    @Test
    void aNodeThatChangesItsTaintsChangesTheNextAnswerAndNotThePolicy() {
        cluster.server.node("n", ML, false, taint("dedicated"));
        cluster.server.apply(POLICY);
        started();
        long generation = cluster.server.policy("ml").at("/metadata/generation").asLong();

        cluster.server.node("n", ML, false, taint("dedicated"), taint("gpu"));

        eventually(() -> assertThat(given(webhook)).containsExactly("dedicated", "gpu"));
        eventually(() -> assertThat(remembered()).containsExactly("dedicated", "gpu"));
        assertThat(cluster.server.policy("ml").at("/metadata/generation").asLong())
                .isEqualTo(generation);
    }

    @Test
    void aChangeOfWhichTheProgramKnowsIsInTheAnswersAfterATenthOfASecond() {
        try (SteeredStore steered = steered()) {
            steered.nodesChange(() -> cluster.server.node("n", ML, false, taint("dedicated"), taint("gpu")));
            steered.pass(Duration.ofMillis(100));

            assertThat(given(webhook)).containsExactly("dedicated", "gpu");
        }
    }

    @Test
    void whatChangesNeitherLabelsNorTaintsChangesNothing() {
        cluster.server.node("n", ML, false, taint("dedicated"));
        cluster.server.node("web", Map.of("pool", "web"), false, taint("web"));
        cluster.server.apply(POLICY);
        started();
        cluster.snapshot.sets.clear();

        for (int i = 0; i < 50; i++) {
            heartbeat("n", i);
        }
        cluster.server.node("web", Map.of("pool", "web"), false, taint("other"));
        eventually(() -> assertThat(cluster.snapshot.current().nodes().get("web"))
                .satisfies(node -> assertThat(node.taints().get(0).key()).isEqualTo("other")));
        // A change that does count: when it is in force, all before it have been looked at.
        cluster.server.node("n", ML, false, taint("dedicated"), taint("gpu"));
        eventually(() -> assertThat(given(webhook)).hasSize(2));

        assertThat(cluster.snapshot.sets).hasSize(1);
    }

    @Test
    void aStormOfChangesMakesAtMostTenSetsASecond() {
        try (SteeredStore steered = steered()) {
            int before = steered.sets.size();

            for (int i = 1; i <= 100; i++) {
                String key = "example.com/t" + i;
                steered.nodesChange(() -> cluster.server.node("n", ML, false, taint(key)));
                steered.pass(Duration.ofMillis(10));
            }

            assertThat(steered.sets.size() - before).isBetween(9, 10);
            steered.pass(Duration.ofMillis(100));
            assertThat(given(webhook)).containsExactly("example.com/t100");
        }
    }

    /** A store that knows the policy and the taint of its one node, and has done all that was due. */
    private SteeredStore steered() {
        SteeredStore steered = new SteeredStore(cluster, names -> true);
        steered.store.changed("ml", null, policy());
        steered.nodesChange(() -> {
            steered.pass(Duration.ofSeconds(1));
            cluster.server.node("n", ML, false, taint("dedicated"));
        });
        steered.pass(Duration.ofSeconds(1));
        assertThat(given(webhook)).containsExactly("dedicated");
        return steered;
    }

    private static ObjectNode policy() {
        return (ObjectNode) PolicyFixture.objects(POLICY).get(0);
    }
}
