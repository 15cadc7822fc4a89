package dev.tolerant.apiserver;

import static dev.tolerant.testing.Patience.waitingFor;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.testing.CommandRun;
import dev.tolerant.testing.PackagedCommand;
import dev.tolerant.tools.reading.LiveClusterTest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What {@code kubectl tolerant explain} says of objects of a real API server. */
@NeedsApiServer
class KubectlExplainApiServerIT {
    private static final String DEPLOYMENT = """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: web}
            spec:
              selector: {matchLabels: {app: web}}
              template:
                metadata: {labels: {app: web}}
                spec: {containers: [{name: web, image: "example.com/web:1"}]}
            """;

    private final ClusterUnderTest cluster;
    private final TestNamespace namespace;
    private final String pool;
    private final String node;

    KubectlExplainApiServerIT(ClusterUnderTest cluster) {
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
                spec: {taints: [{key: dedicated, value: ml, effect: NoSchedule}]}
                """.formatted(node, pool));
        cluster.admin().post(made.collection(), made.object()).object();
        assertThat(namespace.create(DEPLOYMENT).status()).isEqualTo(201);
    }

    @AfterEach
    void deleteNode() {
        cluster.admin().delete("/api/v1/nodes/" + node);
    }

    private CommandRun explain(Path kubeconfig, String resource) throws IOException, InterruptedException {
        return PackagedCommand.run(
                "explain", resource, "--kubeconfig", kubeconfig.toString(), "-n", namespace.name(), "-o", "json");
    }

    private static JsonNode item(CommandRun run) throws IOException {
        JsonNode items = new ObjectMapper().readTree(run.out()).path("items");
        assertThat(items).describedAs(run.err()).hasSize(1);
        return items.get(0);
    }

    /** The keys that the pod tolerates, without those of the API server and of the built-in rules. */
    private static List<String> keys(JsonNode tolerations) {
        List<String> keys = new ArrayList<>(tolerations.findValuesAsText("key"));
        keys.removeIf(key -> key.startsWith("node.kubernetes.io/"));
        return keys;
    }

    private StoredPolicy policy() {
        StoredPolicy policy = namespace.policy(
                "pool", "{match: {}, nodes: {selector: {matchLabels: {pool: " + pool + "}}, taintKeys: [dedicated]}}");
        policy.awaitAccepted("True");
        return policy;
    }

    @Test
    void theNextPodOfAWorkloadGetsWhatTheProgramGivesAPod() throws Exception {
        StoredPolicy policy = policy();
        ApiAnswer given = namespace.awaitDryRun(
                TestNamespace.POD, answer -> keys(answer.tolerations()).equals(List.of("dedicated")));

        CommandRun run = explain(cluster.adminKubeconfig(), "deploy/web");

        JsonNode explained = item(run);
        assertThat(run.exitCode()).describedAs(run.err()).isZero();
        assertThat(explained.path("madeBy").asText()).isEqualTo("Deployment/web");
        assertThat(explained.has("unasked")).isFalse();
        assertThat(keys(explained.path("tolerations"))).isEqualTo(keys(given.tolerations()));
        assertThat(explained.path("tolerations").findValuesAsText("rule")).contains("policies/" + policy.name());
    }

    @Test
    void aPoolThatIsScaledToZeroGivesWhatThePolicysStatusRemembers() throws Exception {
        StoredPolicy policy = policy();
        waitingFor("the status")
                .untilAsserted(() -> assertThat(cluster.admin()
                                .get(policy.manifest().path())
                                .object()
                                .at("/status/nodes/taints")
                                .findValuesAsText("key"))
                        .containsExactly("dedicated"));
        deleteNode();

        CommandRun run = explain(cluster.adminKubeconfig(), "deploy/web");

        assertThat(keys(item(run).path("tolerations"))).containsExactly("dedicated");
    }

    @Test
    void aPolicyThatRefusesThePodIsNamedAndTheExitCodeSaysSo() throws Exception {
        StoredPolicy policy = namespace.policy(
                "keep-out",
                "{match: {namespaceSelector: {matchLabels: {team: ml}}}, reserve: {taints: [{key: spot-of-" + pool
                        + "}]}}");
        String tolerant = DEPLOYMENT
                .replace("name: web}\nspec", "name: spot}\nspec")
                .replace(
                        "spec: {containers",
                        "spec: {tolerations: [{key: spot-of-" + pool + ", operator: Exists}], containers");
        assertThat(namespace.create(tolerant).status()).isEqualTo(201);

        CommandRun run = explain(cluster.adminKubeconfig(), "deploy/spot");

        assertThat(run.exitCode()).describedAs(run.err()).isEqualTo(1);
        assertThat(item(run).at("/refusal/message").asText()).contains(policy.name());
    }

    @Test
    void anObjectThatIsNotThereIsSaidWithTheNearestName() throws Exception {
        CommandRun run = explain(cluster.adminKubeconfig(), "deploy/wep");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("in namespace " + namespace.name()).contains("; the nearest names are " + "web");
    }

    @Test
    void whoeverMayListPodsAloneIsToldWhatElseIsNotKnown() throws Exception {
        assertThat(namespace.create(TestNamespace.POD).status()).isEqualTo(201);

        CommandRun run = explain(cluster.tenantKubeconfig(), "pod/web");

        assertThat(run.exitCode()).describedAs(run.err()).isEqualTo(2);
        assertThat(item(run).path("name").asText()).isEqualTo("web");
        assertThat(item(run).path("verdict").asText()).isEqualTo("unknown");
        assertThat(item(run).path("unread").toString()).contains(LiveClusterTest.mayNotList(ObjectKind.POLICY));
        assertThat(run.err()).contains(LiveClusterTest.mayNotList(ObjectKind.NODE));
    }
}
