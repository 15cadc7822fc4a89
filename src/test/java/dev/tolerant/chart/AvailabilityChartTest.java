package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraint;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.RollingUpdateDeployment;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
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
    void theValuesSayHowManyPodsRunAndWithWhichPriority() {
        // When
        RenderedChart chart = RenderedChart.with("{replicaCount: 4, priorityClassName: system-cluster-critical}");

        // Then
        assertThat(DeploymentChartTest.pod(chart).getPriorityClassName()).isEqualTo("system-cluster-critical");
        assertThat(DeploymentChartTest.pod(RenderedChart.ofDefaults()).getPriorityClassName())
                .isNull();
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
    void placementCanBeReplaced() {
        // When
        PodSpec pod = DeploymentChartTest.pod(RenderedChart.with("""
                affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [
                  {matchExpressions: [{key: arch, operator: Exists}]}]}}}
                nodeSelector: {pool: system}
                tolerations: [{key: system, operator: Exists}]
                """));

        // Then
        assertThat(pod.getTopologySpreadConstraints())
                .extracting(TopologySpreadConstraint::getTopologyKey)
                .containsExactly("kubernetes.io/hostname", "topology.kubernetes.io/zone");
        assertThat(pod.getAffinity().getPodAntiAffinity()).isNull();
        assertThat(pod.getAffinity().getNodeAffinity()).isNotNull();
        assertThat(pod.getNodeSelector()).isEqualTo(Map.of("kubernetes.io/os", "linux", "pool", "system"));
        assertThat(pod.getTolerations()).extracting(Toleration::getKey).containsExactly("system");
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
}
