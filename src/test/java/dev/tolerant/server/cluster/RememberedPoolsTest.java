package dev.tolerant.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

/** The taints of a pool of which no node can be seen: what is remembered of them counts. */
class RememberedPoolsTest extends PoolsFixture {

    @Test
    void untilAllNodesAreReadTheStatusIsBelieved() {
        // Given
        pools.put(ml(), remembered("ml", B));

        // When
        node("n", ML, A);
        pools.look(NodesState.UNREAD);

        // Then
        assertThat(taints()).containsExactly(B);

        // When
        pools.look(READ);

        // Then
        assertThat(taints()).containsExactly(A);
    }

    @Test
    void whereNodesAreRefusedTheStatusIsBelieved() {
        // Given
        pools.put(ml(), remembered("ml", B));

        // When
        Pools.News news = pools.look(REFUSED);

        // Then
        assertThat(news).isEqualTo(new Pools.News(Set.of("p"), false));
        assertThat(taints()).containsExactly(B);
        assertThat(state().nodes().watched()).isFalse();
    }

    @Test
    void aPoolThatIsScaledToZeroKeepsItsTaints() {
        // Given
        put(ml());
        node("n", ML, A);
        pools.look(READ);

        // When
        pools.change("n", null);
        Pools.News news = pools.look(READ);

        // Then
        assertThat(news).isEqualTo(new Pools.News(Set.of("p"), false));
        assertThat(taints()).containsExactly(A);
        assertThat(state().selected()).isFalse();
    }

    @Test
    void ofAPoolWithoutNodesTheLastWordOfAnyReplicaCounts() {
        // Given
        put(ml());
        node("n", ML, A);
        pools.look(READ);
        pools.put(ml(), remembered("ml", A));
        pools.change("n", null);
        pools.look(READ);

        // When
        boolean other = pools.put(ml(), remembered("ml", B));

        // Then
        assertThat(other).isTrue();
        assertThat(taints()).containsExactly(B);
    }

    @Test
    void aNodeSaysBetterThanTheStatus() {
        // Given
        put(ml());
        node("n", ML, A);
        pools.look(READ);

        // When
        boolean other = pools.put(ml(), remembered("ml", B));

        // Then
        assertThat(other).isFalse();
        assertThat(taints()).containsExactly(A);
    }

    @Test
    void whatWasRememberedOfOtherNodesIsForgotten() {
        // Given
        pools.put(ml(), remembered("web", B));

        // Then
        assertThat(taints()).isEmpty();

        // Given
        pools.put(ml(), remembered("ml", A));
        assertThat(taints()).containsExactly(A);

        // When
        put(policy("{selector: {matchLabels: {pool: web}}}"));

        // Then
        assertThat(taints()).isEmpty();
    }

    @Test
    void aSelectorInOtherWordsRemembersTheSame() {
        // Given
        pools.put(ml(), remembered("ml", A));

        // When
        put(policy("{selector: {matchExpressions: [{key: pool, operator: In, values: [ml]}]}, affinity: None}"));

        // Then
        assertThat(taints()).containsExactly(A);
    }

    @Test
    void whatIsIgnoredFromNowOnIsNotRemembered() {
        // Given
        pools.put(ml(), remembered("ml", A, B, noSchedule("karpenter.sh/disrupted")));
        assertThat(taints()).containsExactly(A, B);

        // When
        put(policy("{selector: {matchLabels: {pool: ml}}, ignore: [b]}"));

        // Then
        assertThat(taints()).containsExactly(A);
    }
}
