package dev.tolerant.server.cluster;

import static dev.tolerant.testing.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.testing.WholeProgram;
import io.fabric8.kubernetes.api.model.Taint;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the status of a pool's policy says and remembers in a cluster. */
class PoolConditionsTest extends PoolFixture {

    @ParameterizedTest
    @ValueSource(ints = {403, 404})
    void whereNodesAreRefusedPodsGetWhatTheStatusRemembers(int code) {
        cluster.server.faults().answer("GET", ANY_READ, code);
        cluster.server.apply(POLICY);
        remember("dedicated");

        startedWithout(ANY_READ);

        assertThat(given(webhook)).containsExactly("dedicated");
        eventually(() ->
                assertThat(condition("NodesKnown").path("reason").asText()).isEqualTo("NotReadable"));
        assertThat(condition("NodesKnown").path("status").asText()).isEqualTo("False");
        assertThat(condition("NodesKnown").path("message").asText()).endsWith("grant list and watch of nodes");
        assertThat(remembered()).containsExactly("dedicated");
        assertThat(condition("Accepted").path("status").asText()).isEqualTo("True");

        cluster.server.node("n", ML, false, taint("gpu"));
        cluster.server.faults().heal();

        eventually(() -> assertThat(given(webhook)).containsExactly("gpu"));
        eventually(() ->
                assertThat(condition("NodesKnown").path("status").asText()).isEqualTo("True"));
    }

    @Test
    void whereNodesFailForTenSecondsEveryStatusSaysSoAndStaysUpToDate() {
        cluster.server.apply(POLICY);
        remember("dedicated");
        cluster.server.faults().answer("GET", ANY_READ, 503);
        cluster.source.start();
        eventually(() -> assertThat(cluster.policies()).containsExactly("ml"));

        cluster.pass(KindHealth.FAILING_AFTER);

        eventually(() -> assertThat(condition("NodesKnown").path("message").asText())
                .endsWith("the API server answers the list of nodes with 503"));
        assertThat(given(webhook)).containsExactly("dedicated");
        assertThat(cluster.source.isReady()).isFalse();

        cluster.server.apply("{metadata: {name: late}, spec: {match: {}}}");
        eventually(() -> assertThat(cluster.server
                        .condition("late", "Accepted")
                        .path("status")
                        .asText())
                .isEqualTo("True"));
        cluster.server.status("ml", Map.of());
        eventually(() ->
                assertThat(condition("NodesKnown").path("reason").asText()).isEqualTo("NotReadable"));
    }

    @Test
    void aPoolThatIsScaledToZeroIsRememberedAfterARestart() {
        cluster.server.node("n", ML, false, taint("dedicated"));
        cluster.server.apply(POLICY);
        started();
        eventually(() -> assertThat(remembered()).containsExactly("dedicated"));

        cluster.server.deleteNode("n");
        eventually(() ->
                assertThat(condition("NodesKnown").path("reason").asText()).isEqualTo("NoNodes"));

        assertThat(given(webhook)).containsExactly("dedicated");
        another(other -> {
            assertThat(given(WholeProgram.over(other))).containsExactly("dedicated");
            assertThat(remembered()).containsExactly("dedicated");
        });
    }

    @Test
    void anotherSelectorForgetsWhatIsRemembered() {
        cluster.server.apply(POLICY);
        remember("dedicated");
        started();
        assertThat(given(webhook)).containsExactly("dedicated");

        cluster.server.apply(POLICY.replace("pool: ml", "pool: web"));

        eventually(() -> assertThat(given(webhook)).isEmpty());
        eventually(
                () -> assertThat(cluster.server.policy("ml").at("/status/nodes").isMissingNode())
                        .isTrue());
    }

    @Test
    void ofTooManyTaintsTheLastGoodSetStaysInForceAndTheStatusSaysSo() {
        cluster.server.node("n", ML, false, taint("dedicated"));
        cluster.server.apply(POLICY);
        started();
        eventually(() -> assertThat(remembered()).containsExactly("dedicated"));

        cluster.server.node(
                "m",
                ML,
                false,
                IntStream.range(0, 33).mapToObj(i -> taint("example.com/t" + i)).toArray(Taint[]::new));

        eventually(
                () -> assertThat(condition("Accepted").path("reason").asText()).isEqualTo("TooManyTaints"));
        assertThat(given(webhook)).containsExactly("dedicated");
        assertThat(remembered()).containsExactly("dedicated");
        assertThat(cluster.metrics.get("tolerant.problems").counter().count()).isEqualTo(1);
        assertThat(cluster.gauge("tolerant.policies", "state", "rejected")).isEqualTo(1);

        cluster.server.deleteNode("m");

        eventually(
                () -> assertThat(condition("Accepted").path("status").asText()).isEqualTo("True"));
        assertThat(cluster.gauge("tolerant.policies", "state", "rejected")).isZero();
    }

    @Test
    void aTaintOfAllNodesThatThePolicyDoesNotGiveIsSaidUntilItDoes() {
        cluster.server.node("n", ML, false, taint("dedicated"), taint("other"));
        cluster.server.node("m", ML, false, taint("dedicated"), taint("other"), taint("investigating"));
        cluster.server.apply(POLICY);

        started();

        eventually(() ->
                assertThat(condition("HalfDedicated").path("status").asText()).isEqualTo("True"));
        assertThat(condition("HalfDedicated").path("message").asText())
                .contains("other:NoSchedule")
                .doesNotContain("investigating");
        assertThat(condition("Accepted").path("status").asText()).isEqualTo("True");

        cluster.server.apply(POLICY.replace("example.com/*", "example.com/*, other"));

        eventually(() -> assertThat(condition("HalfDedicated").isMissingNode()).isTrue());
        assertThat(given(webhook)).containsExactly("dedicated", "other");
    }

    @Test
    void ofTwoReplicasOneWritesWhatBothKnow() {
        cluster.server.node("n", ML, false, taint("dedicated"));
        cluster.server.apply(POLICY);
        started();
        eventually(() -> assertThat(remembered()).containsExactly("dedicated"));
        long writes = cluster.server.faults().count("PUT", STATUS);

        another(other -> {
            cluster.server.node("n", ML, false, taint("gpu"));
            eventually(() -> assertThat(given(webhook)).containsExactly("gpu"));
            eventually(() -> assertThat(given(WholeProgram.over(other))).containsExactly("gpu"));
            eventually(() -> assertThat(remembered()).containsExactly("gpu"));
        });

        assertThat(cluster.server.faults().count("PUT", STATUS)).isEqualTo(writes + 1);
    }
}
