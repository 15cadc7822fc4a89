package dev.tolerant.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Policies that dedicate a pool only halfway. */
class HalfDedicatedTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{key: dedicated, operator: Exists} | {key: dedicated, operator: Exists}",
                "{key: dedicated, value: ml} | {key: dedicated, operator: In, values: [ml]}",
                // The policy tolerates every taint, including the pool's.
                "{operator: Exists} | {key: dedicated, operator: Exists}",
                // Kubernetes' own keys do not name a pool.
                "{key: node.kubernetes.io/not-ready, operator: Exists} | {key: kubernetes.io/arch, operator: Exists}",
                "{key: node-role.kubernetes.io/control-plane, operator: Exists} | ''",
                // Nodes may have one name in their labels and another in their taints.
                "{key: nvidia.com/gpu, operator: Exists} | {key: pool, operator: In, values: [gpu]}",
                "{key: spot, operator: Exists} | {key: node.kubernetes.io/instance-type, operator: In, values: [m7g]}",
                // A requirement to stay away from nodes names no pool.
                "'' | {key: spot, operator: DoesNotExist}",
                "'' | {key: zone, operator: NotIn, values: [c]}",
                // What comes and goes on the nodes of every pool names no pool either.
                "{key: node.cilium.io/agent-not-ready, operator: Exists} | ''",
            })
    void bothSidesOfAPoolAreNoMatter(String toleration, String requirement) {
        assertThat(HalfDedicated.of(policy(toleration, requirement))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // A preference is enough where pods may run elsewhere too.
                "match: {}, tolerations: [{key: spot, operator: Exists}],"
                        + " preferredNodeAffinity: [{weight: 50, key: capacity, operator: In, values: [spot]}]",
                "match: {}, preferredNodeAffinity: [{weight: 50, key: capacity, operator: In, values: [spot]}]",
                // The pods ask for the nodes themselves.
                "match: {nodeSelector: {pool: arm}}, tolerations: [{key: arm, operator: Exists}]",
                "match: {os: windows}, tolerations: [{key: os, value: windows}]",
                // Nodes that say themselves what their pods must tolerate; whether pods are kept to them is said there.
                "match: {}, nodes: {selector: {matchLabels: {pool: a}}}",
                "match: {}, nodes: {selector: {matchLabels: {pool: a}}, affinity: Preferred}",
                "match: {}, nodes: {selector: {matchLabels: {pool: a}}, affinity: None}",
                "match: {}, nodes: {selector: {matchLabels: {pool: a}}}, tolerations: [{key: b, operator: Exists}]",
                "match: {}, nodes: {selector: {matchLabels: {pool: a}}}, requiredNodeAffinity: [{key: disk, operator: Exists}]",
                // The agents of a DaemonSet run on every node that they tolerate.
                "match: {ownerKinds: [DaemonSet]}, daemonSetTemplates: true, tolerations: [{key: a, operator: Exists}]",
            })
    void podsThatAreKeptToTheNodesInAnotherWayAreNoMatter(String spec) {
        assertThat(HalfDedicated.of(PolicyFixture.of("{metadata: {name: p}, spec: {" + spec + "}}")))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{key: dedicated, operator: Exists} | '' | pods tolerate the taint dedicated but may run on other nodes:"
                        + " add a label of its nodes to spec.requiredNodeAffinity, or to spec.preferredNodeAffinity if a"
                        + " preference is enough",
                "'' | {key: dedicated, operator: Exists} | pods require nodes with dedicated but tolerate no taint of"
                        + " such nodes: add it to spec.tolerations, or select the nodes in spec.nodes",
                "{key: node.kubernetes.io/not-ready, operator: Exists} | {key: dedicated, operator: In, values: [ml]} |"
                        + " pods require nodes with dedicated but tolerate no taint of such nodes: add it to"
                        + " spec.tolerations, or select the nodes in spec.nodes",
                // Staying away from other nodes keeps pods to none.
                "{key: spot, operator: Exists} | {key: dedicated, operator: DoesNotExist} | pods tolerate the taint spot"
                        + " but may run on other nodes: add a label of its nodes to spec.requiredNodeAffinity, or to"
                        + " spec.preferredNodeAffinity if a preference is enough",
                // This key is not one of Kubernetes' own, though it contains one.
                "{key: mykubernetes.io/pool, operator: Exists} | '' | pods tolerate the taint mykubernetes.io/pool but"
                        + " may run on other nodes: add a label of its nodes to spec.requiredNodeAffinity, or to"
                        + " spec.preferredNodeAffinity if a preference is enough",
            })
    void oneSideAloneIsSaid(String toleration, String requirement, String message) {
        assertThat(HalfDedicated.of(policy(toleration, requirement))).contains(message);
    }

    private static Policy policy(String toleration, String requirement) {
        return PolicyFixture.of("{metadata: {name: p}, spec: {match: {}, tolerations: [" + toleration
                + "], requiredNodeAffinity: [" + requirement + "]}}");
    }
}
