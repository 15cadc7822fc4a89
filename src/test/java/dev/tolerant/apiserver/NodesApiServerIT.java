package dev.tolerant.apiserver;

import static dev.tolerant.testing.Patience.waitingFor;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.testing.Yaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Pools whose nodes say what pods must tolerate, and the conditions of their policies, on a real API server. */
@NeedsApiServer
class NodesApiServerIT {

    private final ClusterUnderTest cluster;
    private final TestNamespace namespace;
    private final String pool;
    private final String node;

    NodesApiServerIT(ClusterUnderTest cluster) {
        this.cluster = cluster;
        this.namespace = cluster.namespace();
        this.pool = namespace.name();
        this.node = "node-of-" + pool;
    }

    @BeforeEach
    void makeNode() {
        ApiObject made = node("{key: dedicated, value: ml, effect: NoSchedule}");
        cluster.admin().post(made.collection(), made.object()).object();
    }

    @AfterEach
    void deleteNode() {
        cluster.admin().delete("/api/v1/nodes/" + node);
    }

    private ApiObject node(String taints) {
        return ApiObject.of("""
                apiVersion: v1
                kind: Node
                metadata: {name: %s, labels: {pool: %s}}
                spec: {taints: [%s]}
                """.formatted(node, pool, taints));
    }

    private void taint(String taints) {
        cluster.admin()
                .mergePatch("/api/v1/nodes/" + node, Yaml.tree("{spec: {taints: [" + taints + "]}}"))
                .object();
    }

    private StoredPolicy policy() {
        return namespace.policy(
                "pool",
                "{match: {}, nodes: {selector: {matchLabels: {pool: " + pool
                        + "}}, taintKeys: [dedicated, gpu, example.com/*]}}");
    }

    /** The keys that a new pod tolerates, without those of the API server and of the built-in rules. */
    private static List<String> keys(ApiAnswer answer) {
        List<String> keys = new ArrayList<>(answer.tolerations().findValuesAsText("key"));
        keys.removeIf(key -> key.startsWith("node.kubernetes.io/"));
        return keys;
    }

    private ApiAnswer awaitKeys(String... expected) {
        return namespace.awaitDryRun(TestNamespace.POD, answer -> keys(answer).equals(List.of(expected)));
    }

    private JsonNode stored(StoredPolicy policy) {
        return cluster.admin().get(policy.manifest().path()).object();
    }

    private void awaitRemembered(StoredPolicy policy, String... keys) {
        waitingFor("the remembered taints")
                .untilAsserted(() -> assertThat(
                                stored(policy).at("/status/nodes/taints").findValuesAsText("key"))
                        .containsExactly(keys));
    }

    @Test
    void podsGetWhatTheNodesAskForAndFollowTheirChanges() {
        StoredPolicy policy = policy();

        ApiAnswer first = awaitKeys("dedicated");

        assertThat(first.tolerations())
                .contains(Yaml.tree("{key: dedicated, operator: Equal, value: ml, effect: NoSchedule}"));
        assertThat(
                        first.podSpec()
                                .at(
                                        "/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution/nodeSelectorTerms/0"))
                .isEqualTo(Yaml.tree("{matchExpressions: [{key: pool, operator: In, values: [" + pool + "]}]}"));
        assertThat(policy.awaitCondition("NodesKnown", "True").path("reason").asText())
                .isEqualTo("Read");
        awaitRemembered(policy, "dedicated");

        taint("{key: dedicated, value: ml, effect: NoSchedule}, {key: gpu, effect: NoExecute}");

        awaitKeys("dedicated", "gpu");
        awaitRemembered(policy, "dedicated", "gpu");
    }

    @Test
    void aPoolThatIsScaledToZeroIsRemembered() {
        StoredPolicy policy = policy();
        awaitKeys("dedicated");
        awaitRemembered(policy, "dedicated");

        deleteNode();

        waitingFor("a policy without nodes")
                .until(() -> policy.awaitCondition("NodesKnown", "True")
                        .path("reason")
                        .asText()
                        .equals("NoNodes"));
        awaitKeys("dedicated");
        awaitRemembered(policy, "dedicated");
    }

