package dev.tolerant.server.keeper;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.fge.jsonpatch.JsonPatch;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.review.PodReader;
import dev.tolerant.engine.standing.PolicySet;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.observed.stored.Judgement;
import dev.tolerant.observed.stored.Judgement.PodState;
import dev.tolerant.observed.taints.TaintRules.EvictionTime;
import dev.tolerant.testing.ManyTrials;
import dev.tolerant.testing.RandomWorld;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Promise 9: no pod leaves sooner or later for a taint that is there when it is patched. */
class DeparturePropertyTest {
    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
    private static final int CLUSTERS = 30;
    private static final int PODS = 50;

    /** What a trial must have shown often enough for the property to mean something. */
    private enum Outcome {
        PATCHED_WITHOUT_A_TAINT,
        PATCHED_ALTHOUGH_TAINTED,
        PATCHED_ALTHOUGH_TOLERATED_FOR_GOOD,
        PATCHED_BEFORE_IT_HAS_A_NODE,
        WAITS_FOR_A_TAINT,
        WAITS_FOR_ONE_TAINT_OF_SEVERAL,
        WAITS_FOR_ITS_NODE,
        NEEDS_NOTHING
    }

    @ManyTrials
    void noPodLeavesSoonerOrLaterForATaintThatIsThereWhenItIsPatched(long seed) throws Exception {
        Map<Outcome, Integer> seen = new TreeMap<>();
        RandomWorld world = new RandomWorld(seed);
        try (KeeperFixture keeper = new KeeperFixture()) {
            for (int i = 0; i < CLUSTERS; i++) {
                List<Policy> policies = world.compiled("evicting-policies");
                keeper.policies(PolicySet.of(policies));
                KeeperJudge judge = keeper.judge(settings(world));
                for (int j = 0; j < PODS; j++) {
                    ObjectNode pod = pod(world);
                    Map<Taint, Instant> taints = taints(world);
                    keeper.nodes.clear();
                    keeper.node("tainted", taints.keySet().toArray(new Taint[0]));
                    keeper.node("free");
                    Judgement wanted = judgement(judge, pod, "free");

                    for (String node : List.of("tainted", "unknown", "")) {
                        Judgement judgement = judgement(judge, pod, node);

                        Map<Taint, Instant> there = node.equals("tainted") ? taints : Map.of();
                        String story = "-Dtolerant.seed=" + seed + "\npolicies " + policies + "\nnode '" + node + "' "
                                + there + "\npod " + pod + "\nwanted " + wanted + "\nverdict " + judgement;
                        Outcome outcome = outcome(pod, node, there, wanted, judgement, story);
                        seen.merge(outcome, 1, Integer::sum);
                    }
                }
            }
        }
        for (Outcome outcome : Outcome.values()) {
            assertThat(seen.getOrDefault(outcome, 0))
                    .as("%s with -Dtolerant.seed=%d", outcome, seed)
                    .isGreaterThan(20);
        }
    }

    private static String[] settings(RandomWorld world) {
        return world.texts("evicting-settings").entrySet().stream()
                .flatMap(setting -> Stream.of(setting.getKey(), setting.getValue()))
                .toArray(String[]::new);
    }

    /** A pod without a node. Some of its tolerations are its author's or were given before, others the API server's. */
    private static ObjectNode pod(RandomWorld world) {
        return StoredPodFixture.pod("shop", "web", pod -> {
            ((ObjectNode) pod.at("/metadata/labels")).set("app", world.make("stored-app"));
            ArrayNode tolerations = (ArrayNode) pod.at("/spec/tolerations");
            if (!world.oneIn(3)) {
                tolerations.removeAll();
            }
            tolerations.addAll(world.list("evicted-tolerations"));
        });
    }

    /** Taints, mostly NoExecute, each with the second at which the node got it. */
    private static Map<Taint, Instant> taints(RandomWorld world) {
        Map<Taint, Instant> taints = new HashMap<>();
        for (Taint taint : RandomWorld.taints(world.make("evicting-taints"))) {
            taints.put(taint, NOW.minusSeconds(world.random().nextInt(1000)));
        }
        return taints;
    }

