package dev.tolerant.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What the built-in rules give new pods, on a real API server. */
@NeedsApiServer
class ApiServerIT {
    private final TestNamespace namespace;

    ApiServerIT(ClusterUnderTest cluster) {
        this.namespace = cluster.namespace();
    }

    @Test
    void aPodWithoutTolerationsGetsTheOperatorsSeconds() {
        ApiAnswer answer = namespace.create(TestNamespace.POD);

        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.tolerations()).isEqualTo(Entries.nodeFailure(60));
        assertThat(answer.warnings()).isEmpty();
        assertThat(namespace.get(TestNamespace.POD).tolerations()).isEqualTo(Entries.nodeFailure(60));
    }

    @Test
    void aPodOfAReplicaSetGetsTheOperatorsSeconds() {
        ApiAnswer answer = namespace.create("""
                apiVersion: v1
                kind: Pod
                metadata:
                  generateName: web-6d4cf56db6-
                  labels: {app: web, pod-template-hash: 6d4cf56db6}
                  ownerReferences:
                  - apiVersion: apps/v1
                    kind: ReplicaSet
                    name: web-6d4cf56db6
                    uid: 0b7f4b0c-6a52-4b0d-9d5e-2f6a8f6f3c11
                    controller: true
                    blockOwnerDeletion: true
                spec:
                  containers: [{name: web, image: "example.com/web:1"}]
                  restartPolicy: Always
                  terminationGracePeriodSeconds: 30
                  dnsPolicy: ClusterFirst
                  schedulerName: default-scheduler
                  securityContext: {}
                """);

        assertThat(answer.tolerations()).isEqualTo(Entries.nodeFailure(60));
        assertThat(answer.object().at("/metadata/name").asText()).startsWith("web-6d4cf56db6-");
        assertThat(answer.object().at("/metadata/ownerReferences/0/kind").asText())
                .isEqualTo("ReplicaSet");
    }

    @Test
    void anAuthorsOwnSecondsAreKept() {
        ApiAnswer answer = namespace.create(podWith(Entries.notReady(300), Entries.unreachable(300)));

        assertThat(answer.tolerations()).isEqualTo(Entries.nodeFailure(300));
    }

    @Test
    void secondsThatAreOnlyLikelyInjectedAreSetToo() {
        ApiAnswer answer = namespace.create(podWith(Entries.SPOT));

        assertThat(answer.tolerations())
                .isEqualTo(ApiObject.list(Entries.SPOT, Entries.notReady(60), Entries.unreachable(60)));
    }

    @Test
    void aPodThatAsksForAGpuToleratesItsTaint() {
        ApiAnswer answer = namespace.create("""
                apiVersion: v1
                kind: Pod
                metadata: {name: train}
                spec:
                  containers:
                  - name: train
                    image: "example.com/train:1"
                    resources: {limits: {nvidia.com/gpu: 1}}
                """);

        assertThat(answer.tolerations())
                .isEqualTo(ApiObject.list(Entries.notReady(60), Entries.unreachable(60), Entries.GPU));
    }

    @Test
    void aPodThatOptsOutKeepsWhatTheApiServerGaveIt() {
        ApiAnswer answer = namespace.create("""
                apiVersion: v1
                kind: Pod
                metadata: {name: web, labels: {tolerant.dev/inject: "false"}}
                spec: {containers: [{name: web, image: "example.com/web:1"}]}
                """);

        assertThat(answer.tolerations()).isEqualTo(Entries.nodeFailure(300));
    }

    @Test
    void aDryRunGivesTheSameAndStoresNothing() {
        ApiAnswer answer = namespace.dryRun(TestNamespace.POD);

        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.tolerations()).isEqualTo(Entries.nodeFailure(60));
        assertThat(namespace.get(TestNamespace.POD).status()).isEqualTo(404);
    }

    private static String podWith(String... tolerations) {
        return """
                apiVersion: v1
                kind: Pod
                metadata: {name: web}
                spec:
                  containers: [{name: web, image: "example.com/web:1"}]
                  tolerations: [%s]
                """.formatted(String.join(", ", tolerations));
    }
}
