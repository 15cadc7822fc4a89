package dev.tolerant.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.core.controlplane.Node;
import dev.tolerant.core.policy.LabelSelector;
import dev.tolerant.core.policy.Policy;
import dev.tolerant.core.policy.PolicyFixture;
import dev.tolerant.core.policy.Pool;
import dev.tolerant.core.toleration.Effect;
import dev.tolerant.core.toleration.Taint;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The taints of a pool: counted as nodes come and go, remembered when none is left. */
class PoolsTest {
    private static final NodesState READ = new NodesState(true, true, false);
    private static final NodesState REFUSED = new NodesState(false, false, true);
    private static final Map<String, String> ML = Map.of("pool", "ml");
    private static final Taint A = noSchedule("a");
    private static final Taint B = noSchedule("b");

    private final Pools pools = new Pools();

    private static Taint noSchedule(String key) {
        return new Taint(key, "", Effect.NO_SCHEDULE);
    }

    private static Policy policy(String nodes) {
        return PolicyFixture.of("{metadata: {name: p}, spec: {match: {}, nodes: " + nodes + "}}");
    }

    private static Policy ml() {
        return policy("{selector: {matchLabels: {pool: ml}}}");
    }

    private void put(Policy policy) {
        pools.put(policy, Optional.empty());
    }

    private static Optional<RememberedPool> remembered(String pool, Taint... taints) {
        return Optional.of(new RememberedPool(new LabelSelector(Map.of("pool", pool), List.of()), List.of(taints)));
    }

    private void node(String name, Map<String, String> labels, Taint... taints) {
        pools.change(name, new Node(name, labels, List.of(taints)));
    }

    private PoolState state() {
        return Objects.requireNonNull(pools.of("p"));
    }

    private List<Taint> taints() {
        return state().taints();
    }

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
        assertThat(state().isCurrent()).isTrue();
    }

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
        assertThat(state().isCurrent()).isFalse();
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

    private static Taint[] many(int count) {
        return IntStream.range(0, count).mapToObj(i -> noSchedule("t" + i)).toArray(Taint[]::new);
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
