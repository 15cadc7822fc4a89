package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.PodDNSConfigOption;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentSpec;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What platform teams set in the pods of every chart. */
class PodOptionsChartTest {

    @Test
    void theDeploymentKeepsItsHistoryAndRollsAsTheValuesSay() {
        // When
        DeploymentSpec byDefault =
                RenderedChart.ofDefaults().only(Deployment.class).getSpec();
        DeploymentSpec changed = options().only(Deployment.class).getSpec();
        DeploymentSpec recreated = RenderedChart.with("{strategy: {type: Recreate}, revisionHistoryLimit: 0}")
                .only(Deployment.class)
                .getSpec();

        // Then
        assertThat(byDefault.getRevisionHistoryLimit()).isEqualTo(3);
        assertThat(changed.getRevisionHistoryLimit()).isEqualTo(5);
        assertThat(changed.getStrategy().getRollingUpdate().getMaxUnavailable()).isEqualTo(new IntOrString("25%"));
        assertThat(changed.getStrategy().getRollingUpdate().getMaxSurge()).isEqualTo(new IntOrString(2));
        assertThat(recreated.getRevisionHistoryLimit()).isZero();
        assertThat(recreated.getStrategy().getType()).isEqualTo("Recreate");
        assertThat(recreated.getStrategy().getRollingUpdate()).isNull();
    }

    @Test
    void aProbesTimingIsMergedAndAnotherWayToAskReplacesTheChartsOwn() {
        // When
        Container container = program(options());

        // Then
        Probe startup = container.getStartupProbe();
        assertThat(startup.getHttpGet().getPath()).isEqualTo("/q/health/started");
        assertThat(startup.getFailureThreshold()).isEqualTo(120);
        assertThat(startup.getInitialDelaySeconds()).isEqualTo(2);
        Probe liveness = container.getLivenessProbe();
        assertThat(liveness.getHttpGet()).isNull();
        assertThat(liveness.getExec().getCommand()).startsWith("curl", "--fail");
        assertThat(liveness.getPeriodSeconds()).isEqualTo(10);
        Probe readiness = container.getReadinessProbe();
        assertThat(readiness.getHttpGet().getPath()).isEqualTo("/q/health/ready");
        assertThat(readiness.getPeriodSeconds()).isEqualTo(2);
        assertThat(readiness.getSuccessThreshold()).isEqualTo(2);
        assertThat(readiness.getFailureThreshold()).isEqualTo(2);
    }

    @Test
    void aProbeCanBeLeftOut() {
        // When
        Container container = program(RenderedChart.with("startupProbe: null"));

        // Then
        assertThat(container.getStartupProbe()).isNull();
        assertThat(container.getLivenessProbe()).isNotNull();
        assertThat(container.getReadinessProbe()).isNotNull();
    }

    @Test
    void namesAreResolvedAsTheValuesSay() {
        // When
        PodSpec byDefault = DeploymentChartTest.pod(RenderedChart.ofDefaults());
        PodSpec changed = DeploymentChartTest.pod(options());

        // Then
        assertThat(byDefault.getDnsPolicy()).isNull();
        assertThat(byDefault.getDnsConfig()).isNull();
        assertThat(changed.getDnsPolicy()).isEqualTo("None");
        assertThat(changed.getDnsConfig().getNameservers()).containsExactly("192.0.2.53");
        assertThat(changed.getDnsConfig().getSearches()).containsExactly("example.com");
        assertThat(changed.getDnsConfig().getOptions())
                .extracting(PodDNSConfigOption::getName, PodDNSConfigOption::getValue)
                .containsExactly(tuple("ndots", "2"));
    }

    @ParameterizedTest
    @CsvSource({"'', ClusterFirstWithHostNet", "Default, Default"})
    void onTheNodesNetworkTheClustersNamesAreResolvedUnlessTheValuesSayOtherwise(String asked, String policy) {
        // When
        PodSpec pod = DeploymentChartTest.pod(RenderedChart.with("{hostNetwork: true, dnsPolicy: '" + asked + "'}"));

        // Then
        assertThat(pod.getDnsPolicy()).isEqualTo(policy);
    }

    @Test
    void aRuntimeClassIsThePodsAndNobodysByDefault() {
        // When
        PodSpec pod = DeploymentChartTest.pod(options());

        // Then
        assertThat(pod.getRuntimeClassName()).isEqualTo("gvisor");
        assertThat(DeploymentChartTest.pod(RenderedChart.ofDefaults()).getRuntimeClassName())
                .isNull();
    }

    @Test
    void otherContainersRunBeforeAndBesideTheProgram() {
        // When
        PodSpec pod = DeploymentChartTest.pod(options());

        // Then
        assertThat(pod.getInitContainers()).extracting(Container::getName).containsExactly("wait");
        assertThat(pod.getContainers()).extracting(Container::getName).containsExactly("webhook", "log");
        assertThat(pod.getContainers().get(1).getVolumeMounts())
                .extracting(mount -> mount.getMountPath())
                .containsExactly("/tmp");
    }

    @Test
    void argumentsAndEnvironmentReachTheProgram() {
        // When
        Container container = program(options());

        // Then
        assertThat(container.getArgs()).containsExactly("serve");
        assertThat(container.getEnvFrom().get(0).getSecretRef().getName()).isEqualTo("proxy");
        assertThat(container.getEnvFrom().get(1).getPrefix()).isEqualTo("LOG_");
        assertThat(container.getEnvFrom().get(1).getConfigMapRef().getOptional())
                .isTrue();
        assertThat(program(RenderedChart.ofDefaults()).getArgs()).isNullOrEmpty();
        assertThat(program(RenderedChart.ofDefaults()).getEnvFrom()).isNullOrEmpty();
    }

    @Test
    void theAutoscalerBehavesAsTheValuesSay() {
        // When
        HorizontalPodAutoscaler scaler =
                RenderedChart.with(RenderedChart.ciValues("autoscaling")).only(HorizontalPodAutoscaler.class);

        // Then
        assertThat(scaler.getSpec().getBehavior().getScaleDown().getStabilizationWindowSeconds())
                .isEqualTo(3600);
        assertThat(scaler.getSpec().getBehavior().getScaleUp().getPolicies()).hasSize(1);
        assertThat(RenderedChart.with("autoscaling: {enabled: true}")
                        .only(HorizontalPodAutoscaler.class)
                        .getSpec()
                        .getBehavior())
                .isNull();
    }

    @Test
    void theServicesHaveTheFamiliesOfTheValuesInTheirOrder() {
        // When
        RenderedChart chart = RenderedChart.with(RenderedChart.ciValues("ipv6"));

        // Then
        assertThat(chart.all(Service.class))
                .hasSize(2)
                .extracting(service -> service.getSpec().getIpFamilies())
                .containsOnly(List.of("IPv6", "IPv4"));
        assertThat(RenderedChart.ofDefaults().all(Service.class))
                .allSatisfy(
                        service -> assertThat(service.getSpec().getIpFamilies()).isNullOrEmpty());
    }

    private static RenderedChart options() {
        return RenderedChart.with(RenderedChart.ciValues("pod"));
    }

    private static Container program(RenderedChart chart) {
        return DeploymentChartTest.pod(chart).getContainers().get(0);
    }
}
