package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the chart hands to Prometheus and Grafana; {@code dev.tolerant.monitoring} tests what they make of it. */
class MonitoringChartTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String SERIES = "namespace=\"tolerant-system\",job=\"tolerant-metrics\"";

    @Test
    void nothingOfItIsThereByDefault() {
        RenderedChart chart = RenderedChart.ofDefaults();

        assertThat(chart.ofKind("PodMonitor")).isEmpty();
        assertThat(chart.ofKind("PrometheusRule")).isEmpty();
        assertThat(chart.all(ConfigMap.class))
                .noneMatch(map -> map.getMetadata().getName().endsWith("-dashboard"));
    }

    @ParameterizedTest
    @CsvSource({"'enabled: true', 2", "'dashboard: {enabled: true}', 1"})
    void prometheusAndGrafanaAreSwitchedOnAlone(String part, int more) {
        int byDefault = RenderedChart.ofDefaults().objects().size();

        RenderedChart chart = RenderedChart.with("monitoring: {" + part + "}");

        assertThat(chart.objects()).hasSize(byDefault + more);
    }

    @Test
    void aPodMonitorFindsThePodsByTheirLabelsAndPortAndNamesTheJobAsTheAlertsExpect() {
        PodTemplateSpec pod = monitored().only(Deployment.class).getSpec().getTemplate();

        JsonNode spec =
                JSON.valueToTree(monitored().ofKind("PodMonitor").get(0)).get("spec");

        spec.at("/selector/matchLabels")
                .fields()
                .forEachRemaining(label -> assertThat(pod.getMetadata().getLabels())
                        .containsEntry(label.getKey(), label.getValue().textValue()));
        JsonNode endpoint = spec.at("/podMetricsEndpoints/0");
        assertThat(pod.getSpec().getContainers().get(0).getPorts())
                .extracting(ContainerPort::getName)
                .contains(endpoint.path("port").textValue());
        assertThat(endpoint.path("path").textValue()).isEqualTo("/q/metrics");
        assertThat(endpoint.at("/relabelings/0/targetLabel").textValue()).isEqualTo("job");
        assertThat(endpoint.at("/relabelings/0/replacement").textValue()).isEqualTo("tolerant-metrics");
        assertThat(spec.at("/namespaceSelector/matchNames/0").textValue()).isEqualTo(RenderedChart.NAMESPACE);
        assertThat(alerts().get(0).get("expr").textValue()).contains(SERIES);
    }

    @Test
    void thereAreEightAlertsAndEightPanels() throws JsonProcessingException {
        assertThat(alerts()).hasSize(8);
        assertThat(dashboard().get("panels")).hasSize(8);
    }

    @Test
    void aDevelopersMachineIsNotMonitored() {
        String url = "webhook: {url: 'https://192.0.2.1:8443', caBundle: QUJD}\n";

        RenderedChart chart = RenderedChart.with(url + RenderedChart.ciValues("monitoring"));

        assertThat(chart.objects()).hasSameSizeAs(RenderedChart.with(url).objects());
    }

    @Test
    void labelsAreForThoseWhoLookForThem() {
        RenderedChart chart = monitored();

        assertThat(labels(chart, "PodMonitor")).containsEntry("release", "prometheus");
        assertThat(labels(chart, "PrometheusRule")).containsEntry("release", "prometheus");
        ConfigMap dashboard = chart.named(ConfigMap.class, "tolerant-dashboard");
        assertThat(dashboard.getMetadata().getLabels()).containsEntry("grafana_dashboard", "1");
    }

    @Test
    void everyAlertSaysWhatIsWrongAndTheWayOut() {
        List<JsonNode> alerts = alerts();

        assertThat(alerts)
                .extracting(alert -> alert.get("alert").textValue())
                .doesNotHaveDuplicates()
                .allMatch(name -> name.startsWith("Tolerant"));
        for (JsonNode alert : alerts) {
            assertThat(alert.at("/labels/severity").textValue()).isIn("critical", "warning", "info");
            assertThat(alert.at("/annotations/summary").textValue())
                    .endsWith(".")
                    .doesNotContain("\n");
            assertThat(alert.at("/annotations/description").textValue().length())
                    .isGreaterThan(60);
            assertThat(alert.toString()).doesNotContain("<no value>", "%!");
        }
    }

    @Test
    void panelsOfTheDashboardDoNotOverlap() throws JsonProcessingException {
        List<String> cells = new ArrayList<>();
        List<Integer> ids = new ArrayList<>();

        for (JsonNode panel : dashboard().get("panels")) {
            JsonNode place = panel.get("gridPos");
            ids.add(panel.get("id").intValue());
            for (int x = 0; x < place.get("w").intValue(); x++) {
                for (int y = 0; y < place.get("h").intValue(); y++) {
                    cells.add((place.get("x").intValue() + x) + "/"
                            + (place.get("y").intValue() + y));
                }
            }
        }

        assertThat(cells).doesNotHaveDuplicates().noneMatch(cell -> cell.matches("(2[4-9]|[3-9]\\d)/.*"));
        assertThat(ids).doesNotHaveDuplicates();
        assertThat(dashboard().get("schemaVersion").intValue()).isGreaterThanOrEqualTo(39);
    }

    @Test
    void everyPanelAsksTheChosenDataSource() throws JsonProcessingException {
        List<JsonNode> sources = dashboard().get("panels").findValues("datasource");

        assertThat(sources)
                .hasSizeGreaterThan(8)
                .allSatisfy(source -> assertThat(source.get("uid").textValue()).isEqualTo("${datasource}"));
        assertThat(dashboard().at("/templating/list").findValuesAsText("name"))
                .containsExactly("datasource", "namespace", "job");
    }

    private static RenderedChart monitored() {
        return RenderedChart.with(RenderedChart.ciValues("monitoring"));
    }

    private static List<JsonNode> alerts() {
        GenericKubernetesResource rule = monitored().ofKind("PrometheusRule").get(0);
        List<JsonNode> alerts = new ArrayList<>();
        JSON.valueToTree(rule).at("/spec/groups/0/rules").forEach(alerts::add);
        return alerts;
    }

    private static JsonNode dashboard() throws JsonProcessingException {
        return JSON.readTree(monitored()
                .named(ConfigMap.class, "tolerant-dashboard")
                .getData()
                .get("tolerant.json"));
    }

    private static Map<String, String> labels(RenderedChart chart, String kind) {
        return chart.ofKind(kind).get(0).getMetadata().getLabels();
    }
}
