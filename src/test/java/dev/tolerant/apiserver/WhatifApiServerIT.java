package dev.tolerant.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tolerant.testing.CommandRun;
import dev.tolerant.testing.PackagedCommand;
import dev.tolerant.testing.Yaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code kubectl tolerant whatif} foresees for workloads of a real API server. */
@NeedsApiServer
class WhatifApiServerIT {
    private final ClusterUnderTest cluster;
    private final TestNamespace namespace;
    private final String pool;
    private final String node;

    @TempDir
    private Path directory;

    WhatifApiServerIT(ClusterUnderTest cluster) {
        this.cluster = cluster;
        this.namespace = cluster.namespace();
        this.pool = namespace.name();
        this.node = "node-of-" + pool;
    }

    @BeforeEach
    void makeNodeAndWorkload() {
        ApiObject made = ApiObject.of("""
                apiVersion: v1
                kind: Node
                metadata: {name: %s, labels: {pool: %s}}
                """.formatted(node, pool));
        cluster.admin().post(made.collection(), made.object()).object();
        // The API server itself taints a node that is made, until a controller finds it ready.
        cluster.admin()
                .mergePatch(
                        "/api/v1/nodes/" + node,
                        Yaml.tree("{spec: {taints: [{key: dedicated, value: ml, effect: NoSchedule}]}}"))
                .object();
        assertThat(namespace.create("""
                                apiVersion: apps/v1
                                kind: Deployment
                                metadata: {name: web}
                                spec:
                                  selector: {matchLabels: {app: web}}
                                  template:
                                    metadata: {labels: {app: web}}
                                    spec:
                                      nodeSelector: {pool: %s}
                                      containers: [{name: web, image: "example.com/web:1"}]
                                      tolerations: [{key: spot-of-%s, operator: Exists}]
                                """.formatted(pool, pool)).status()).isEqualTo(201);
    }

    @AfterEach
    void deleteNode() {
        cluster.admin().delete("/api/v1/nodes/" + node);
    }

    private CommandRun whatif(Path kubeconfig, String labels, String spec) throws IOException, InterruptedException {
        Path policy =
                Files.writeString(directory.resolve("policy.yaml"), """
                apiVersion: tolerant.dev/v1alpha1
                kind: TolerationPolicy
                metadata: {name: %1$s-proposed}
                spec:
                  match: {namespaceSelector: {matchLabels: {%2$skubernetes.io/metadata.name: %1$s}}}
                  %3$s
                """.formatted(namespace.name(), labels, spec));
        return PackagedCommand.run(
                "whatif",
                "-f",
                policy.toString(),
                "--kubeconfig",
                kubeconfig.toString(),
                "-n",
                namespace.name(),
                "-o",
                "json");
    }

    private static JsonNode workload(CommandRun run) throws IOException {
        JsonNode workloads = new ObjectMapper().readTree(run.out()).path("items");
        assertThat(workloads).describedAs(run.err()).hasSize(1);
        return workloads.get(0);
    }

    @Test
    void aWorkloadThatAPolicyWouldRefuseIsFoundAndThePolicyIsNotStored() throws Exception {
        CommandRun run =
                whatif(cluster.adminKubeconfig(), "team: ml, ", "reserve: {taints: [{key: spot-of-" + pool + "}]}");

        assertThat(run.exitCode()).describedAs(run.err()).isEqualTo(1);
        assertThat(workload(run).path("name").asText()).isEqualTo("web");
        assertThat(workload(run).path("impact").asText()).isEqualTo("refused");
        assertThat(workload(run).at("/after/refusal/message").asText()).contains(namespace.name() + "-proposed");
        assertThat(cluster.admin()
                        .get("/apis/tolerant.dev/v1alpha1/tolerationpolicies/" + namespace.name() + "-proposed")
                        .status())
                .isEqualTo(404);
    }

    @Test
    void aTolerationOpensTheNodeThatTheWorkloadWaitsFor() throws Exception {
        CommandRun run = whatif(cluster.adminKubeconfig(), "", "tolerations: [" + Entries.DEDICATED + "]");

        assertThat(run.exitCode()).describedAs(run.err()).isZero();
        assertThat(workload(run).path("impact").asText()).isEqualTo("other");
        assertThat(workload(run).at("/before/nodes").asInt(-1)).isZero();
        assertThat(workload(run).at("/after/nodes").asInt(-1)).isEqualTo(1);
        assertThat(workload(run).at("/changes/nodesGained/names/0").asText()).isEqualTo(node);
    }

    @Test
    void aPolicyThatIsStoredAlreadyChangesNothing() throws Exception {
        StoredPolicy stored = namespace.policy(
                "proposed",
                "{match: {namespaceSelector: {matchLabels: {team: ml}}}, reserve: {taints: [{key: spot-of-" + pool
                        + "}]}}");

        CommandRun run =
                whatif(cluster.adminKubeconfig(), "team: ml, ", "reserve: {taints: [{key: spot-of-" + pool + "}]}");

        assertThat(stored.name()).isEqualTo(namespace.name() + "-proposed");
        assertThat(run.exitCode()).describedAs(run.err()).isZero();
        assertThat(workload(run).path("impact").asText()).isEqualTo("same");
    }

    @Test
    void whoeverMayNotReadPoliciesIsToldSo() throws Exception {
        CommandRun run =
                whatif(cluster.tenantKubeconfig(), "team: ml, ", "reserve: {taints: [{key: spot-of-" + pool + "}]}");

        assertThat(run.exitCode()).describedAs(run.err()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("tolerationpolicies" + " are not known: " + "you may not list ");
    }
}
