package dev.tolerant.monitoring;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A query of the dashboard, and how a panel names what it returns. */
record PanelQuery(String panel, String expression, String legend) {

    static List<PanelQuery> all() {
        List<PanelQuery> queries = new ArrayList<>();
        for (JsonNode panel : Monitored.dashboard().get("panels")) {
            for (JsonNode target : panel.path("targets")) {
                queries.add(new PanelQuery(
                        panel.get("title").textValue(),
                        filled(target.get("expr").textValue()),
                        target.path("legendFormat").asText()));
            }
        }
        return queries;
    }

    /** As Grafana fills in the variables for this release and a short time. */
    static String filled(String expression) {
        return expression
                .replace("$namespace", Monitored.NAMESPACE)
                .replace("$job", Monitored.JOB)
                .replace("$__rate_interval", "10s");
    }

    /** The legend of a result with these labels; a label that it lacks stays in braces. */
    String legendOf(Map<String, String> labels) {
        String text = legend;
        for (Map.Entry<String, String> label : labels.entrySet()) {
            text = text.replace("{{" + label.getKey() + "}}", label.getValue());
        }
        return text;
    }
}
