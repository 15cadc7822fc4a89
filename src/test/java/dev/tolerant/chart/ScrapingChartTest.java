package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How Prometheus scrapes the pods, by their Service or by themselves. */
class ScrapingChartTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void aServiceMonitorScrapesAsTheValuesSay() {
        // When
        JsonNode monitor = monitor("monitoring", "ServiceMonitor");

        // Then
        JsonNode endpoint = monitor.at("/spec/endpoints/0");
        assertThat(endpoint.path("interval").textValue()).isEqualTo("1m");
        assertThat(endpoint.path("scrapeTimeout").textValue()).isEqualTo("20s");
        assertThat(endpoint.has("honorLabels")).isFalse();
        assertThat(endpoint.at("/relabelings/0/targetLabel").textValue()).isEqualTo("node");
        assertThat(endpoint.at("/metricRelabelings/0/action").textValue()).isEqualTo("drop");
        assertThat(monitor.at("/spec/sampleLimit").intValue()).isEqualTo(5000);
        assertThat(monitor.at("/spec/podTargetLabels/0").textValue()).isEqualTo("team");
        assertThat(monitor.at("/metadata/annotations"))
                .isEqualTo(JSON.valueToTree(Map.of("example.com/owner", "platform")));
    }

    @Test
    void whatTheValuesDoNotSayIsLeftToPrometheus() {
        // When
        GenericKubernetesResource monitor = RenderedChart.with("monitoring: {serviceMonitor: {enabled: true}}")
                .ofKind("ServiceMonitor")
                .get(0);

        // Then
        JsonNode spec = JSON.valueToTree(monitor).get("spec");
        assertThat(spec.fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder("selector", "namespaceSelector", "endpoints");
        assertThat(spec.at("/endpoints/0").fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder("port", "path", "interval");
    }

    @Test
    void aPodMonitorFindsThePodsByTheirLabelsAndPort() {
        // Given
        RenderedChart chart = RenderedChart.with(RenderedChart.ciValues("pod-monitor"));
        Deployment deployment = chart.only(Deployment.class);

        // When
        JsonNode spec = JSON.valueToTree(chart.ofKind("PodMonitor").get(0)).get("spec");

        // Then
        Map<?, ?> selector = JSON.convertValue(spec.at("/selector/matchLabels"), Map.class);
        assertThat(deployment.getSpec().getTemplate().getMetadata().getLabels().entrySet())
                .containsAll(selector.entrySet().stream()
                        .map(each -> Map.entry((String) each.getKey(), (String) each.getValue()))
                        .toList());
        assertThat(deployment
                        .getSpec()
                        .getTemplate()
                        .getSpec()
                        .getContainers()
                        .get(0)
                        .getPorts())
                .anyMatch(port -> port.getName()
                        .equals(spec.at("/podMetricsEndpoints/0/port").textValue()));
        assertThat(spec.at("/podMetricsEndpoints/0/path").textValue()).isEqualTo("/q/metrics");
        assertThat(spec.at("/namespaceSelector/matchNames/0").textValue()).isEqualTo(RenderedChart.NAMESPACE);
    }

    @Test
    void itScrapesAsTheValuesSayAndNamesTheJobAsTheAlertsExpect() {
        // When
        JsonNode monitor = monitor("pod-monitor", "PodMonitor");

        // Then
        JsonNode endpoint = monitor.at("/spec/podMetricsEndpoints/0");
        assertThat(endpoint.path("interval").textValue()).isEqualTo("15s");
        assertThat(endpoint.path("scrapeTimeout").textValue()).isEqualTo("10s");
        assertThat(endpoint.path("honorLabels").booleanValue()).isTrue();
        assertThat(endpoint.at("/relabelings/0/targetLabel").textValue()).isEqualTo("job");
        assertThat(endpoint.at("/relabelings/0/replacement").textValue()).isEqualTo("tolerant-metrics");
        assertThat(endpoint.at("/relabelings/1/targetLabel").textValue()).isEqualTo("node");
        assertThat(endpoint.at("/metricRelabelings/0/action").textValue()).isEqualTo("drop");
        assertThat(monitor.at("/spec/sampleLimit").intValue()).isEqualTo(1_000_000);
        assertThat(monitor.at("/metadata/labels/release").textValue()).isEqualTo("prometheus");
        assertThat(JSON.valueToTree(RenderedChart.with(RenderedChart.ciValues("pod-monitor"))
                                .ofKind("PrometheusRule")
                                .get(0))
                        .findValuesAsText("expr"))
                .anyMatch(expression -> expression.contains("job=\"tolerant-metrics\""));
    }

    @Test
    void bothAtOnceAreRefusedBecauseTheyWouldCountTwice() {
        assertThatThrownBy(() -> RenderedChart.with(
                        "monitoring: {serviceMonitor: {enabled: true}, podMonitor: {enabled: true}}"))
                .hasMessageContaining("monitoring.serviceMonitor and monitoring.podMonitor are both enabled, and"
                        + " Prometheus would scrape every pod twice: enable one of them");
    }

    @Test
    void theLabelsOfAMonitorWinOverThoseOfAllObjectsButNotOverTheCharts() {
        // When
        RenderedChart chart = RenderedChart.with("""
                commonLabels: {release: common}
                monitoring:
                  serviceMonitor: {enabled: true, labels: {release: own, app.kubernetes.io/name: own}}
                """);

        // Then
        assertThat(chart.ofKind("ServiceMonitor").get(0).getMetadata().getLabels())
                .containsEntry("release", "own")
                .containsEntry("app.kubernetes.io/name", "tolerant");
    }

    private static JsonNode monitor(String ci, String kind) {
        return JSON.valueToTree(
                RenderedChart.with(RenderedChart.ciValues(ci)).ofKind(kind).get(0));
    }
}
