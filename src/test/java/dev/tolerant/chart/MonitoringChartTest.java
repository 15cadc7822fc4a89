package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tolerant.testing.DocumentFiles;
import dev.tolerant.testing.RenderedChart;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the chart hands to Prometheus and Grafana; {@code dev.tolerant.monitoring} tests what they make of it. */
class MonitoringChartTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String SERIES = "namespace=\"tolerant-system\",job=\"tolerant-metrics\"";

    @Test
    void thereAreSixteenAlertsAndTenPanels() throws JsonProcessingException {
        assertThat(alerts()).hasSize(16).first().asString().contains(SERIES.replace("\"", "\\\""));
        assertThat(dashboard().get("panels")).hasSize(10);
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
        JsonNode panels = dashboard().get("panels");

        assertThat(panels)
                .hasSize(10)
                .allSatisfy(panel ->
                        assertThat(panel.at("/datasource/uid").textValue()).isEqualTo("${datasource}"));
        assertThat(panels.findValues("targets"))
                .allSatisfy(
                        targets -> assertThat(targets.findValue("datasource")).isNull());
        assertThat(dashboard().at("/templating/list").findValuesAsText("name"))
                .containsExactly("datasource", "cluster", "namespace", "job");
    }

    @Test
    void eachAlertLeadsToTheTableOfAlertsWhereTheDocumentsHaveAnAddress() {
        RenderedChart chart =
                RenderedChart.with("{image: {repository: tolerant}, monitoring: {prometheusRule: {enabled: true},"
                        + " documents: 'https://git.example.com/tolerant/docs/'}}");

        assertThat(JSON.valueToTree(chart.ofKind("PrometheusRule").get(0)).findValuesAsText("runbook_url"))
                .hasSize(16)
                .containsOnly("https://git.example.com/tolerant/docs/operations.md#alerts");
        assertThat(DocumentFiles.text(Path.of("docs/operations.md"))).contains("\n## Alerts\n");
        assertThat(alerts())
                .allMatch(alert -> alert.at("/annotations/runbook_url").isMissingNode());
    }

    @Test
    void theLabelOfTheClusterMayHaveAnotherName() {
        RenderedChart chart = RenderedChart.with(
                "{image: {repository: tolerant}, monitoring: {clusterLabel: k8s_cluster, prometheusRule: {enabled: true},"
                        + " dashboard: {enabled: true}}}");

        assertThat(JSON.valueToTree(chart.ofKind("PrometheusRule")).toString())
                .contains("by (k8s_cluster, pod)")
                .doesNotContain("(cluster");
        assertThat(chart.named(ConfigMap.class, "tolerant-dashboard").getData().get("tolerant.json"))
                .contains("k8s_cluster=~\\\"$cluster\\\"", "_count, k8s_cluster)")
                .doesNotContain("CLUSTER");
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
}
