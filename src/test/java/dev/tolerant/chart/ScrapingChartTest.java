package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How Prometheus scrapes the pods. */
class ScrapingChartTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void whatTheValuesDoNotSayIsLeftToPrometheus() {
        // When
        GenericKubernetesResource monitor = RenderedChart.with("monitoring: {podMonitor: {enabled: true}}")
                .ofKind("PodMonitor")
                .get(0);

        // Then
        JsonNode spec = JSON.valueToTree(monitor).get("spec");
        assertThat(spec.fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder("selector", "namespaceSelector", "podMetricsEndpoints");
        assertThat(spec.at("/podMetricsEndpoints/0").fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder("port", "path", "interval", "relabelings");
    }

    @Test
    void aPodMonitorFindsThePodsByTheirLabelsAndPort() {
        // Given
        RenderedChart chart = RenderedChart.with(RenderedChart.ciValues("monitoring"));
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
        JsonNode monitor = monitor();

        // Then
        JsonNode endpoint = monitor.at("/spec/podMetricsEndpoints/0");
        assertThat(endpoint.path("interval").textValue()).isEqualTo("1m");
        assertThat(endpoint.path("scrapeTimeout").textValue()).isEqualTo("20s");
        assertThat(endpoint.path("honorLabels").booleanValue()).isTrue();
        assertThat(endpoint.at("/relabelings/0/targetLabel").textValue()).isEqualTo("job");
        assertThat(endpoint.at("/relabelings/0/replacement").textValue()).isEqualTo("tolerant-metrics");
        assertThat(endpoint.at("/relabelings/1/targetLabel").textValue()).isEqualTo("node");
        assertThat(endpoint.at("/metricRelabelings/0/action").textValue()).isEqualTo("drop");
        assertThat(monitor.at("/spec/sampleLimit").intValue()).isEqualTo(1_000_000);
        assertThat(monitor.at("/spec/podTargetLabels/0").textValue()).isEqualTo("team");
        assertThat(monitor.at("/metadata/labels/release").textValue()).isEqualTo("prometheus");
        assertThat(monitor.at("/metadata/annotations"))
                .isEqualTo(JSON.valueToTree(Map.of("example.com/owner", "platform")));
        assertThat(JSON.valueToTree(RenderedChart.with(RenderedChart.ciValues("monitoring"))
                                .ofKind("PrometheusRule")
                                .get(0))
                        .findValuesAsText("expr"))
                .anyMatch(expression -> expression.contains("job=\"tolerant-metrics\""));
    }

    @Test
    void theLabelsOfAMonitorWinOverThoseOfAllObjectsButNotOverTheCharts() {
        // When
        RenderedChart chart = RenderedChart.with("""
                commonLabels: {release: common}
                monitoring:
                  podMonitor: {enabled: true, labels: {release: own, app.kubernetes.io/name: own}}
                """);

        // Then
        assertThat(chart.ofKind("PodMonitor").get(0).getMetadata().getLabels())
                .containsEntry("release", "own")
                .containsEntry("app.kubernetes.io/name", "tolerant");
    }

    private static JsonNode monitor() {
        return JSON.valueToTree(RenderedChart.with(RenderedChart.ciValues("monitoring"))
                .ofKind("PodMonitor")
                .get(0));
    }
}
