package dev.tolerant.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.crd.RememberedPool;
import dev.tolerant.engine.model.KnownPool;
import dev.tolerant.engine.model.LabelSelector;
import dev.tolerant.engine.model.Node;
import dev.tolerant.engine.model.NodePool;
import dev.tolerant.engine.model.Policy;
import dev.tolerant.engine.model.PolicyFixture;
import dev.tolerant.engine.model.Pool.PoolTaints;
import dev.tolerant.engine.model.Taint;
import dev.tolerant.engine.model.Taint.Effect;
import dev.tolerant.promise.ManyTrials;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is known of pools as policies, nodes and NodePools come, change and go. */
class PoolsTest {
    private static final int TRIALS = 300;
    private static final Map<String, String> ML = Map.of("pool", "ml");
    private static final Taint A = new Taint("a", "", Effect.NO_SCHEDULE);
    private static final Taint B = new Taint("b", "", Effect.NO_SCHEDULE);
    private static final Policy POLICY = PolicyFixture.of(
            "{metadata: {name: p}, spec: {match: {}, nodes: {selector: {matchLabels: {pool: ml}}, taintKeys: [a]}}}");

    /** What one replica sees, and makes of it. */
    private static final class Replica {
        final Map<String, Node> nodes = new HashMap<>();
        final Map<String, NodePool> nodePools = new HashMap<>();
        boolean read = true;
        final Pools pools = new Pools(
                () -> new PoolSources(read ? nodes.values() : null, nodePools.values(), read, read, Optional.empty()));

        void node(String name, Map<String, String> labels, Taint... taints) {
            nodes.put(name, new Node(name, labels, List.of(taints)));
        }

        @Nullable
        PoolTaints gives() {
            return Objects.requireNonNull(pools.of("p")).pool().gives();
        }
    }

    private static Optional<RememberedPool> remembered(Taint... taints) {
        return Optional.of(
                new RememberedPool(new LabelSelector(ML, List.of()), new PoolTaints(List.of(taints), List.of())));
    }

    @Test
    void onlyPoolsOfWhichSomethingElseIsKnownAreNews() {
        Replica replica = new Replica();
        replica.pools.put(POLICY, Optional.empty());
        replica.node("n", ML, A, B);
        assertThat(replica.pools.look()).isEqualTo(new Pools.News(Set.of("p"), true));

        replica.node("m", ML, A);
        replica.node("web", Map.of("pool", "web"), B);

        assertThat(replica.pools.look()).isEqualTo(new Pools.News(Set.of("p"), false));
        assertThat(replica.pools.look()).isEqualTo(new Pools.News(Set.of(), false));
    }

    @Test
    void untilNodesAndNodePoolsAreReadTheMemoryCounts() {
        Replica replica = new Replica();
        replica.read = false;
        replica.node("n", ML);

        replica.pools.put(POLICY, remembered(A));
        replica.pools.look();

        assertThat(replica.gives()).isEqualTo(new PoolTaints(List.of(A), List.of()));
        assertThat(replica.pools.areRead()).isFalse();

        replica.read = true;

        assertThat(replica.pools.look().gives()).isTrue();
        assertThat(replica.gives()).isEqualTo(PoolTaints.NONE);
        assertThat(replica.pools.areRead()).isTrue();
    }

    @Test
    void aPolicyWithoutNodesOrWithoutAnyMoreHasNoPool() {
        Replica replica = new Replica();
        replica.pools.put(POLICY, remembered(A));

        replica.pools.put(PolicyFixture.of("{metadata: {name: p}, spec: {match: {}}}"), remembered(A));

        assertThat(replica.pools.of("p")).isNull();
        assertThat(replica.pools.over(POLICY).poolTaints()).isNull();

        replica.pools.put(POLICY, remembered(A));
        replica.pools.forget("p");

        assertThat(replica.pools.of("p")).isNull();
        assertThat(replica.pools.look()).isEqualTo(new Pools.News(Set.of(), false));
    }

    @ManyTrials
    void whatIsGivenDependsNeitherOnTheOrderOfEventsNorOnTheReplica(long seed) {
        Random random = new Random(seed);
        for (int trial = 0; trial < TRIALS; trial++) {
            List<List<Event>> histories = histories(random);

            Replica one = replica(histories, random);
            Replica other = replica(histories, random);

            KnownPool known = Objects.requireNonNull(one.pools.of("p")).pool();
            assertThat(Objects.requireNonNull(other.pools.of("p")).pool())
                    .as("-Dtolerant.seed=" + seed)
                    .isEqualTo(known);
            assertThat(one.pools.over(POLICY)).isEqualTo(POLICY.with(known));
        }
    }

    private interface Event {
        void at(Replica replica);
    }

    /** What happens to each object, one after the other: replicas see objects in any order, and may miss what is past. */
    private static List<List<Event>> histories(Random random) {
        List<List<Event>> histories = new ArrayList<>();
        histories.add(history(random, () -> {
            Optional<RememberedPool> memory = random.nextBoolean() ? Optional.empty() : remembered(some(random));
            return replica -> replica.pools.put(POLICY, memory);
        }));
        for (int i = 0; i < 3; i++) {
            String name = "o" + i;
            histories.add(history(random, () -> {
                Map<String, String> labels = random.nextInt(3) > 0 ? ML : Map.of();
                List<Taint> taints = List.of(some(random));
                return switch (random.nextInt(3)) {
                    case 0 -> replica -> replica.nodes.remove(name);
                    default -> replica -> replica.nodes.put(name, new Node(name, labels, taints));
                };
            }));
            histories.add(history(random, () -> {
                Map<String, String> labels = random.nextInt(3) == 0 ? ML : Map.of();
                List<Taint> taints = List.of(some(random));
                return switch (random.nextInt(2)) {
                    case 0 -> replica -> replica.nodePools.remove(name);
                    default ->
                        replica ->
                                replica.nodePools.put(name, new NodePool(name, labels, List.of(), taints, List.of()));
                };
            }));
        }
        return histories;
    }

    private static List<Event> history(Random random, Supplier<Event> events) {
        List<Event> history = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(3); i++) {
            history.add(events.get());
        }
        return history;
    }

    private static Taint[] some(Random random) {
        List<Taint> taints = new ArrayList<>(List.of(A, B, new Taint("a", "x", Effect.NO_EXECUTE)));
        Collections.shuffle(taints, random);
        return taints.subList(0, random.nextInt(3)).toArray(Taint[]::new);
    }

    /** Each object's events in their order, from a random one on; between any two it may look. */
    private static Replica replica(List<List<Event>> histories, Random random) {
        List<List<Event>> left = new ArrayList<>();
        histories.forEach(
                history -> left.add(new ArrayList<>(history.subList(random.nextInt(history.size()), history.size()))));
        Replica replica = new Replica();
        while (!left.isEmpty()) {
            List<Event> next = left.get(random.nextInt(left.size()));
            next.remove(0).at(replica);
            if (next.isEmpty()) {
                left.remove(next);
            }
            if (random.nextInt(3) == 0) {
                replica.pools.look();
            }
        }
        replica.pools.look();
        return replica;
    }
}
