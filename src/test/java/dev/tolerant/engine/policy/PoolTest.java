package dev.tolerant.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.policy.Pool.PoolTaints;
import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.testing.PolicyFixture;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said of a pool beside what it gives. */
class PoolTest {
    private static final Map<String, String> ML = Map.of("pool", "ml");
    private static final Taint DEDICATED = noSchedule("dedicated", "ml");
    private static final Taint GPU = noSchedule("nvidia.com/gpu", "");

    private static Policy policy(String rest) {
        return PolicyFixture.of(
                "{metadata: {name: p}, spec: {match: {}, nodes: {selector: {matchLabels: {pool: ml}}, " + rest + "}}");
    }

    private static KnownPool known(Policy policy, Node... nodes) {
        return KnownPool.of(Objects.requireNonNull(policy.pool()), List.of(nodes), List.of(), Pool.Memory.NONE);
    }

    private static Node node(String name, Taint... taints) {
        return new Node(name, ML, List.of(taints));
    }

    private static Taint noSchedule(String key, String value) {
        return new Taint(key, value, Effect.NO_SCHEDULE);
    }

    @Test
    void theTolerationsAreExactAndTheNodesRequired() {
        Policy written = PolicyFixture.of(
                "{metadata: {name: p}, spec: {match: {}, nodes: {selector: {matchLabels: {pool: ml, a: b}, matchExpressions:"
                        + " [{key: c, operator: Exists}]}, taintKeys: [dedicated, nvidia.com/gpu]}}}");

        Policy policy = written.with(known(
                written,
                new Node("n", Map.of("pool", "ml", "a", "b", "c", "d"), List.of(GPU, DEDICATED)),
                node("another", noSchedule("dedicated", "web"))));

        assertThat(policy.tolerations())
                .extracting(Toleration::toString)
                .containsExactly("dedicated=ml:NoSchedule", "nvidia.com/gpu:NoSchedule op=Equal");
        assertThat(policy.requiredNodeAffinity()).hasToString("[a in (b), pool in (ml), c]");
    }

    @Test
    void aWishOfTheSchedulerDoesNotCount() {
        Policy policy = policy("taintKeys: [dedicated]}");

        assertThat(known(policy, node("n", new Taint("dedicated", "", Effect.PREFER_NO_SCHEDULE)))
                        .gives())
                .isEqualTo(PoolTaints.NONE);
    }

    @Test
    void aTaintThatAllNodesHaveAndThePolicyDoesNotGiveIsNamed() {
        Policy policy = policy("taintKeys: [dedicated]}");
        KnownPool known = known(
                policy,
                node("n", DEDICATED, GPU, noSchedule("node.kubernetes.io/unschedulable", "")),
                node("m", DEDICATED, GPU, noSchedule("investigating", "alice")));

        assertThat(known.missingTolerations(policy.with(known)::gives))
                .isEqualTo(
                        "every node that spec.nodes selects has nvidia.com/gpu:NoSchedule, which the policy does not give:"
                                + " if it is the pool's, add its key to spec.nodes.taintKeys, unless another rule gives it");
    }

    /** A pod that tolerated it would run on a node that somebody keeps free on purpose. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "readiness.k8s.io/network",
                "karpenter.sh/disrupted",
                "ToBeDeletedByClusterAutoscaler",
                "startup-taint.cluster-autoscaler.kubernetes.io/gpu",
                "aws-node-termination-handler/spot-itn",
                "node.cilium.io/agent-not-ready",
                "s3.csi.aws.com/agent-not-ready",
                "other.example.com/agent-not-ready",
                "karpenter.sh/disruption",
                "node.cluster.x-k8s.io/uninitialized",
                "node.cluster.x-k8s.io/outdated-revision",
                "remediator.kubernetes.azure.com/unschedulable",
                "NodeWithImpairedVolumes",
                "cni.istio.io/not-ready",
                "medik8s.io/remediation",
                "weave.works/kured-node-reboot",
                "declared-as-a-startup-taint"
            })
    void aTaintThatPassesIsNeverNamed(String key) {
        Policy policy = policy("taintKeys: [dedicated]}");
        NodePool nodePool = new NodePool(
                "ml",
                Map.of("pool", "ml"),
                List.of(),
                List.of(),
                List.of(noSchedule("declared-as-a-startup-taint", "")));
        KnownPool known = KnownPool.of(
                Objects.requireNonNull(policy.pool()),
                List.of(node("n", DEDICATED, noSchedule(key, "")), node("m", DEDICATED, noSchedule(key, ""))),
                List.of(nodePool),
                Pool.Memory.NONE);

        assertThat(known.missingTolerations(policy.with(known)::gives)).isNull();
    }

    @Test
    void theTaintOfWindowsNodesIsAPoolsAndNoMarkOfACondition() {
        Policy policy = policy("taintKeys: [node.kubernetes.io/os], affinity: None}");
        Taint windows = noSchedule("node.kubernetes.io/os", "windows");
        Node node = node("n", windows, noSchedule("node.kubernetes.io/memory-pressure", ""));

        assertThat(Objects.requireNonNull(known(policy, node).gives()).all()).containsExactly(windows);
    }

    @Test
    void aTaintThatThePolicyGivesByHandIsNotMissing() {
        Policy policy = policy("taintKeys: [dedicated]}, tolerations: [{key: nvidia.com/gpu, operator: Exists}]");
        KnownPool known = known(policy, node("n", DEDICATED, GPU));

        assertThat(known.missingTolerations(policy.with(known)::gives)).isNull();
    }

    @Test
    void anEarlierVersionOverTheSameNodesIsRemembered() {
        Policy before = policy("taintKeys: [dedicated]}");
        Policy known = before.with(known(before, node("n", DEDICATED)));
        Policy other = PolicyFixture.of("{metadata: {name: p}, spec: {match: {}, nodes: {selector: {matchExpressions:"
                + " [{key: pool, operator: In, values: [ml]}]}, taintKeys: [], affinity: None}}}");
        Policy moved =
                PolicyFixture.of("{metadata: {name: p}, spec: {match: {}, nodes: {selector: {matchLabels: {pool: web}},"
                        + " taintKeys: [dedicated]}}}");

        assertThat(known.memory(Objects.requireNonNull(other.pool())).taints()).isEqualTo(known.poolTaints());
        assertThat(known.memory(Objects.requireNonNull(moved.pool()))).isEqualTo(Pool.Memory.NONE);
    }
}
