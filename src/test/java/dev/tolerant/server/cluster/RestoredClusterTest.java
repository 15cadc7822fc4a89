package dev.tolerant.server.cluster;

import static dev.tolerant.testing.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.chart.AdmissionPolicy;
import dev.tolerant.chart.Cel;
import dev.tolerant.setup.EngineFactory;
import dev.tolerant.testing.PodReview;
import dev.tolerant.testing.RenderedChart;
import dev.tolerant.testing.WholeProgram;
import dev.tolerant.testing.Yaml;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A cluster that is restored as docs/operations.md#disaster-recovery says gets back what its backup does not have. */
class RestoredClusterTest {
    private static final Map<String, String> TEAM = Map.of("team", "ml");
    private static final Map<String, String> POOL = Map.of("pool", "ml");
    private static final String INJECTIONS = "/apis/tolerant.dev/v1alpha1/injections";
    private static final String MATCH = "match: {namespaceSelector: {matchLabels: {team: ml}}}";
    private static final List<String> POLICIES = List.of(
            "{metadata: {name: pool}, spec: {" + MATCH
                    + ", nodes: {selector: {matchLabels: {pool: ml}}, taintKeys: [dedicated]}, reserve: {}}}",
            "{metadata: {name: by-hand}, spec: {" + MATCH
                    + ", tolerations: [{key: gpu, operator: Exists}], reserve: {}}}");

    /** What is in the backup of the cluster before. */
    private final List<ObjectNode> policies = new ArrayList<>();

    private final ObjectMapper json = new ObjectMapper();
    private ObjectNode injections;
    private JsonNode reservations;
    private Lease lease;

    @AutoClose
    private final WatchedCluster cluster = cluster();

    private static WatchedCluster cluster() {
        return new WatchedCluster(List.of(), Optional.of(EngineFactory.injected(WholeProgram.config(Map.of()))));
    }

    private static Resource<Lease> leaseOf(WatchedCluster of) {
        return of.server.operator().leases().inNamespace("test").withName(Election.LEASE);
    }

    private static Taint dedicated() {
        return new Taint("NoSchedule", "dedicated", null, null);
    }

    @BeforeEach
    void backUp() {
        try (WatchedCluster before = cluster()) {
            before.server.namespace(PodReview.NAMESPACE, TEAM, Map.of());
            before.server.node("n", POOL, false, dedicated());
            POLICIES.forEach(before.server::apply);
            before.watching();
            eventually(() -> assertThat(before.server.policy("pool").at("/status/nodes/taints"))
                    .isNotEmpty());
            eventually(() -> assertThat(before.server.reservations().policies()).containsOnlyKeys("pool", "by-hand"));
            eventually(() ->
                    assertThat(before.server.injections().at("/spec/policies")).hasSize(2));
            for (String name : List.of("pool", "by-hand")) {
                policies.add(asSaved(before.server.policy(name)).without("status"));
            }
            injections = asSaved(before.server.injections());
            lease = leaseOf(before).get();
            reservations = asSaved(json.valueToTree(before.server.guardsObject()));
        }
    }

    /** As tools save objects: without what the API server alone writes. */
    private static ObjectNode asSaved(JsonNode object) {
        ObjectNode saved = object.deepCopy();
        saved.withObject("/metadata").remove(List.of("uid", "resourceVersion", "generation"));
        return saved;
    }

    private void restore() {
        cluster.server.namespace(PodReview.NAMESPACE, TEAM, Map.of());
        policies.forEach(policy -> cluster.server.applyGeneric(policy.toString()));
    }

    @Test
    void aPoolThatHasLostItsStatusIsNotGivenBeforeItHasANode() {
        restore();
        cluster.watching();
        WholeProgram webhook = WholeProgram.over(cluster.snapshot);

        eventually(() -> assertThat(nodesKnown()).isEqualTo("NoNodesYet"));
        assertThat(PoolFixture.given(webhook)).containsExactly("gpu");
        assertThat(affinity(webhook).isMissingNode()).isTrue();

        cluster.server.node("m", POOL, false, dedicated());

        eventually(() -> assertThat(PoolFixture.given(webhook)).containsExactlyInAnyOrder("dedicated", "gpu"));
        assertThat(affinity(webhook).isMissingNode()).isFalse();
        eventually(() -> assertThat(nodesKnown()).isEqualTo("Read"));
    }

