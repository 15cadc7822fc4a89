package dev.tolerant.monitoring;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.testing.RenderedChart;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.util.ArrayList;
import java.util.List;

/** What the chart hands to Prometheus and Grafana when all of it is switched on. */
final class Monitored {
    static final String NAMESPACE = "tolerant-system";
    static final String JOB = "tolerant-metrics";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final RenderedChart CHART = RenderedChart.with(RenderedChart.ciValues("monitoring"));

    private Monitored() {}

    /** The rules as Prometheus reads them from a file. */
    static ObjectNode rules() {
        return (ObjectNode)
                JSON.valueToTree(CHART.ofKind("PrometheusRule").get(0)).get("spec");
    }

    static List<ObjectNode> alerts() {
        return alertsIn(rules());
    }

    static List<ObjectNode> alertsIn(ObjectNode rules) {
        List<ObjectNode> alerts = new ArrayList<>();
        rules.get("groups").forEach(group -> group.get("rules").forEach(rule -> alerts.add((ObjectNode) rule)));
        return alerts;
    }

    static JsonNode dashboard() {
        try {
            return JSON.readTree(
                    CHART.named(ConfigMap.class, "tolerant-dashboard").getData().get("tolerant.json"));
        } catch (JsonProcessingException invalid) {
            throw new IllegalStateException("the dashboard is not JSON", invalid);
        }
    }
}
