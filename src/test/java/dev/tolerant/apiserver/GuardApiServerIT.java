package dev.tolerant.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ways around restrictions that tenants of a real API server have tried. */
@NeedsApiServer
class GuardApiServerIT {
    private static final String KEEP_OUT = """
            match: {}
            restrict:
              deny: [{key: example.com/pool, effect: NoSchedule}, {key: node.kubernetes.io/unschedulable}]
            """;
    private static final String POOL = """
            match: {podSelector: {matchLabels: {app: train}}}
            tolerations: [{key: example.com/pool, operator: Equal, value: ml, effect: NoSchedule}]
            requiredNodeAffinity: [{key: pool, operator: In, values: [ml]}]
            """;
    private static final String OF_POOL = "{key: example.com/pool, operator: Equal, value: ml, effect: NoSchedule}";
    private static final String UNSCHEDULABLE =
            "{key: node.kubernetes.io/unschedulable, operator: Exists, effect: NoSchedule}";
    private static final String OPTED_OUT = "tolerant.dev/inject: 'false'";

    private final ClusterUnderTest cluster;
    private final TestNamespace namespace;
    private final TestNamespace tenant;

    GuardApiServerIT(ClusterUnderTest cluster) {
        this.cluster = cluster;
        this.namespace = cluster.namespace();
        this.tenant = namespace.as(cluster.tenant());
    }

    /** A pod with these labels and this beginning of a spec, both in lines or in one line of YAML. */
    private static String pod(String labels, String spec) {
        return """
                apiVersion: v1
                kind: Pod
                metadata: {name: web, labels: {%s}}
                spec: {%s, containers: [{name: web, image: "example.com/web:1"}]}
                """.formatted(labels, spec);
    }

    private static String tolerating(String... tolerations) {
        return pod("", "tolerations: [" + String.join(", ", tolerations) + "]");
    }

    private static boolean isForbidden(ApiAnswer answer) {
        return answer.status() == 403;
    }

    @BeforeEach
    void keepOut() {
        namespace.policy("keep-out", KEEP_OUT);
        tenant.awaitDryRun(tolerating(OF_POOL), GuardApiServerIT::isForbidden);
    }

    private static String ownedBy(String apiVersion, String tolerations) {
        return """
                apiVersion: v1
                kind: Pod
                metadata:
                  name: web
                  ownerReferences:
                  - {apiVersion: %s, kind: DaemonSet, name: agent, uid: 0b7f4b0c-6a52-4b0d-9d5e-2f6a8f6f3c11, controller: true}
                spec:
                  containers: [{name: web, image: "example.com/web:1"}]
                  tolerations: [%s]
                """.formatted(apiVersion, tolerations);
    }

    @ParameterizedTest
    @ValueSource(strings = {"evil.example/v1", "apps/v1"})
    void aForgedOwnerEarnsNothing(String apiVersion) {
        // When
        ApiAnswer bare = tenant.dryRun(ownedBy(apiVersion, ""));
        ApiAnswer tolerating = tenant.dryRun(ownedBy(apiVersion, UNSCHEDULABLE));

        // Then
        assertThat(bare.tolerations()).isEqualTo(Entries.nodeFailure(60));
        assertThat(bare.warnings()).anySatisfy(warning -> assertThat(warning).contains("so the reference is ignored"));
        assertThat(tolerating.status()).isEqualTo(403);
    }

