package dev.tolerant.promise;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.policy.KnownPool;
import dev.tolerant.engine.policy.NodePool;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.policy.Pool;
import dev.tolerant.engine.policy.Pool.PoolTaints;
import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.testing.ManyTrials;
import dev.tolerant.testing.PodReview;
import dev.tolerant.testing.RandomWorld;
import dev.tolerant.testing.WholeProgram;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Whatever nodes and NodePools there are, and whatever is remembered of them: what a pool never gives. */
class PoolPropertyTest {
    private static final int TRIALS = 500;
    private static final List<String> KEYS = List.of("a", "b", "example.com/c", "example.com/d", "investigating");
    private static final Map<String, String> ML = Map.of("pool", "ml");

    @ManyTrials
    void noTolerationIsGivenOfAKeyThatNeitherThePolicyNorANodePoolNames(long seed) {
        RandomWorld world = new RandomWorld(seed);
        for (int trial = 0; trial < TRIALS; trial++) {
            Policy policy = world.compiled("known-policy").get(0);
            Pool pool = Objects.requireNonNull(policy.pool());
            List<NodePool> nodePools = nodePools(world);
            PoolTaints memory = world.oneIn(2) ? null : new PoolTaints(taints(world), taints(world));
            Set<String> named = new HashSet<>();
            KEYS.stream().filter(key -> isNamed(key, pool.taintKeys())).forEach(named::add);
            nodePools.forEach(each -> each.taints().forEach(taint -> named.add(taint.key())));
            if (memory != null) {
                memory.declared().forEach(taint -> named.add(taint.key()));
            }

            KnownPool known = KnownPool.of(
                    pool,
                    world.oneIn(5) ? null : nodes(world),
                    world.oneIn(5) ? null : nodePools,
                    new Pool.Memory(memory, Map.of()));

            assertThat(policy.with(known).tolerations())
                    .as("-Dtolerant.seed=" + seed)
                    .extracting(Toleration::key)
                    .isSubsetOf(named);
        }
    }

    @ManyTrials
    void aPoolThatIsNotKnownChangesNothingInAnyPod(long seed) {
        RandomWorld world = new RandomWorld(seed);
        WholeProgram without = WholeProgram.with(Map.of(), List.of());
        for (int trial = 0; trial < TRIALS; trial++) {
            Policy policy = world.compiled("known-policy").get(0);
            List<Node> others = nodes(world).stream()
                    .filter(node -> !node.labels().equals(ML))
                    .toList();
            KnownPool known = KnownPool.of(Objects.requireNonNull(policy.pool()), others, List.of(), Pool.Memory.NONE);
            JsonNode review = PodReview.pod(world.text("asking-pod")).creation();

            WholeProgram.Answer answer =
                    WholeProgram.with(Map.of(), List.of(policy.with(known))).ask(review);

            assertThat((JsonNode) answer.patch())
                    .as("-Dtolerant.seed=" + seed)
                    .isEqualTo(without.ask(review).patch());
            assertThat(answer.response().path("warnings").toString())
                    .contains("gives nothing of its pool: spec.nodes selects no node");
        }
    }

    private static boolean isNamed(String key, Collection<String> taintKeys) {
        return taintKeys.stream()
                .anyMatch(name -> name.equals(key) || (name.equals("example.com/*") && key.startsWith("example.com/")));
    }

    private static List<Node> nodes(RandomWorld world) {
        List<Node> nodes = new ArrayList<>();
        for (int i = 0; i < world.random().nextInt(4); i++) {
            nodes.add(new Node("n" + i, world.oneIn(4) ? Map.of() : ML, taints(world)));
        }
        return nodes;
    }

    private static List<NodePool> nodePools(RandomWorld world) {
        List<NodePool> nodePools = new ArrayList<>();
        for (int i = 0; i < world.random().nextInt(3); i++) {
            nodePools.add(new NodePool("p" + i, world.oneIn(2) ? Map.of() : ML, List.of(), taints(world), List.of()));
        }
        return nodePools;
    }

    private static List<Taint> taints(RandomWorld world) {
        return RandomWorld.taints(world.make("known-taints"));
    }
}
