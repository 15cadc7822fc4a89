package dev.tolerant.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tolerant.tools.CommandRun;
import dev.tolerant.tools.PackagedCommand;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What {@code kubectl tolerant coverage} says of taints and pods of a real API server. */
@NeedsApiServer
class CoverageApiServerIT {
    private final ClusterUnderTest cluster;
    private final TestNamespace namespace;
    private final String node;

    CoverageApiServerIT(ClusterUnderTest cluster) {
        this.cluster = cluster;
        this.namespace = cluster.namespace();
        this.node = "node-of-" + namespace.name();
    }

    @BeforeEach
    void makeNode() {
        ApiObject made = ApiObject.of("""
                apiVersion: v1
                kind: Node
                metadata: {name: %1$s, labels: {pool: %2$s}}
                spec: {taints: [{key: pool-of-%2$s, value: ml, effect: NoSchedule}]}
                """.formatted(node, namespace.name()));
        cluster.admin().post(made.collection(), made.object()).object();
    }

    @AfterEach
    void deleteNode() {
        cluster.admin().delete("/api/v1/nodes/" + node);
    }

    private CommandRun coverage() throws IOException, InterruptedException {
        return PackagedCommand.run(
                "kubectl",
                "coverage",
                "--kubeconfig",
                cluster.adminKubeconfig().toString(),
                "-n",
                namespace.name(),
                "-o",
                "json");
    }

    @Test
    void aTaintThatNobodyToleratesIsFound() throws Exception {
        // When
        CommandRun run = coverage();

        // Then
        JsonNode taints = new ObjectMapper().readTree(run.out()).path("untoleratedTaints");
        assertThat(run.exitCode()).describedAs(run.err()).isZero();
        assertThat(taints.findValuesAsText("key")).contains("pool-of-" + namespace.name());
    }

    @Test
    void aPodThatIsPendingForATaintGetsTheTolerationThatWouldLetItIn() throws Exception {
        // Given
        assertThat(namespace.create("""
                                apiVersion: v1
                                kind: Pod
                                metadata: {name: waits}
                                spec:
                                  nodeSelector: {pool: %s}
                                  containers: [{name: main, image: "example.com/main:1"}]
                                """.formatted(namespace.name())).status()).isEqualTo(201);

        // When
        CommandRun run = coverage();

        // Then
        JsonNode pending = new ObjectMapper().readTree(run.out()).path("pendingPods");
        assertThat(run.exitCode()).describedAs(run.err()).isEqualTo(1);
        assertThat(pending).hasSize(1);
        assertThat(pending.get(0).at("/tolerations/0/key").asText()).isEqualTo("pool-of-" + namespace.name());
        assertThat(pending.get(0).at("/proposedPolicy/kind").asText()).isEqualTo("TolerationPolicy");
    }
}