    private static Judgement judgement(KeeperJudge judge, ObjectNode pod, String node) {
        ObjectNode there = pod.deepCopy();
        if (!node.isEmpty()) {
            StoredPodFixture.on(node, there);
        }
        return judge.judge(there.toString().getBytes(UTF_8)).judgement();
    }

    /**
     * Checks the judgement against what the pod would get on a node without taints.
     *
     * @param there the taints of the node, each with the second at which it was put there
     */
    private static Outcome outcome(
            ObjectNode pod, String node, Map<Taint, Instant> there, Judgement wanted, Judgement judgement, String story)
            throws Exception {
        if (!(wanted instanceof Judgement.Change change)) {
            assertThat(judgement).as(story).isEqualTo(wanted);
            return Outcome.NEEDS_NOTHING;
        }
        if (node.equals("unknown")) {
            assertThat(judgement.state()).as(story).isEqualTo(PodState.WAITING);
            return Outcome.WAITS_FOR_ITS_NODE;
        }
        List<Toleration> before = tolerations(pod);
        List<Toleration> after = tolerations(patched(pod, change));
        List<Taint> timedAnew = there.keySet().stream()
                .filter(taint -> !leaves(before, taint, there).equals(leaves(after, taint, there)))
                .toList();
        if (!timedAnew.isEmpty()) {
            assertThat(judgement.state()).as(story).isEqualTo(PodState.WAITING);
            return isSameForAll(before, after, there.keySet())
                    ? Outcome.WAITS_FOR_ONE_TAINT_OF_SEVERAL
                    : Outcome.WAITS_FOR_A_TAINT;
        }
        assertThat(judgement).as(story).isInstanceOf(Judgement.Change.class);
        assertThat(tolerations(patched(pod, (Judgement.Change) judgement)))
                .as(story)
                .isEqualTo(after);
        return patchedWhile(node, before, there.keySet());
    }

    private static Outcome patchedWhile(String node, List<Toleration> before, Collection<Taint> there) {
        if (node.isEmpty()) {
            return Outcome.PATCHED_BEFORE_IT_HAS_A_NODE;
        }
        List<Taint> evicting = there.stream()
                .filter(taint -> taint.effect() == Effect.NO_EXECUTE)
                .toList();
        if (evicting.isEmpty()) {
            return Outcome.PATCHED_WITHOUT_A_TAINT;
        }
        return EvictionTime.of(before, evicting).never()
                ? Outcome.PATCHED_ALTHOUGH_TOLERATED_FOR_GOOD
                : Outcome.PATCHED_ALTHOUGH_TAINTED;
    }

    /** Whether the pod leaves at the same second as long as all taints stay, and only a removal of one shows the change. */
    private static boolean isSameForAll(List<Toleration> before, List<Toleration> after, Collection<Taint> there) {
        List<Taint> all = List.copyOf(there);
        return EvictionTime.of(before, all).equals(EvictionTime.of(after, all));
    }

    /** When the pod leaves for this taint alone; {@code Instant.MAX} for never. */
    private static Instant leaves(List<Toleration> tolerations, Taint taint, Map<Taint, Instant> there) {
        EvictionTime time = EvictionTime.of(tolerations, List.of(taint));
        return time.never()
                ? Instant.MAX
                : there.getOrDefault(taint, Instant.MIN).plusSeconds(time.afterSeconds());
    }

    private static ObjectNode patched(ObjectNode pod, Judgement.Change change) throws Exception {
        return (ObjectNode) PodServer.JSON.readTree(JsonPatch.fromJson(PodServer.JSON.readTree(change.patch()))
                .apply(pod)
                .toString());
    }

    private static List<Toleration> tolerations(ObjectNode pod) throws Exception {
        return PodReader.stored(pod.toString().getBytes(UTF_8)).pod().tolerations();
    }
}