    @Test
    void aTaintPutOnANodeByHandIsNotGiven() {
        StoredPolicy policy = policy();
        awaitKeys("dedicated");

        taint("{key: dedicated, value: ml, effect: NoSchedule}, {key: investigating, value: alice, effect: NoExecute}");

        assertThat(policy.awaitCondition("HalfDedicated", "True")
                        .path("message")
                        .asText())
                .contains("investigating=alice:NoExecute");
        assertThat(keys(namespace.dryRun(TestNamespace.POD))).containsExactly("dedicated");
    }

    @Test
    void aNodePoolMakesAPoolKnownThatHasNoNode() throws IOException {
        deleteNode();
        StoredPolicy policy = policy();
        assertThat(policy.awaitCondition("NodesKnown", "False").path("reason").asText())
                .isEqualTo("NoNodesYet");
        ApiAnswer unknown = namespace.dryRun(TestNamespace.POD);
        assertThat(keys(unknown)).isEmpty();
        assertThat(unknown.podSpec().path("affinity").isMissingNode()).isTrue();

        installNodePools();
        ApiObject nodePool = nodePool();
        waitingFor("the NodePool to be made")
                .until(() -> cluster.admin()
                                .post(nodePool.collection(), nodePool.object())
                                .status()
                        == 201);

        try {
            assertThat(policy.awaitCondition("NodesKnown", "True")
                            .path("reason")
                            .asText())
                    .isEqualTo("Read");
            ApiAnswer known = awaitKeys("declared");
            assertThat(known.podSpec().path("affinity").isMissingNode()).isFalse();
            assertThat(stored(policy).at("/status/nodes/nodePoolTaints").findValuesAsText("key"))
                    .containsExactly("declared");
        } finally {
            cluster.admin().delete(nodePool.path());
        }
    }

    /** A cluster that has them stays one: the program keeps them watched from then on. */
    private void installNodePools() throws IOException {
        ApiObject crd = ApiObject.of(Files.readString(Path.of("src/test/resources/karpenter/nodepools-crd.yaml")));
        assertThat(cluster.admin().post(crd.collection(), crd.object()).status())
                .isIn(201, 409);
    }

    private ApiObject nodePool() {
        return ApiObject.of("""
                apiVersion: karpenter.sh/v1
                kind: NodePool
                metadata: {name: %s}
                spec:
                  template:
                    metadata: {labels: {pool: %s}}
                    spec:
                      requirements: [{key: kubernetes.io/os, operator: In, values: [linux]}]
                      taints: [{key: declared, effect: NoSchedule}]
                      startupTaints: [{key: starting, effect: NoSchedule}]
                """.formatted(pool, pool));
    }

    @Test
    void tooManyTaintsAreSaidAndTheLastGoodSetStays() {
        StoredPolicy policy = policy();
        awaitKeys("dedicated");
        awaitRemembered(policy, "dedicated");

        taint(IntStream.range(0, 33)
                .mapToObj(i -> "{key: example.com/t" + i + ", effect: NoSchedule}")
                .collect(Collectors.joining(", ")));

        assertThat(policy.awaitAccepted("False").path("reason").asText()).isEqualTo("TooManyTaints");
        assertThat(keys(namespace.dryRun(TestNamespace.POD))).containsExactly("dedicated");
        awaitRemembered(policy, "dedicated");
    }

    @Test
    void zeroSecondsAreAcceptedWithAWarning() {
        StoredPolicy policy = namespace.policy("zero", "{match: {}, nodeFailure: {notReady: 0}}");

        assertThat(policy.awaitAccepted("True").path("reason").asText()).isEqualTo("EvictsAtOnce");
    }
}
