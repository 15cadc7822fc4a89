package dev.tolerant.page;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.model.Snapshot;
import java.util.List;

/** What stands in the page when it is opened: the samples, and what is in force. */
final class Start {
    private final InForce inForce;

    Start(InForce inForce) {
        this.inForce = inForce;
    }

    ObjectNode json() {
        Snapshot snapshot = inForce.snapshot();
        int policies = snapshot.policies().policies().size();
        String written = inForce.policies();
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode groups = json.putArray("samples");
        addTo(groups, "Pods", Sample.all());
        addTo(groups, "The library, with its policies", Sample.library());
        json.putObject("inForce")
                .put("policies", policies)
                .put("namespaces", snapshot.namespaces().size())
                // What is not there as a text cannot be edited.
                .put("used", written.isEmpty() && policies > 0);
        json.put("policies", written.isEmpty() ? Asset.of("policies.yaml").text() : written);
        json.put("settings", inForce.settings());
        return json;
    }

    private static void addTo(ArrayNode groups, String label, List<Sample> samples) {
        ArrayNode group = groups.addObject().put("label", label).putArray("samples");
        for (Sample sample : samples) {
            ObjectNode json = group.addObject().put("title", sample.title());
            json.put("pod", sample.pod().url());
            Asset policies = sample.policies();
            if (policies != null) {
                json.put("policies", policies.url());
            }
        }
    }
}
