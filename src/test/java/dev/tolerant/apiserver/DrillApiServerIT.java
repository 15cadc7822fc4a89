package dev.tolerant.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.testing.CommandRun;
import dev.tolerant.testing.PackagedCommand;
import dev.tolerant.testing.Yaml;
import dev.tolerant.tools.reading.LiveClusterTest;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What {@code kubectl tolerant drill} says of nodes and pods of a real API server. */
@NeedsApiServer
class DrillApiServerIT {
    /** The first whose control plane waits 50 s for a silent node; those before wait 40 s. */
    private static final int MINOR_WITH_50_SECONDS = 32;

    private static final long SECONDS_OF_THE_POD = 30;

    private final ClusterUnderTest cluster;
    private final TestNamespace namespace;
    private final String node;

    DrillApiServerIT(ClusterUnderTest cluster) {
        this.cluster = cluster;
        this.namespace = cluster.namespace();
        this.node = "node-of-" + namespace.name();
    }

    @BeforeEach
    void makeNodeWithPod() {
        makeNode(node, "drilled: " + namespace.name());
        makeNode("other-" + node, "other: node");
        assertThat(namespace
                        .create("""
                                apiVersion: v1
                                kind: Pod
                                metadata: {name: web}
                                spec:
                                  nodeName: %s
                                  containers: [{name: web, image: "example.com/web:1"}]
                                  tolerations: [%s, {key: dedicated, operator: Exists}]
                                """.formatted(node, Entries.unreachable(30)))
                        .status())
                .isEqualTo(201);
    }

    /** A node of a zone of its own, without the taint that the API server gives to each that is not ready yet. */
    private void makeNode(String name, String label) {
        ApiObject made = ApiObject.of("""
                apiVersion: v1
                kind: Node
                metadata: {name: %s, labels: {topology.kubernetes.io/zone: %s, %s}}
                """.formatted(name, namespace.name(), label));
        cluster.admin().post(made.collection(), made.object()).object();
        cluster.admin()
                .mergePatch("/api/v1/nodes/" + name, Yaml.tree("{spec: {taints: null}}"))
                .object();
    }

    @AfterEach
    void deleteNodes() {
        cluster.admin().delete("/api/v1/nodes/" + node);
        cluster.admin().delete("/api/v1/nodes/other-" + node);
    }

    private CommandRun drill(String... arguments) throws IOException, InterruptedException {
        List<String> first = List.of(
                "drill", "--kubeconfig", cluster.adminKubeconfig().toString(), "-n", namespace.name(), "-o", "json");
        return PackagedCommand.run(
                Stream.concat(first.stream(), Stream.of(arguments)).toArray(String[]::new));
    }

    private static JsonNode pod(CommandRun run) throws IOException {
        JsonNode pods = new ObjectMapper().readTree(run.out()).path("pods");
        assertThat(pods).describedAs(run.err()).hasSize(1);
        return pods.get(0);
    }

    @Test
    void aPodLeavesAFailedNodeAfterTheGracePeriodOfTheVersionAndItsOwnSeconds() throws Exception {
        long silent = cluster.minor() < MINOR_WITH_50_SECONDS ? 40 : 50;

        CommandRun run = drill("node/" + node);

        assertThat(pod(run).path("leavesAfterSeconds").asLong()).isEqualTo(silent + SECONDS_OF_THE_POD);
        assertThat(pod(run).path("outcome").asText()).isEqualTo("terminating");
        assertThat(run.exitCode()).isEqualTo(1);
    }

    @Test
    void nodesAreSelectedByLabelsAndTaintedAtOnce() throws Exception {
        CommandRun stays = drill("-l", "drilled=" + namespace.name(), "--taint", "dedicated=ml:NoExecute");
        CommandRun leaves = drill("-l", "drilled=" + namespace.name(), "--taint", "other:NoExecute");

        assertThat(pod(stays).path("leavesAfterSeconds").isNull()).isTrue();
        assertThat(stays.exitCode()).isZero();
        assertThat(pod(leaves).path("leavesAfterSeconds").asLong()).isZero();
    }

    @Test
    void aTaintThatIsThereCountsFromItsTime() throws Exception {
        cluster.admin().mergePatch("/api/v1/nodes/" + node, Yaml.tree("""
                        {spec: {taints: [{key: node.kubernetes.io/unreachable, effect: NoExecute,
                          timeAdded: "2026-01-01T00:00:00Z"}]}}""")).object();

        CommandRun run = drill("node/" + node);

        assertThat(pod(run).path("leavesAfterSeconds").asLong()).isLessThanOrEqualTo(30);
    }

    @Test
    void whoeverMayNotListNodesIsToldSo() throws Exception {
        CommandRun run = PackagedCommand.run(
                "drill",
                "node/" + node,
                "--kubeconfig",
                cluster.tenantKubeconfig().toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("nodes" + " are not known: " + LiveClusterTest.mayNotList(ObjectKind.NODE));
    }
}
