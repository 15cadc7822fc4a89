package dev.tolerant.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tolerant.server.certificate.InstalledChart;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the packaged program does about pods that run already, by its settings. */
class FleetKeeperIT {
    private static final String PATCHES_OF_PODS = "/api/v1/namespaces/[^/]+/pods/.*";

    private static final String POD = """
            apiVersion: v1
            kind: Pod
            metadata:
              namespace: shop
              name: web
              ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: web-7d, uid: r-1, controller: true}]
              managedFields:
              - {manager: kube-controller-manager, operation: Update, apiVersion: v1, fieldsType: FieldsV1,
                 fieldsV1: {"f:spec": {"f:containers": {}}}}
            spec:
              containers: [{name: web, image: web}]
              tolerations:
              - {key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute, tolerationSeconds: 300}
              - {key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute, tolerationSeconds: 300}
            status: {phase: Running}
            """;

    private final InstalledChart cluster = new InstalledChart();

    @BeforeEach
    void runAPod() {
        cluster.operator()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("shop")
                        .endMetadata()
                        .build())
                .create();
        cluster.operator().resource(Serialization.unmarshal(POD, Pod.class)).create();
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void toEnforceItGivesARunningPodWhatANewOneWouldGet() {
        try (ProgramUnderTest program = start("tolerant.fleet.mode=enforce")) {

            within30Seconds(() -> assertThat(pod().getSpec().getTolerations())
                    .extracting(Toleration::getTolerationSeconds)
                    .containsExactly(60L, 60L));
            assertThat(cluster.apiServer()
                            .faults()
                            .count("(POST|PATCH)", "/apis/coordination.k8s.io/v1/namespaces/system/leases.*"))
                    .isPositive();
            assertThat(program.isAlive()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tolerant.fleet.mode=audit", "tolerant.fleet.mode=enforce,tolerant.mode=audit"})
    void inAuditItCountsThePodAndPatchesNothing(String settings) {
        try (ProgramUnderTest program = start(settings.split(","))) {

            within30Seconds(
                    () -> assertThat(program.hasLogged("0 right, 1 to change")).isTrue());
            assertThat(cluster.apiServer().faults().count("(PATCH|PUT)", PATCHES_OF_PODS))
                    .isZero();
            assertThat(pod().getSpec().getTolerations())
                    .extracting(Toleration::getTolerationSeconds)
                    .containsExactly(300L, 300L);
            assertThat(program.isAlive()).isTrue();
        }
    }

    @Test
    void offItAsksForNoPod() {
        try (ProgramUnderTest program = start("tolerant.fleet.mode=off")) {
            within30Seconds(() -> assertThat(cluster.apiServer().faults().requests())
                    .anyMatch(request -> request.matches("GET .*/tolerationpolicies\\?.*watch=true.*")));

            assertThat(cluster.apiServer().faults().requests())
                    .noneMatch(request -> request.matches(".*/(pods|mutatingwebhookconfigurations\\?).*"));
            assertThat(program.isAlive()).isTrue();
        }
    }

    private Pod pod() {
        return cluster.operator().pods().inNamespace("shop").withName("web").get();
    }

    private ProgramUnderTest start(String... further) {
        Map<String, String> settings = new HashMap<>(cluster.settings());
        settings.put("tolerant.policies.source", "cluster");
        settings.put("tolerant.rules.node-failure.not-ready", "60");
        settings.put("tolerant.rules.node-failure.unreachable", "60");
        settings.put("tolerant.fleet.account", "system:serviceaccount:system:tolerant");
        for (String setting : further) {
            String[] pair = setting.split("=", 2);
            settings.put(pair[0], pair[1]);
        }
        return ProgramUnderTest.start(
                "tolerant-fleet-keeper",
                FreePorts.find(2),
                settings,
                Map.of("KUBERNETES_NAMESPACE", InstalledChart.NAMESPACE));
    }

    private static void within30Seconds(ThrowingRunnable assertion) {
        await().atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(100))
                .untilAsserted(assertion);
    }
}
