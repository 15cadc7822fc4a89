package dev.tolerant.tools.whatif;

import static dev.tolerant.tools.whatif.ClusterYaml.KEEP_OUT;
import static dev.tolerant.tools.whatif.ClusterYaml.deployment;
import static dev.tolerant.tools.whatif.ClusterYaml.namespace;
import static dev.tolerant.tools.whatif.ClusterYaml.pod;
import static dev.tolerant.tools.whatif.ClusterYaml.policy;
import static dev.tolerant.tools.whatif.ClusterYaml.workload;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.tolerant.tools.whatif.WhatIfAnswer.Impact;
import dev.tolerant.tools.whatif.WhatIfAnswer.WorkloadChange;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who counts as the maker of which pods. */
class NextPodsTest {
    private static final String SHOP = namespace("shop");

    @Test
    void aDeploymentCountsOnceWithThePodsOfItsReplicaSets() {
        String cluster = SHOP
                + deployment("web", "hostNetwork: false")
                + owned(
                        workload("apps/v1", "ReplicaSet", "web-1", "hostNetwork: false"),
                        "apps/v1",
                        "Deployment",
                        "web")
                + pod("web-1-a", "apiVersion: apps/v1, kind: ReplicaSet, name: web-1")
                + pod("web-1-b", "apiVersion: apps/v1, kind: ReplicaSet, name: web-1");

        List<WorkloadChange> workloads =
                Question.about(cluster, KEEP_OUT).answer().workloads();

        assertThat(titles(workloads)).containsExactly("deployment/web");
        assertThat(workloads.get(0).running()).isEqualTo(new RunningPods(2, 0, 0, 0));
    }

    @Test
    void aCronJobCountsOnceWithThePodsOfItsJobs() {
        String cronJob = "---\napiVersion: batch/v1\nkind: CronJob\nmetadata: {name: report, namespace: shop}\nspec:"
                + " {jobTemplate: {spec: {template: {spec: {restartPolicy: Never}}}}}\n";
        String cluster = SHOP
                + cronJob
                + owned(
                        workload("batch/v1", "Job", "report-1", "restartPolicy: Never"),
                        "batch/v1",
                        "CronJob",
                        "report")
                + pod("report-1-a", "apiVersion: batch/v1, kind: Job, name: report-1");

        List<WorkloadChange> workloads =
                Question.about(cluster, KEEP_OUT).answer().workloads();

        assertThat(titles(workloads)).containsExactly("cronjob/report");
        assertThat(workloads.get(0).running().pods()).isEqualTo(1);
    }

    @Test
    void aDeploymentWhoseReplicaSetIsNotKnownCountsOnceWithItsPods() {
        String cluster = SHOP
                + deployment("web", "hostNetwork: false")
                + pod(
                        "web-5d8-a",
                        "apiVersion: apps/v1, kind: ReplicaSet, name: web-5d8",
                        "labels: {pod-template-hash: 5d8}, ",
                        "");

        List<WorkloadChange> workloads =
                Question.about(cluster, KEEP_OUT).answer().workloads();

        assertThat(titles(workloads)).containsExactly("deployment/web");
        assertThat(workloads.get(0).running().pods()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "apps/v1 ReplicaSet",
                "apps/v1 StatefulSet",
                "apps/v1 DaemonSet",
                "v1 ReplicationController",
                "batch/v1 Job"
            })
    void aWorkloadOfItsOwnIsJudgedByItsTemplate(String type) {
        String[] parts = type.split(" ");
        String cluster = SHOP
                + workload(parts[0], parts[1], "web", "tolerations: [{operator: Exists}]")
                + pod("web-a", "apiVersion: " + parts[0] + ", kind: " + parts[1] + ", name: web");

        List<WorkloadChange> workloads =
                Question.about(cluster, KEEP_OUT).answer().workloads();

        assertThat(workloads).singleElement().satisfies(web -> {
            assertThat(web.maker().kind()).isEqualTo(parts[1]);
            assertThat(web.maker().namespace()).isEqualTo("shop");
            assertThat(web.maker().name()).isEqualTo("web");
            assertThat(web.running().pods()).isEqualTo(1);
            assertThat(web.change().impact()).isEqualTo(Impact.REFUSED);
        });
    }

