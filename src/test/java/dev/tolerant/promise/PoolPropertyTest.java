package dev.tolerant.promise;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.model.KnownPool;
import dev.tolerant.engine.model.Node;
import dev.tolerant.engine.model.NodePool;
import dev.tolerant.engine.model.Policy;
import dev.tolerant.engine.model.PolicyFixture;
import dev.tolerant.engine.model.Pool.PoolTaints;
import dev.tolerant.engine.model.Taint;
import dev.tolerant.engine.model.Taint.Effect;
import dev.tolerant.engine.model.Toleration;
import dev.tolerant.server.webhook.PodReview;
import dev.tolerant.server.webhook.Webhook;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;

/** Whatever nodes and NodePools there are, and whatever is remembered of them: what a pool never gives. */
class PoolPropertyTest {
    private static final int TRIALS = 500;
    private static final List<String> KEYS = List.of("a", "b", "example.com/c", "example.com/d", "investigating");
    private static final List<String> TAINT_KEYS =
            List.of("[]", "[a]", "[a, b]", "[example.com/*]", "[a, example.com/d]");
    private static final Map<String, String> ML = Map.of("pool", "ml");

    @ManyTrials
    void noTolerationIsGivenOfAKeyThatNeitherThePolicyNorANodePoolNames(long seed) {
        Random random = new Random(seed);
        for (int trial = 0; trial < TRIALS; trial++) {
            String taintKeys = pick(random, TAINT_KEYS);
            Policy policy = policy(random, taintKeys);
            List<NodePool> nodePools = nodePools(random);
            PoolTaints memory = random.nextBoolean() ? null : new PoolTaints(taints(random), taints(random));
            Set<String> named = new HashSet<>();
            KEYS.stream().filter(key -> isNamed(key, taintKeys)).forEach(named::add);
            nodePools.forEach(each -> each.taints().forEach(taint -> named.add(taint.key())));
            if (memory != null) {
                memory.declared().forEach(taint -> named.add(taint.key()));
            }

            KnownPool known = KnownPool.of(
                    Objects.requireNonNull(policy.pool()),
                    random.nextInt(5) == 0 ? null : nodes(random),
                    random.nextInt(5) == 0 ? null : nodePools,
                    memory);

            assertThat(policy.with(known).tolerations())
                    .as("-Dtolerant.seed=" + seed)
                    .extracting(Toleration::key)
                    .isSubsetOf(named);
        }
    }

    @ManyTrials
    void aPoolThatIsNotKnownChangesNothingInAnyPod(long seed) {
        Random random = new Random(seed);
        NodePolicyGenerator pods = new NodePolicyGenerator(random);
        Webhook without = Webhook.with(Map.of(), List.of());
        for (int trial = 0; trial < TRIALS; trial++) {
            Policy policy = policy(random, pick(random, TAINT_KEYS));
            List<Node> others = nodes(random).stream()
                    .filter(node -> !node.labels().equals(ML))
                    .toList();
            KnownPool known = KnownPool.of(Objects.requireNonNull(policy.pool()), others, List.of(), null);
            JsonNode review = PodReview.pod(pods.pod()).creation();

            Webhook.Answer answer =
                    Webhook.with(Map.of(), List.of(policy.with(known))).ask(review);

            assertThat((JsonNode) answer.patch())
                    .as("-Dtolerant.seed=" + seed)
                    .isEqualTo(without.ask(review).patch());
            assertThat(answer.response().path("warnings").toString())
                    .contains("gives nothing of its pool: spec.nodes selects no node");
        }
    }

    private static Policy policy(Random random, String taintKeys) {
        return PolicyFixture.of(
                "{metadata: {name: p}, spec: {match: {}, nodes: {selector: {matchLabels: {pool: ml}}, taintKeys: "
                        + taintKeys + ", affinity: " + pick(random, List.of("Required", "Preferred", "None")) + "}}}");
    }

    private static boolean isNamed(String key, String taintKeys) {
        return List.of(taintKeys.substring(1, taintKeys.length() - 1).split(", ")).stream()
                .anyMatch(name -> name.equals(key) || (name.equals("example.com/*") && key.startsWith("example.com/")));
    }

    private static List<Node> nodes(Random random) {
        List<Node> nodes = new ArrayList<>();
        for (int i = 0; i < random.nextInt(4); i++) {
            nodes.add(new Node("n" + i, random.nextInt(4) == 0 ? Map.of() : ML, taints(random)));
        }
        return nodes;
    }

    private static List<NodePool> nodePools(Random random) {
        List<NodePool> nodePools = new ArrayList<>();
        for (int i = 0; i < random.nextInt(3); i++) {
            nodePools.add(
                    new NodePool("p" + i, random.nextBoolean() ? Map.of() : ML, List.of(), taints(random), List.of()));
        }
        return nodePools;
    }

    private static List<Taint> taints(Random random) {
        List<Taint> taints = new ArrayList<>();
        for (int i = 0; i < random.nextInt(4); i++) {
            taints.add(new Taint(
                    pick(random, KEYS),
                    random.nextBoolean() ? "" : "x",
                    random.nextInt(3) == 0 ? Effect.NO_EXECUTE : Effect.NO_SCHEDULE));
        }
        return taints;
    }

    private static <T> T pick(Random random, List<T> from) {
        return from.get(random.nextInt(from.size()));
    }
}