    private String nodesKnown() {
        return cluster.server.condition("pool", "NodesKnown").path("reason").asText();
    }

    private static JsonNode affinity(WholeProgram webhook) {
        return webhook.ask(PodReview.aPod().creation()).object().at("/spec/affinity");
    }

    @Test
    void theLeaderWritesWhatIsReservedOfAPoolOnceThePoolHasANode() {
        restore();
        cluster.watching();

        cluster.sooner(
                () -> assertThat(cluster.server.reservations().policies()).containsOnlyKeys("by-hand"));

        cluster.server.node("m", POOL, false, dedicated());

        cluster.sooner(
                () -> assertThat(cluster.server.reservations().policies()).containsOnlyKeys("pool", "by-hand"));
        assertThat(cluster.server.guardsObject().getMetadata().getAnnotations())
                .isEqualTo(json.convertValue(reservations.at("/metadata/annotations"), Map.class));
    }

    @Test
    void theLeaderWritesTheInjectionsThatWereNotRestored() {
        restore();
        cluster.server.node("m", POOL, false, dedicated());
        cluster.watching();

        cluster.sooner(
                () -> assertThat(cluster.server.injections().path("spec")).isEqualTo(injections.path("spec")));
    }

    @Test
    void theLeaderWritesAgainWhatTheApiServerDeletesBecauseItsOwnerIsGone() {
        injections.withObject("/metadata").set("ownerReferences", Yaml.tree("""
                [{apiVersion: admissionregistration.k8s.io/v1, kind: MutatingAdmissionPolicy, name: gone, uid: of-the-cluster-before}]
                """));
        cluster.server.store(INJECTIONS, injections.toString());
        restore();
        cluster.server.node("m", POOL, false, dedicated());
        cluster.watching();

        cluster.server.operator().raw(INJECTIONS + "/current", "DELETE", null);

        cluster.sooner(
                () -> assertThat(cluster.server.injections().path("spec")).isEqualTo(injections.path("spec")));
        assertThat(cluster.server.injections().toString()).doesNotContain("of-the-cluster-before");
    }

    @ParameterizedTest
    @CsvSource({"tolerant-reservations-writer", "tolerant-injections"})
    void aGuardRefusesItsObjectFromTheAccountThatRestores(String guard) {
        RenderedChart chart = RenderedChart.of("1.36.0", "{injections: {enabled: true}}");
        AdmissionPolicy policy = new AdmissionPolicy(
                chart.named(ValidatingAdmissionPolicy.class, guard).getSpec());
        JsonNode object = guard.equals("tolerant-injections") ? injections : reservations;

        assertThat(denials(policy, "system:serviceaccount:velero:velero", object))
                .singleElement()
                .asString()
                .contains("Tolerant's service account alone");
        assertThat(denials(policy, "system:serviceaccount:tolerant-system:tolerant", object))
                .isEmpty();
    }

    private static List<String> denials(AdmissionPolicy policy, String user, JsonNode object) {
        return policy.denials(Map.of(
                "request", Map.of("operation", "CREATE", "userInfo", Map.of("username", user)),
                "oldObject", Cel.variable(NullNode.getInstance()),
                "object", Cel.variable(object)));
    }

    @Test
    void aReplicaTakesTheRestoredLeaseOfOneThatIsGone() {
        leaseOf(cluster)
                .edit(installed ->
                        new LeaseBuilder(installed).withSpec(lease.getSpec()).build());
        restore();
        cluster.watching();

        eventually(() -> assertThat(nodesKnown()).isEqualTo("NoNodesYet"));
        assertThat(leaseOf(cluster).get().getSpec().getHolderIdentity())
                .isNotEqualTo(lease.getSpec().getHolderIdentity());
    }
}
