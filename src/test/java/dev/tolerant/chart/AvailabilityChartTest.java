package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraint;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.RollingUpdateDeployment;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** That one node, one zone or one rollout does not take the webhook away. */
class AvailabilityChartTest {

    @Test
    void twoPodsRunAndARolloutStartsANewOneBeforeItStopsAnOldOne() {
        // When
        Deployment deployment = RenderedChart.ofDefaults().only(Deployment.class);

        // Then
        RollingUpdateDeployment rollout = deployment.getSpec().getStrategy().getRollingUpdate();
        assertThat(deployment.getSpec().getReplicas()).isEqualTo(2);
        assertThat(rollout.getMaxUnavailable()).isEqualTo(new IntOrString(0));
        assertThat(rollout.getMaxSurge()).isEqualTo(new IntOrString(1));
    }

    @Test
    void onTheNodesNetworkARolloutTakesOnePodDownFirstBecauseItNeedsItsPorts() {
        // When
        RenderedChart chart = RenderedChart.with(RenderedChart.ciValues("host-network"));

        // Then
        RollingUpdateDeployment rollout =
                chart.only(Deployment.class).getSpec().getStrategy().getRollingUpdate();
        assertThat(rollout.getMaxUnavailable()).isEqualTo(new IntOrString(1));
        assertThat(rollout.getMaxSurge()).isEqualTo(new IntOrString(0));
        assertThat(DeploymentChartTest.pod(chart).getHostNetwork()).isTrue();
        assertThat(DeploymentChartTest.pod(chart).getDnsPolicy()).isEqualTo("ClusterFirstWithHostNet");
    }

    @Test
    void drainsTakeOnePodAtATime() {
        // When
        RenderedChart chart = RenderedChart.ofDefaults();

        // Then
        PodDisruptionBudget budget = chart.only(PodDisruptionBudget.class);
        assertThat(budget.getSpec().getMaxUnavailable()).isEqualTo(new IntOrString(1));
        assertThat(budget.getSpec().getMinAvailable()).isNull();
        assertThat(budget.getSpec().getUnhealthyPodEvictionPolicy()).isEqualTo("AlwaysAllow");
    }

    @Test
    void theBudgetCanBeLeftOut() {
        // When
        RenderedChart chart = RenderedChart.with("podDisruptionBudget: {enabled: false}");

        // Then
        assertThat(chart.all(PodDisruptionBudget.class)).isEmpty();
    }

    @Test
    void anAutoscalerTakesOverTheNumberOfPods() {
        // When
        RenderedChart chart = RenderedChart.with(
                "{replicaCount: 4, autoscaling: {enabled: true, minReplicas: 3, maxReplicas: 9, targetCPUUtilizationPercentage: 70}}");

        // Then
        HorizontalPodAutoscaler scaler = chart.only(HorizontalPodAutoscaler.class);
        assertThat(chart.only(Deployment.class).getSpec().getReplicas()).isNull();
        assertThat(scaler.getSpec().getScaleTargetRef().getName())
                .isEqualTo(chart.only(Deployment.class).getMetadata().getName());
        assertThat(scaler.getSpec().getMinReplicas()).isEqualTo(3);
        assertThat(scaler.getSpec().getMaxReplicas()).isEqualTo(9);
        assertThat(scaler.getSpec()
                        .getMetrics()
                        .get(0)
                        .getResource()
                        .getTarget()
                        .getAverageUtilization())
                .isEqualTo(70);
    }

    @Test
    void withoutAnAutoscalerTheValuesSayHowManyPodsRun() {
        // When
        RenderedChart chart = RenderedChart.with("replicaCount: 4");

        // Then
        assertThat(chart.all(HorizontalPodAutoscaler.class)).isEmpty();
        assertThat(chart.only(Deployment.class).getSpec().getReplicas()).isEqualTo(4);
    }

    @Test
    void podsPreferDifferentNodesAndZones() {
        // When
        PodSpec pod = DeploymentChartTest.pod(RenderedChart.ofDefaults());

        // Then
        assertThat(pod.getTopologySpreadConstraints())
                .extracting(TopologySpreadConstraint::getTopologyKey, TopologySpreadConstraint::getWhenUnsatisfiable)
                .containsExactly(
                        tuple("kubernetes.io/hostname", "ScheduleAnyway"),
                        tuple("topology.kubernetes.io/zone", "ScheduleAnyway"));
        assertThat(pod.getAffinity().getPodAntiAffinity().getPreferredDuringSchedulingIgnoredDuringExecution())
                .extracting(term -> term.getPodAffinityTerm().getTopologyKey())
                .containsExactly("kubernetes.io/hostname");
    }

    @Test
    void theSpreadCanBeLeftOut() {
        // When
        PodSpec pod = DeploymentChartTest.pod(RenderedChart.with("spread: {nodes: false, zones: false}"));

        // Then
        assertThat(pod.getTopologySpreadConstraints()).isNullOrEmpty();
        assertThat(pod.getAffinity()).isNull();
    }

