package dev.tolerant.engine.rule;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.server.webhook.PodReview;
import dev.tolerant.server.webhook.PolicyCluster;
import dev.tolerant.server.webhook.Webhook.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Owner references: anybody can write one, and only who makes a controller's pods is believed. */
class DisbelievedOwnerTest {
    private static final String DAEMON_SET_CONTROLLER = "system:serviceaccount:kube-system:daemon-set-controller";
    private static final String FOR_JOBS = """
            metadata: {name: jobs}
            spec: {match: {ownerKinds: [Job]}, tolerations: [{key: batch, operator: Exists, effect: NoSchedule}]}
            """;
    private static final String NO_CORDONED_NODES = """
            metadata: {name: no-cordoned-nodes}
            spec: {match: {}, restrict: {deny: [{key: node.kubernetes.io/unschedulable}]}}
            """;

    private static PodReview ownedBy(String apiVersion, String kind) {
        return ownedBy(apiVersion, kind, "[]");
    }

    private static PodReview ownedBy(String apiVersion, String kind, String tolerations) {
        return PodReview.pod("""
                metadata: {ownerReferences: [{apiVersion: %s, kind: %s, name: x, controller: true}]}
                spec: {tolerations: %s}
                """.formatted(apiVersion, kind, tolerations));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "apps/v1 | system:serviceaccount:kube-system:daemon-set-controller | system:serviceaccounts | true",
                "apps/v1 | system:kube-controller-manager                          | system:authenticated   | true",
                "apps/v1 | root                                                    | system:masters         | true",
                "apps/v1 | jane                                                    | system:authenticated   | false",
                "apps/v1 | system:serviceaccount:kube-system:job-controller        | system:serviceaccounts | false",
                "apps/v1 | system:serviceaccount:shop:daemon-set-controller        | system:serviceaccounts | false",
                "evil.example/v1 | jane                                            | system:authenticated   | false",
                "evil.example/v1 | system:serviceaccount:kube-system:daemon-set-controller | x              | false",
                "v1      | system:serviceaccount:kube-system:daemon-set-controller | x                      | false",
            })
    void onlyWhoMakesItsPodsIsBelieved(String apiVersion, String user, String group, boolean believed) {
        // When
        Answer answer =
                PolicyCluster.with("").create(ownedBy(apiVersion, "DaemonSet").by(user, group));

        // Then
        assertThat(PolicyCluster.tolerations(answer).contains("disk-pressure:NoSchedule"))
                .isEqualTo(believed);
        assertThat(PolicyCluster.warnings(answer).isEmpty()).isEqualTo(believed);
    }

    @Test
    void theWarningNamesWhoWouldBeBelieved() {
        // When
        Answer answer = PolicyCluster.with("").create(ownedBy("apps/v1", "DaemonSet"));

        // Then
        assertThat(PolicyCluster.warnings(answer))
                .containsExactly("tolerant: metadata.ownerReferences names 'DaemonSet' as the controller, but the pod"
                        + " comes from 'jane' and not from " + DAEMON_SET_CONTROLLER
                        + ", so the reference is ignored");
    }

    @Test
    void aDisbelievedOwnerSatisfiesNoOwnerKinds() {
        // Given
        PolicyCluster cluster = PolicyCluster.with(FOR_JOBS);
        PodReview job = ownedBy("batch/v1", "Job");

        // Then
        assertThat(PolicyCluster.tolerations(cluster.create(job))).doesNotContain("batch:NoSchedule");
        assertThat(PolicyCluster.tolerations(
                        cluster.create(job.by("system:serviceaccount:kube-system:job-controller"))))
                .contains("batch:NoSchedule");
    }

    @Test
    void aDisbelievedOwnerExemptsFromNoDeny() {
        // Given
        PolicyCluster cluster = PolicyCluster.with(NO_CORDONED_NODES);
        PodReview pod = ownedBy(
                "apps/v1",
                "DaemonSet",
                "[{key: node.kubernetes.io/unschedulable, operator: Exists, effect: NoSchedule}]");

        // Then
        assertThat(cluster.create(pod).allowed()).isFalse();
        assertThat(cluster.create(pod.by(DAEMON_SET_CONTROLLER)).allowed()).isTrue();
    }

    @Test
    void aSettingNamesOtherControllers() {
        // Given
        PolicyCluster cluster = PolicyCluster.with("""
                        metadata: {name: clones}
                        spec:
                          match: {ownerKinds: [apps.kruise.io/CloneSet]}
                          tolerations: [{key: clones, operator: Exists, effect: NoSchedule}]
                        """)
                .setting("controllers.\"apps.kruise.io/CloneSet\"", "kruise,system:serviceaccount:kruise:manager")
                .setting("controllers.\"apps.kruise.io/DaemonSet\"", "kruise");
        PodReview clone = ownedBy("apps.kruise.io/v1alpha1", "CloneSet");
        PodReview agent = ownedBy("apps.kruise.io/v1alpha1", "DaemonSet");

        // Then
        assertThat(PolicyCluster.tolerations(cluster.create(clone.by("kruise"))))
                .contains("clones:NoSchedule");
        assertThat(PolicyCluster.tolerations(cluster.create(clone.by("system:serviceaccount:kruise:manager"))))
                .contains("clones:NoSchedule");
        assertThat(PolicyCluster.warnings(cluster.create(clone.by("jane")))).hasSize(1);
        assertThat(PolicyCluster.tolerations(cluster.create(agent.by("kruise"))))
                .contains("disk-pressure:NoSchedule");
    }

    @Test
    void nobodyIsWarnedOfAKindThatEarnsNothing() {
        assertThat(PolicyCluster.warnings(PolicyCluster.with("").create(ownedBy("argoproj.io/v1", "Workflow"))))
                .isEmpty();
    }

    @Test
    void onUpdateAnOwnerEarnsNothing() {
        // Given
        PolicyCluster cluster = PolicyCluster.with(NO_CORDONED_NODES);
        ObjectNode stored =
                (ObjectNode) ownedBy("apps/v1", "DaemonSet").creation().at("/request/object");

        // When
        Answer answer = cluster.webhook()
                .ask(ownedBy(
                                "apps/v1",
                                "DaemonSet",
                                "[{key: node.kubernetes.io/unschedulable, operator: Exists, effect: NoSchedule}]")
                        .by(DAEMON_SET_CONTROLLER)
                        .update(stored));

        // Then
        assertThat(answer.allowed()).isFalse();
        assertThat(PolicyCluster.warnings(answer)).isEmpty();
    }

    @Test
    void aRestrictionOnPodsOfAControllerGoesOnAfterTheirCreation() {
        // Given
        PolicyCluster cluster = PolicyCluster.with("""
                metadata: {name: no-spot-jobs}
                spec: {match: {ownerKinds: [Job]}, restrict: {deny: [{key: spot}]}}
                """);
        JsonNode stored = ownedBy("batch/v1", "Job").creation().at("/request/object");
        PodReview spot = ownedBy("batch/v1", "Job", "[{key: spot, operator: Exists}]");

        // Then
        assertThat(cluster.webhook().judge(spot.update(stored)).allowed()).isFalse();
    }
}
