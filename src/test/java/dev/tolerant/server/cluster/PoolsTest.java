package dev.tolerant.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.policy.PolicyFixture;
import dev.tolerant.engine.policy.Pool;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The taints of a pool, counted as nodes come, change and go. */
class PoolsTest extends PoolsFixture {

    @Test
    void theTaintsAreThoseOfTheSelectedNodes() {
        // Given
        put(ml());

        // When
        node("n", ML, B, noSchedule("node.kubernetes.io/unschedulable"));
        node("m", ML, A, B);
        node("web", Map.of("pool", "web"), noSchedule("c"));
        Pools.News news = pools.look(READ);

        // Then
        assertThat(news).isEqualTo(new Pools.News(Set.of("p"), true));
        assertThat(taints()).containsExactly(A, B);
        assertThat(pools.over(ml()).tolerations()).hasSize(2);
    }

    @Test
    void aTaintGoesWithTheLastNodeThatHasIt() {
        // Given
        put(ml());
        node("n", ML, A, B);
        node("m", ML, A, B);
        pools.look(READ);

        // When
        node("n", ML, A);

        // Then
        assertThat(pools.look(READ).gives()).isFalse();
        assertThat(taints()).containsExactly(A, B);

        // When
        node("m", ML, A);

        // Then
        assertThat(pools.look(READ).gives()).isTrue();
        assertThat(taints()).containsExactly(A);

        // When
        node("n", Map.of("pool", "web"), B);
        pools.change("m", null);
        node("k", ML);

        // Then
        assertThat(pools.look(READ).gives()).isTrue();
        assertThat(taints()).isEmpty();
    }

    @Test
    void ofNodesOutsideThePoolNobodyHears() {
        // Given
        put(ml());
        node("n", ML, A);
        pools.look(READ);

        // When
        node("web", Map.of("pool", "web"), B);

        // Then
        assertThat(pools.look(READ)).isEqualTo(new Pools.News(Set.of(), false));
    }

    @Test
    void aPolicyThatComesAfterTheNodesKnowsThem() {
        // Given
        node("n", ML, A);
        pools.look(READ);

        // When
        put(ml());

        // Then
        assertThat(taints()).containsExactly(A);
        assertThat(state().selected()).isTrue();
    }

    @Test
    void ofTooManyTaintsTheLastGoodSetStays() {
        // Given
        put(ml());
        node("n", ML, A);
        pools.look(READ);

        // When
        node("m", ML, many(Pool.MAX_TAINTS));
        Pools.News news = pools.look(READ);

        // Then
        assertThat(news).isEqualTo(new Pools.News(Set.of("p"), false));
        assertThat(taints()).containsExactly(A);
        assertThat(state().tooMany()).isTrue();

        // When
        pools.change("n", null);

        // Then
        assertThat(pools.look(READ).gives()).isTrue();
        assertThat(taints()).hasSize(Pool.MAX_TAINTS);
        assertThat(state().tooMany()).isFalse();
    }

    @Test
    void aPolicyWithoutNodesOrWithoutAnyMoreHasNoPool() {
        // Given
        put(ml());

        // When
        put(PolicyFixture.of("{metadata: {name: p}, spec: {match: {}}}"));

        // Then
        assertThat(pools.of("p")).isNull();

        // Given
        put(ml());

        // When
        pools.forget("p");

        // Then
        assertThat(pools.of("p")).isNull();
        assertThat(pools.over(ml()).tolerations()).isEmpty();
    }
}