    @Test
    void whatMakesNoPodsAnyMoreDoesNotCount() {
        String ended = workload("batch/v1", "Job", "once", "tolerations: [{operator: Exists}]")
                + "status: {conditions: [{type: Complete, status: 'True'}]}\n";
        String earlier = owned(
                        workload("apps/v1", "ReplicaSet", "rollout-1", "tolerations: [{operator: Exists}]"),
                        "argoproj.io/v1alpha1",
                        "Rollout",
                        "rollout")
                .replace("spec: {template", "spec: {replicas: 0, template");
        String earlierConfig = owned(
                        workload("v1", "ReplicationController", "config-1", "tolerations: [{operator: Exists}]"),
                        "apps.openshift.io/v1",
                        "DeploymentConfig",
                        "config")
                .replace("spec: {template", "spec: {replicas: 0, template");
        String done = pod("done", "").replace("tolerations: [", "tolerations: [{operator: Exists},")
                + "status: {phase: Succeeded}\n";
        String leaving = pod("leaving", "", "deletionTimestamp: '2026-01-01T00:00:00Z', ", "");

        WhatIfAnswer outlook = Question.about(SHOP + ended + earlier + earlierConfig + done + leaving, KEEP_OUT)
                .answer();

        assertThat(outlook.workloads()).isEmpty();
        assertThat(outlook.leavesOut()).isFalse();
    }

    @Test
    void aJobThatStillRunsAndOneThatIsSuspendedCount() {
        String suspended = workload("batch/v1", "Job", "later", "restartPolicy: Never")
                + "status: {conditions: [{type: Suspended, status: 'True'}, {type: Failed, status: 'False'}]}\n";

        assertThat(titles(Question.about(SHOP + suspended, KEEP_OUT).answer().workloads()))
                .containsExactly("job/later");
    }

    @Test
    void podsOfAnOperatorsObjectAreJudgedByThemselvesAndGroupedByIt() {
        String cluster = "apiVersion: postgresql.cnpg.io/v1, kind: Cluster, name: pg";
        String pods =
                pod("pg-1", cluster) + pod("pg-2", cluster) + pod("pg-3", cluster, "labels: {role: primary}, ", "");
        String slower = policy(
                "primary", "{match: {podSelector: {matchLabels: {role: primary}}}, nodeFailure: {notReady: 900}}");

        WhatIfAnswer outlook = Question.about(SHOP + pods, slower).answer();

        assertThat(outlook.workloads())
                .extracting(
                        workload -> workload.maker().title(),
                        workload -> workload.change().impact(),
                        workload -> workload.running().pods())
                .containsExactly(tuple("cluster/pg", Impact.LATER, 1), tuple("cluster/pg", Impact.SAME, 2));
    }

    @Test
    void anOperatorsPodsMatchByTheirOwner() {
        String cluster = SHOP + pod("web-0", "apiVersion: apps.kruise.io/v1beta1, kind: StatefulSet, name: web");
        String slower =
                policy("kruise", "{match: {ownerKinds: [apps.kruise.io/StatefulSet]}, nodeFailure: {notReady: 900}}");

        WhatIfAnswer outlook = Question.about(cluster, slower).answer();

        assertThat(Question.of(outlook, "statefulset/web").change().impact()).isEqualTo(Impact.LATER);
        assertThat(outlook.unmatched()).isEmpty();
    }

    @Test
    void aPodWithoutAControllerCountsForItself() {
        assertThat(titles(Question.about(SHOP + pod("a", "") + pod("b", ""), KEEP_OUT)
                        .answer()
                        .workloads()))
                .containsExactly("pod/a", "pod/b");
    }

    @Test
    void aPodThatCannotBeReadIsNamedAndLeavesTheQuestionUndecided() {
        String broken = pod("broken", "").replace("tolerations: [", "tolerations: [7,");

        WhatIfAnswer outlook = Question.about(SHOP + broken, KEEP_OUT).answer();

        assertThat(outlook.leavesOut()).isTrue();
        assertThat(outlook.unjudged())
                .extracting(Object::toString)
                .containsExactly(
                        "test.yaml, document 2: shop pod/broken: spec.tolerations[0] must be an object, but is a number");
    }

    @Test
    void aWorkloadWithoutATemplateIsNamedAndLeavesTheQuestionUndecided() {
        String broken = deployment("web", "").replace("template", "tmplate");

        WhatIfAnswer outlook = Question.about(SHOP + broken, KEEP_OUT).answer();

        assertThat(outlook.leavesOut()).isTrue();
        assertThat(outlook.unjudged())
                .extracting(Object::toString)
                .containsExactly("test.yaml, document 2: shop deployment/web: spec.template is missing");
    }

    private static String owned(String yaml, String version, String kind, String name) {
        return yaml.replaceFirst(
                "namespace: shop",
                "namespace: shop, ownerReferences: [{apiVersion: " + version + ", kind: " + kind + ", name: " + name
                        + ", controller: true}]");
    }

    private static List<String> titles(List<WorkloadChange> workloads) {
        return workloads.stream().map(workload -> workload.maker().title()).toList();
    }
}
