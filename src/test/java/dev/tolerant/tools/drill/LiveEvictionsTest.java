package dev.tolerant.tools.drill;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tolerant.engine.model.Taint;
import dev.tolerant.engine.model.Taint.Effect;
import dev.tolerant.observed.explain.ClusterView;
import dev.tolerant.observed.explain.JsonWriter;
import dev.tolerant.observed.facts.ClusterFixture;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** Drills against what a live taint-eviction controller was seen to do with the same pods and taints. */
class LiveEvictionsTest {
    private static final Path OUTCOMES = Path.of("src/test/resources/conformance/outcomes-1.36.json.gz");
    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void eachOfTheObservedPodsLeavesWhenItLeft() throws IOException {
        Map<JsonNode, List<JsonNode>> byTaints = new LinkedHashMap<>();
        for (JsonNode outcome : outcomes()) {
            byTaints.computeIfAbsent(outcome.get("taints"), taints -> new ArrayList<>())
                    .add(outcome);
        }
        int compared = 0;
        for (Map.Entry<JsonNode, List<JsonNode>> group : byTaints.entrySet()) {
            JsonNode drilled = drill(group.getKey(), group.getValue());

            for (JsonNode pod : drilled.get("pods")) {
                int number = Integer.parseInt(pod.get("name").asText().substring("pod-".length()));
                JsonNode observed = group.getValue().get(number);
                assertThat(pod.get("leavesAfterSeconds").asText())
                        .as(observed.toString())
                        .isEqualTo(observed.get("evictedAfterSeconds").asText());
                assertThat(pod.get("leavesBySeconds")).isEqualTo(pod.get("leavesAfterSeconds"));
                compared++;
            }
        }
        assertThat(compared).isEqualTo(220);
    }

    private static JsonNode outcomes() throws IOException {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(OUTCOMES))) {
            return JSON.readTree(in).get("eviction");
        }
    }

    private static JsonNode drill(JsonNode taints, List<JsonNode> outcomes) {
        List<String> objects = new ArrayList<>(List.of(ClusterFixture.node("observed", "", "")));
        for (int i = 0; i < outcomes.size(); i++) {
            String tolerations = outcomes.get(i).get("tolerations").toString();
            objects.add(ClusterFixture.pod("pod-" + i, "observed", "tolerations: " + tolerations));
        }
        ClusterView view = ClusterFixture.view(objects.toArray(String[]::new));
        List<Taint> assumed = new ArrayList<>();
        taints.forEach(taint -> assumed.add(new Taint(
                taint.path("key").asText(),
                taint.path("value").asText(),
                Effect.of(taint.path("effect").asText()))));
        Scenario scenario = new Scenario(List.of("observed"), assumed, Duration.ZERO, "");
        return JsonWriter.tree(DrillDocument.of(new Failover(view, scenario).drill(namespace -> true)));
    }
}
