package dev.tolerant.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tolerant.testing.CommandRun;
import dev.tolerant.testing.PackagedCommand;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What {@code kubectl tolerant doctor} says of taints and pods of a real API server. */
@NeedsApiServer
class PendingPodsApiServerIT {
    private final ClusterUnderTest cluster;
    private final TestNamespace namespace;
    private final String node;

    PendingPodsApiServerIT(ClusterUnderTest cluster) {
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

    private CommandRun doctor() throws IOException, InterruptedException {
        return PackagedCommand.run(
                "doctor",
                "--no-probe",
                "--kubeconfig",
                cluster.adminKubeconfig().toString(),
                "-o",
                "json");
    }

    @Test
    void aPodThatIsPendingForATaintGetsTheTolerationThatWouldLetItIn() throws Exception {
        assertThat(namespace.create("""
                                apiVersion: v1
                                kind: Pod
                                metadata: {name: waits}
                                spec:
                                  nodeSelector: {pool: %s}
                                  containers: [{name: main, image: "example.com/main:1"}]
                                """.formatted(namespace.name())).status()).isEqualTo(201);

        CommandRun run = doctor();

        assertThat(run.exitCode()).describedAs(run.err()).isEqualTo(1);
        assertThat(new ObjectMapper().readTree(run.out()).path("items"))
                .filteredOn(check -> check.path("code").asText().equals("pending-for-taint"))
                .singleElement()
                .satisfies(check -> assertThat(check.path("details").toString())
                        .contains(namespace.name() + "/waits: pool-of-" + namespace.name() + "=ml:NoSchedule"));
    }
}
