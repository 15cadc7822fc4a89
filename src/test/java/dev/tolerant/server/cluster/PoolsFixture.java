package dev.tolerant.server.cluster;

import dev.tolerant.engine.controlplane.Node;
import dev.tolerant.engine.crd.RememberedPool;
import dev.tolerant.engine.policy.LabelSelector;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.policy.PolicyFixture;
import dev.tolerant.engine.toleration.Effect;
import dev.tolerant.engine.toleration.Taint;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/** Pools of one policy, named p, and nodes that come and go. */
abstract class PoolsFixture {
    static final NodesState READ = new NodesState(true, true, false);
    static final NodesState REFUSED = new NodesState(false, false, true);
    static final Map<String, String> ML = Map.of("pool", "ml");
    static final Taint A = noSchedule("a");
    static final Taint B = noSchedule("b");

    final Pools pools = new Pools();

    static Taint noSchedule(String key) {
        return new Taint(key, "", Effect.NO_SCHEDULE);
    }

    static Policy policy(String nodes) {
        return PolicyFixture.of("{metadata: {name: p}, spec: {match: {}, nodes: " + nodes + "}}");
    }

    static Policy ml() {
        return policy("{selector: {matchLabels: {pool: ml}}}");
    }

    void put(Policy policy) {
        pools.put(policy, Optional.empty());
    }

    static Optional<RememberedPool> remembered(String pool, Taint... taints) {
        return Optional.of(new RememberedPool(new LabelSelector(Map.of("pool", pool), List.of()), List.of(taints)));
    }

    void node(String name, Map<String, String> labels, Taint... taints) {
        pools.change(name, new Node(name, labels, List.of(taints)));
    }

    PoolState state() {
        return Objects.requireNonNull(pools.of("p"));
    }

    List<Taint> taints() {
        return state().taints();
    }

    static Taint[] many(int count) {
        return IntStream.range(0, count).mapToObj(i -> noSchedule("t" + i)).toArray(Taint[]::new);
    }
}