    @Test
    void theDaemonSetControllerIsBelievedAboutItsOwnPods() {
        // Given
        TestNamespace controller = namespace.as(cluster.daemonSetController());

        // When
        ApiAnswer own = controller.dryRun(ownedBy("apps/v1", UNSCHEDULABLE));
        ApiAnswer others = controller.dryRun(ownedBy("evil.example/v1", UNSCHEDULABLE));

        // Then
        assertThat(own.tolerations())
                .contains(
                        ApiObject.node(UNSCHEDULABLE),
                        ApiObject.node(
                                "{key: node.kubernetes.io/disk-pressure, operator: Exists, effect: NoSchedule}"));
        assertThat(own.warnings()).isEmpty();
        assertThat(others.status()).isEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1"})
    void aResourceWithTheNameOfADeniedTaintGivesAndExcusesNothing(String amount) {
        // Given
        String asking = """
                apiVersion: v1
                kind: Pod
                metadata: {name: web}
                spec:
                  containers:
                  - {name: web, image: "example.com/web:1", resources: {limits: {example.com/pool: %s}}}
                  tolerations: [%s]
                """;

        // When
        ApiAnswer silent = tenant.dryRun(asking.formatted(amount, ""));
        ApiAnswer written = tenant.dryRun(
                asking.formatted(amount, "{key: example.com/pool, operator: Exists, effect: NoSchedule}"));

        // Then
        assertThat(silent.tolerations()).isEqualTo(Entries.nodeFailure(60));
        assertThat(written.status()).isEqualTo(403);
    }

    @Test
    void aNamespacesDefaultsDoNotBeatADeny() {
        // Given
        TestNamespace lenient =
                cluster.namespace("{scheduler.alpha.kubernetes.io/defaultTolerations: '[{\"operator\":\"Exists\"}]'}");
        lenient.policy("keep-out", KEEP_OUT);
        lenient.awaitDryRun(tolerating(OF_POOL), GuardApiServerIT::isForbidden);

        // When
        ApiAnswer answer = lenient.as(cluster.tenant()).create(TestNamespace.POD);

        // Then
        assertThat(answer.tolerations()).isEqualTo(Entries.nodeFailure(60));
    }

    @Test
    void aPodCannotNameANodeOfThePool() {
        // Given
        String free = node("free", "[]");
        String pool = node("pool", "[{key: example.com/pool, value: ml, effect: NoSchedule}]");

        // When
        ApiAnswer allowed = tenant.awaitDryRun(pod("", "nodeName: " + free), ApiAnswer::succeeded);
        ApiAnswer refused = tenant.awaitDryRun(
                pod("", "nodeName: " + pool), answer -> answer.kubectl().contains("which has it"));
        ApiAnswer unknown = tenant.dryRun(pod("", "nodeName: " + namespace.name() + "-ghost"));

        // Then
        assertThat(allowed.podSpec().path("nodeName").asText()).isEqualTo(free);
        assertThat(refused.status()).isEqualTo(403);
        assertThat(unknown.status()).isEqualTo(403);
        assertThat(unknown.kubectl()).contains("which is not known to lack it");
    }

    private String node(String suffix, String taints) {
        ApiObject node = ApiObject.of("""
                apiVersion: v1
                kind: Node
                metadata: {name: %s-%s}
                spec: {taints: %s}
                """.formatted(namespace.name(), suffix, taints));
        cluster.admin().post(node.collection(), node.object()).object();
        return node.name();
    }

    @Test
    void whoOptsOutCannotWriteWhatThePoolsPolicyWouldGive() {
        // Given
        namespace.policy("pool", POOL);
        tenant.awaitDryRun(pod("app: train", "tolerations: [" + OF_POOL + "]"), ApiAnswer::succeeded);

        // When
        ApiAnswer optedOut = tenant.dryRun(pod("app: train, " + OPTED_OUT, "tolerations: [" + OF_POOL + "]"));
        ApiAnswer inPool = tenant.dryRun(pod("app: train", "tolerations: [" + OF_POOL + "]"));

        // Then
        assertThat(optedOut.status()).isEqualTo(403);
        assertThat(inPool.podSpec().at("/affinity/nodeAffinity").isObject()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[{}]",
                "[]",
                "[{manager: other, operation: Update, apiVersion: v1, fieldsType: FieldsV1,"
                        + " fieldsV1: {'f:metadata': {'f:labels': {}}}}]"
            })
    void anUpdateCannotAddADeniedTolerationWhoeverItSaysOwnsTheList(String managedFields) {
        // Given
        JsonNode stored = tenant.create(TestNamespace.POD).object();
        ObjectNode changed = stored.deepCopy();
        ((ArrayNode) changed.at("/spec/tolerations")).add(ApiObject.node(OF_POOL));
        if (!managedFields.isEmpty()) {
            ((ObjectNode) changed.get("metadata")).set("managedFields", ApiObject.node(managedFields));
        }

        // When
        ApiAnswer refused = tenant.replace(changed);
        ApiAnswer labelled = tenant.patch(TestNamespace.POD, "{metadata: {labels: {tier: web}}}");

        // Then
        assertThat(refused.status()).isEqualTo(403);
        assertThat(labelled.status()).isEqualTo(200);
    }
}
