package dev.tolerant.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.crd.PolicyCompiler.Compiled;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the leader writes of a pool's nodes into the policy's status, and what it leaves as another has written it. */
class PoolStatusTest extends PolicyStatusFixture {

    @Test
    void theTaintsOfSelectedNodesAreRemembered() {
        // When
        writes(POOL, pool(POOL, READ, true, false, A, B));

        // Then
        assertCondition("NodesKnown", "True", "Read");
        assertThat(stored.at("/nodes/selector/matchLabels/pool").asText()).isEqualTo("ml");
        assertThat(remembered())
                .containsExactly(
                        "{\"key\":\"a\",\"value\":\"x\",\"effect\":\"NoSchedule\"}",
                        "{\"key\":\"b\",\"effect\":\"NoExecute\"}");

        // Then
        assertThat(writes(replica(), compiled(POOL), pool(POOL, READ, true, false, A, B)))
                .isFalse();
    }

    @Test
    void theTaintsStayWhileNoNodeIsSelected() {
        // Given
        writes(POOL, pool(POOL, READ, true, false, A));

        // When
        writes(POOL, pool(POOL, READ, false, false, A));

        // Then
        assertCondition("NodesKnown", "True", "NoNodes");
        assertThat(remembered()).hasSize(1);
    }

    @Test
    void theyGoWithTheSelector() {
        // Given
        writes(POOL, pool(POOL, READ, true, false, A));
        String other = POOL.replace("pool: ml", "pool: web");
        generation = 2;

        // When
        writes(other, pool(other, READ, false, false));

        // Then
        assertThat(stored.has("nodes")).isFalse();
        assertThat(condition("NodesKnown").path("message").asText()).contains("none has had them");
    }

    @Test
    void theyGoWithTheNodesOfThePolicyAndStayWithAVersionThatCannotBeUsed() {
        // Given
        writes(POOL, pool(POOL, READ, true, false, A));

        // When
        writes(status, new Compiled(null, List.of()), null);

        // Then
        assertThat(remembered()).hasSize(1);

        // When
        writes(PLAIN, null);

        // Then
        assertThat(stored.has("nodes")).isFalse();
        assertThat(condition("NodesKnown").isMissingNode()).isTrue();
    }

    @Test
    void whereNodesAreRefusedTheWayOutIsSaidAndWhatIsRememberedStays() {
        // Given
        writes(POOL, pool(POOL, READ, true, false, A));

        // When
        writes(replica(), compiled(POOL), pool(POOL, REFUSED, false, false, A));

        // Then
        assertCondition("NodesKnown", "False", "NotReadable");
        assertThat(condition("NodesKnown").path("message").asText()).endsWith("grant list and watch of nodes");
        assertThat(remembered()).hasSize(1);
        assertCondition("Accepted", "True", "Valid");
    }

    @Test
    void aLeaderThatDoesNotKnowTheNodesOfThisMomentSaysNothingOfThem() {
        // Given
        writes(POOL, pool(POOL, READ, true, true, A));
        assertCondition("Accepted", "False", "TooManyTaints");

        // Then
        assertThat(writes(replica(), compiled(POOL), pool(POOL, NodesState.UNREAD, false, false)))
                .isFalse();
        assertThat(writes(replica(), compiled(POOL), pool(POOL, DOWN, true, false, B)))
                .isFalse();
    }

    @Test
    void tooManyTaintsAreSaidAndTheLastGoodSetIsRemembered() {
        // When
        writes(POOL, pool(POOL, READ, true, true, A));

        // Then
        assertCondition("Accepted", "False", "TooManyTaints");
        assertThat(condition("Accepted").path("message").asText())
                .contains("more than 32 different taints", "spec.nodes.ignore", "the policy stays in use");
        assertThat(remembered()).hasSize(1);

        // When
        writes(POOL, pool(POOL, READ, true, false, A, B));

        // Then
        assertCondition("Accepted", "True", "Valid");
    }
}
