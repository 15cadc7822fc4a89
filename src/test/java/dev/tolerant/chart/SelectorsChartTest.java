package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyIngressRule;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPort;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Labels and ports of one object that another finds it by. */
class SelectorsChartTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @MethodSource("dev.tolerant.chart.RenderedChart#ciFiles")
    void whatSelectsPodsSelectsTheWebhooksAndNotTheTest(String name) {
        RenderedChart chart =
                RenderedChart.of(ChartCopy.in(folder).withoutHooks().path(), RenderedChart.ciValues(name));

        for (Deployment deployment : chart.all(Deployment.class)) {
            List<Map<String, String>> selectors = new ArrayList<>();
            selectors.add(deployment.getSpec().getSelector().getMatchLabels());
            chart.all(Service.class)
                    .forEach(service -> selectors.add(service.getSpec().getSelector()));
            chart.all(PodDisruptionBudget.class)
                    .forEach(budget ->
                            selectors.add(budget.getSpec().getSelector().getMatchLabels()));
            chart.all(NetworkPolicy.class)
                    .forEach(policy ->
                            selectors.add(policy.getSpec().getPodSelector().getMatchLabels()));
            deployment.getSpec().getTemplate().getSpec().getTopologySpreadConstraints().stream()
                    .filter(constraint -> constraint.getTopologyKey().contains("kubernetes.io"))
                    .forEach(constraint ->
                            selectors.add(constraint.getLabelSelector().getMatchLabels()));

            Map<String, String> webhook =
                    deployment.getSpec().getTemplate().getMetadata().getLabels();
            Map<String, String> test = chart.only(Pod.class).getMetadata().getLabels();
            assertThat(selectors).hasSizeGreaterThan(3).allSatisfy(selector -> {
                assertThat(webhook).containsAllEntriesOf(selector);
                assertThat(test.entrySet().containsAll(selector.entrySet())).isFalse();
            });
        }
    }

    @ParameterizedTest
    @MethodSource("dev.tolerant.chart.RenderedChart#ciFiles")
    void everyPortThatIsNamedIsAPortOfTheContainer(String name) {
        RenderedChart chart = RenderedChart.with(RenderedChart.ciValues(name));

        for (Deployment deployment : chart.all(Deployment.class)) {
            List<String> ports = deployment.getSpec().getTemplate().getSpec().getContainers().get(0).getPorts().stream()
                    .map(ContainerPort::getName)
                    .toList();
            assertThat(ports).containsExactly("https", "management");
            assertThat(chart.all(Service.class))
                    .flatExtracting(service -> service.getSpec().getPorts())
                    .extracting(port -> port.getTargetPort().getStrVal())
                    .containsExactlyInAnyOrderElementsOf(ports);
        }
    }

    @Test
    void theMetricsHaveAServiceOfTheirOwnThatMonitoringFindsByItsComponent() {
        RenderedChart chart = RenderedChart.ofDefaults();

        Service metrics = chart.named(Service.class, "tolerant-metrics");
        assertThat(metrics.getMetadata().getLabels()).containsEntry("app.kubernetes.io/component", "metrics");
        assertThat(metrics.getSpec().getPorts())
                .extracting(port -> port.getName())
                .containsExactly("management");
        assertThat(metrics.getSpec().getPorts())
                .extracting(port -> port.getPort())
                .containsExactly(9000);
        assertThat(chart.named(Service.class, "tolerant").getMetadata().getLabels())
                .containsEntry("app.kubernetes.io/component", "webhook");
    }

    @Test
    void aNetworkPolicyIsThereWhereItIsAskedFor() {
        RenderedChart chart = RenderedChart.with("""
                networkPolicy:
                  enabled: true
                  webhookFrom: [{ipBlock: {cidr: 10.0.0.2/32}}]
                  managementFrom: [{namespaceSelector: {matchLabels: {team: monitoring}}}]
                  apiServerPorts: [6443]
                """);

        assertThat(RenderedChart.ofDefaults().all(NetworkPolicy.class)).isEmpty();
        NetworkPolicy policy = chart.only(NetworkPolicy.class);
        NetworkPolicyIngressRule webhook = policy.getSpec().getIngress().get(0);
        NetworkPolicyIngressRule management = policy.getSpec().getIngress().get(1);
        assertThat(policy.getSpec().getPolicyTypes()).containsExactly("Ingress", "Egress");
        assertThat(RenderedChart.with("networkPolicy: {enabled: true}")
                        .only(NetworkPolicy.class)
                        .getSpec()
                        .getIngress()
                        .get(0)
                        .getFrom())
                .isEmpty();
        assertThat(webhook.getFrom())
                .singleElement()
                .satisfies(peer -> assertThat(peer.getIpBlock().getCidr()).isEqualTo("10.0.0.2/32"));
        assertThat(ports(webhook.getPorts())).containsExactly("https/TCP");
        assertThat(ports(management.getPorts())).containsExactly("management/TCP");
        assertThat(management.getFrom()).hasSize(2);
        assertThat(management.getFrom().get(0).getPodSelector().getMatchLabels())
                .containsEntry("app.kubernetes.io/component", "test");
        assertThat(management.getFrom().get(1).getNamespaceSelector().getMatchLabels())
                .isEqualTo(Map.of("team", "monitoring"));
        assertThat(policy.getSpec().getEgress())
                .extracting(rule -> ports(rule.getPorts()))
                .containsExactly(List.of("53/UDP", "53/TCP"), List.of("6443/TCP"));
    }

    @Test
    void nothingGoesOutWhereTheApiServerIsNotCalled() {
        RenderedChart chart = RenderedChart.with(RenderedChart.ciValues("no-api"));

        NetworkPolicy policy = chart.only(NetworkPolicy.class);
        assertThat(policy.getSpec().getEgress()).isEmpty();
        assertThat(policy.getSpec().getPolicyTypes()).contains("Egress");
    }

    private static List<String> ports(List<NetworkPolicyPort> ports) {
        return ports.stream()
                .map(port -> port.getPort().getValue() + "/" + port.getProtocol())
                .toList();
    }
}
