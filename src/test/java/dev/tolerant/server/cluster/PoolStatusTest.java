package dev.tolerant.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.crd.PolicyReader.CheckedPolicy;
import dev.tolerant.engine.policy.KnownPool;
import dev.tolerant.engine.policy.Pool;
import dev.tolerant.engine.policy.Pool.PoolTaints;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.server.cluster.PolicyStatus.PoolState;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the leader writes of a pool's nodes into the policy's status, and what it leaves as another has written it. */
class PoolStatusTest extends PolicyStatusFixture {

    @Test
    void theTaintsOfSelectedNodesAreRemembered() {
        writes(POOL, pool(POOL, READ, true, false, A, B));

        assertCondition("NodesKnown", "True", "Read");
        assertThat(stored.at("/nodes/selector/matchLabels/pool").asText()).isEqualTo("ml");
        assertThat(remembered())
                .containsExactly(
                        "{\"key\":\"a\",\"value\":\"x\",\"effect\":\"NoSchedule\"}",
                        "{\"key\":\"b\",\"effect\":\"NoExecute\"}");

        assertThat(writes(replica(), compiled(POOL), pool(POOL, READ, true, false, A, B)))
                .isFalse();
    }

    @Test
    void theTaintsStayWhileNoNodeIsSelected() {
        writes(POOL, pool(POOL, READ, true, false, A));

        writes(POOL, pool(POOL, READ, false, false, A));

        assertCondition("NodesKnown", "True", "NoNodes");
        assertThat(remembered()).hasSize(1);
    }

    @Test
    void theyGoWithTheSelector() {
        writes(POOL, pool(POOL, READ, true, false, A));
        String other = POOL.replace("pool: ml", "pool: web");
        generation = 2;

        writes(other, pool(other, READ, false, false));

        assertThat(stored.has("nodes")).isFalse();
        assertCondition("NodesKnown", "False", "NoNodesYet");
    }

    @Test
    void theyGoWithTheNodesOfThePolicyAndStayWithAVersionThatCannotBeUsed() {
        writes(POOL, pool(POOL, READ, true, false, A));

        writes(status, new CheckedPolicy(null, List.of()), null);

        assertThat(remembered()).hasSize(1);

        writes(PLAIN, null);

        assertThat(stored.has("nodes")).isFalse();
        assertThat(condition("NodesKnown").isMissingNode()).isTrue();
    }

    @Test
    void whereNodesAreRefusedTheWayOutIsSaidAndWhatIsRememberedStays() {
        writes(POOL, pool(POOL, READ, true, false, A));

        writes(replica(), compiled(POOL), pool(POOL, REFUSED, false, false, A));

        assertCondition("NodesKnown", "False", "NotReadable");
        assertThat(condition("NodesKnown").path("message").asText()).endsWith("grant list and watch of nodes");
        assertThat(remembered()).hasSize(1);
        assertCondition("Accepted", "True", "Valid");
    }

    @Test
    void whereNodesAreRefusedAndNothingIsRememberedPodsAreNotSaidToGetAnything() {
        writes(POOL, pool(POOL, REFUSED, false, false));

        assertCondition("NodesKnown", "False", "NotReadable");
        assertThat(condition("NodesKnown").path("message").asText())
                .contains("pods get neither the pool's tolerations nor its affinity")
                .endsWith("grant list and watch of nodes");
    }

    @Test
    void ofTooManyTaintsPodsAreNotSaidToTolerateThoseOfTheNodes() {
        writes(POOL, pool(POOL, READ, true, true));

        assertCondition("NodesKnown", "True", "TooManyTaints");
        assertThat(condition("NodesKnown").path("message").asText()).contains("more than 32 different taints");
    }

    @Test
    void aLeaderThatDoesNotKnowTheNodesOfThisMomentSaysNothingOfThem() {
        writes(POOL, pool(POOL, READ, true, true, A));
        assertCondition("Accepted", "False", "TooManyTaints");

        assertThat(writes(replica(), compiled(POOL), pool(POOL, DOWN, false, false)))
                .isFalse();
        assertThat(writes(replica(), compiled(POOL), pool(POOL, DOWN, true, false, B)))
                .isFalse();
    }

    @Test
    void aPoolThatWasNeverKnownIsSaidToBeThat() {
        writes(POOL, pool(POOL, READ, false, false));

        assertCondition("Accepted", "True", "Valid");
        assertCondition("NodesKnown", "False", "NoNodesYet");
        assertThat(condition("NodesKnown").path("message").asText())
                .contains("neither its tolerations nor its affinity", "check spec.nodes.selector");
        assertThat(stored.has("nodes")).isFalse();
    }

    @Test
    void whatNodePoolsDeclareIsRememberedForItself() {
        Pool pool = Objects.requireNonNull(
                Objects.requireNonNull(compiled(POOL).policy()).pool());
        KnownPool known =
                new KnownPool(pool, true, true, false, new PoolTaints(List.of(A), List.of(B)), List.of(), null);

        writes(POOL, new PoolState(known, true, Optional.empty()));

        assertThat(remembered()).hasSize(1);
        assertThat(stored.at("/nodes/nodePoolTaints").toString())
                .isEqualTo("[{\"key\":\"b\",\"effect\":\"NoExecute\"}]");

        assertThat(writes(replica(), compiled(POOL), new PoolState(known, true, Optional.empty())))
                .isFalse();
    }

    @Test
    void aTaintOfAllNodesThatThePolicyDoesNotGiveIsSaid() {
        Pool pool = Objects.requireNonNull(
                Objects.requireNonNull(compiled(POOL).policy()).pool());
        Taint gpu = new Taint("nvidia.com/gpu", "", Effect.NO_SCHEDULE);

        writes(
                POOL,
                new PoolState(
                        new KnownPool(pool, true, true, false, PoolTaints.NONE, List.of(gpu), null),
                        true,
                        Optional.empty()));

        assertCondition("HalfDedicated", "True", "OneSideOnly");
        assertThat(condition("HalfDedicated").path("message").asText()).contains("nvidia.com/gpu:NoSchedule");

        writes(POOL, pool(POOL, READ, true, false, A));

        assertThat(condition("HalfDedicated").isMissingNode()).isTrue();
    }

    @Test
    void tooManyTaintsAreSaidAndTheLastGoodSetIsRemembered() {
        writes(POOL, pool(POOL, READ, true, true, A));

        assertCondition("Accepted", "False", "TooManyTaints");
        assertThat(condition("Accepted").path("message").asText())
                .contains(
                        "more than 32 different taints", "spec.nodes.taintKeys", "the last set that was small enough");
        assertThat(remembered()).hasSize(1);

        writes(POOL, pool(POOL, READ, true, false, A, B));

        assertCondition("Accepted", "True", "Valid");
    }

    @Test
    void logAndMetricSayWhatTheConditionSaysAlsoWhileTheNodesOfThisMomentAreNotKnown() {
        writes(POOL, pool(POOL, READ, true, true, A));
        PolicyStatus unclear = report(compiled(POOL), pool(POOL, DOWN, false, false, A));

        assertThat(unclear.isUsable()).isFalse();
        assertThat(unclear.complaints(true))
                .containsExactly("TolerationPolicy p: "
                        + condition("Accepted").path("message").asText());

        writes(POOL, pool(POOL, READ, true, false, A));

        assertThat(report(compiled(POOL), pool(POOL, READ, true, false, A)).isUsable())
                .isTrue();
    }
}