    @Test
    void placementCanBeAddedToAndReplaced() {
        // When
        PodSpec pod = DeploymentChartTest.pod(RenderedChart.with("""
                spread: {nodes: false}
                topologySpreadConstraints: [{maxSkew: 1, topologyKey: rack, whenUnsatisfiable: DoNotSchedule}]
                affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [
                  {matchExpressions: [{key: arch, operator: Exists}]}]}}}
                nodeSelector: {pool: system}
                tolerations: [{key: system, operator: Exists}]
                """));

        // Then
        assertThat(pod.getTopologySpreadConstraints())
                .extracting(TopologySpreadConstraint::getTopologyKey)
                .containsExactly("topology.kubernetes.io/zone", "rack");
        assertThat(pod.getAffinity().getPodAntiAffinity()).isNull();
        assertThat(pod.getAffinity().getNodeAffinity()).isNotNull();
        assertThat(pod.getNodeSelector()).isEqualTo(Map.of("kubernetes.io/os", "linux", "pool", "system"));
        assertThat(pod.getTolerations()).extracting(Toleration::getKey).containsExactly("system");
    }

    @Test
    void podsRunOnLinux() {
        // When
        PodSpec pod = DeploymentChartTest.pod(RenderedChart.ofDefaults());

        // Then
        assertThat(pod.getNodeSelector()).isEqualTo(Map.of("kubernetes.io/os", "linux"));
    }

    @Test
    void theAutoscalerMayRemoveANodeInSpiteOfThePodsTemporaryFolder() {
        // Given
        String annotation = "cluster-autoscaler.kubernetes.io/safe-to-evict-local-volumes";

        // When
        Map<String, String> byDefault = podAnnotations(RenderedChart.ofDefaults());
        Map<String, String> withMore = podAnnotations(RenderedChart.with("podAnnotations: {example.com/log: json}"));

        // Then
        assertThat(byDefault).containsEntry(annotation, "tmp");
        assertThat(withMore).containsEntry(annotation, "tmp").containsEntry("example.com/log", "json");
        assertThat(DeploymentChartTest.pod(RenderedChart.ofDefaults()).getVolumes())
                .filteredOn(volume -> volume.getEmptyDir() != null)
                .extracting(Volume::getName)
                .containsExactly("tmp");
    }

    private static Map<String, String> podAnnotations(RenderedChart chart) {
        return chart.only(Deployment.class)
                .getSpec()
                .getTemplate()
                .getMetadata()
                .getAnnotations();
    }

    @Test
    void itsOwnPodsLeaveAFailedNodeSoon() {
        // When
        PodSpec pod = DeploymentChartTest.pod(RenderedChart.ofDefaults());

        // Then
        assertThat(pod.getTolerations())
                .extracting(Toleration::getKey, Toleration::getTolerationSeconds)
                .containsExactly(
                        tuple("CriticalAddonsOnly", null),
                        tuple("node-role.kubernetes.io/control-plane", null),
                        tuple("node.kubernetes.io/not-ready", 60L),
                        tuple("node.kubernetes.io/unreachable", 60L));
    }

    @Test
    void aCriticalPriorityAndItsQuotaAreForThoseWhoAskForThem() {
        // When
        RenderedChart byDefault = RenderedChart.ofDefaults();
        RenderedChart critical = RenderedChart.with(RenderedChart.ciValues("critical"));
        RenderedChart priorityAlone = RenderedChart.with("priorityClassName: system-cluster-critical");

        // Then
        assertThat(DeploymentChartTest.pod(byDefault).getPriorityClassName()).isNull();
        assertThat(byDefault.all(ResourceQuota.class)).isEmpty();
        assertThat(DeploymentChartTest.pod(critical).getPriorityClassName()).isEqualTo("system-cluster-critical");
        assertThat(critical.all(ResourceQuota.class)).hasSize(1);
        assertThat(DeploymentChartTest.pod(priorityAlone).getPriorityClassName())
                .isEqualTo("system-cluster-critical");
        assertThat(priorityAlone.all(ResourceQuota.class)).isEmpty();
    }

    @Test
    void aQuotaAdmitsItsPriorityOutsideOfKubeSystem() {
        // When
        RenderedChart chart = RenderedChart.with(
                "{priorityClassName: system-cluster-critical, resourceQuota: {enabled: true, pods: 7}}");

        // Then
        ResourceQuota quota = chart.only(ResourceQuota.class);
        assertThat(quota.getSpec().getHard()).isEqualTo(Map.of("pods", new Quantity("7")));
        assertThat(quota.getSpec().getScopeSelector().getMatchExpressions())
                .extracting(scope -> scope.getScopeName() + " " + scope.getOperator() + " " + scope.getValues())
                .containsExactly("PriorityClass In [system-cluster-critical]");
    }

    @Test
    void noQuotaIsThereWhereItWouldCapOthersOrNothingNeedsIt() {
        // When
        String critical = "priorityClassName: system-cluster-critical\n";
        String quota = "resourceQuota: {enabled: true}\n";
        RenderedChart inKubeSystem = RenderedChart.in("kube-system", "tolerant", critical + quota);
        RenderedChart otherPriority = RenderedChart.with("priorityClassName: high\n" + quota);
        RenderedChart noPriority = RenderedChart.with(quota);
        RenderedChart switchedOff = RenderedChart.with(critical);

        // Then
        assertThat(List.of(inKubeSystem, otherPriority, noPriority, switchedOff))
                .allSatisfy(chart -> assertThat(chart.all(ResourceQuota.class)).isEmpty());
        assertThat(DeploymentChartTest.pod(otherPriority).getPriorityClassName())
                .isEqualTo("high");
        assertThat(DeploymentChartTest.pod(noPriority).getPriorityClassName()).isNull();
    }
}
