package dev.tolerant.tools.drill;

import static dev.tolerant.testing.ClusterFixture.pod;
import static dev.tolerant.testing.ClusterFixture.unreachable;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tolerant.engine.words.NodeTaints;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.observed.explain.ClusterView;
import dev.tolerant.testing.ClusterFixture;
import dev.tolerant.text.JsonTree;
import dev.tolerant.tools.drill.DrillAnswer.DrilledPod;
import dev.tolerant.tools.drill.ZoneLimits.Span;
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

/**
 * Drills against what a live control plane was seen to do: with single pods and taints, and in mass failures, where two zones of four
 * nodes have pods that tolerate {@code unreachable} for ten seconds, and leases stopped.
 */
class LiveFailuresTest {
    private static final String CLOSED = "{key: node.kubernetes.io/unreachable, effect: NoSchedule}";
    private static final String EVICTING = CLOSED + ", {key: node.kubernetes.io/unreachable, effect: NoExecute}";
    /** How long the control plane took at most from the end of the grace period until it saw it. */
    private static final long LAG = 5;

    private final List<String> objects = new ArrayList<>();

    private void zone(String zone, long seconds, String... taints) {
        for (int i = 0; i < taints.length; i++) {
            String name = zone + "-" + i;
            objects.add(ClusterFixture.node(name, "topology.kubernetes.io/zone: " + zone, taints[i]));
            objects.add(pod("pod-" + name, name, unreachable(seconds)));
        }
    }

    private DrillAnswer silence(String... nodes) {
        Scenario scenario = new Scenario(List.of(nodes), List.of(), Duration.ofSeconds(50), "", false);
        return new Failover(ClusterFixture.view(objects.toArray(String[]::new)), scenario).drill(namespace -> true);
    }

    private static void assertNobodyLeaves(DrillAnswer answer) {
        assertThat(answer.pods()).isNotEmpty().noneMatch(DrilledPod::leaves);
        assertThat(answer.nodes())
                .noneMatch(node -> node.history().taints().contains(NodeTaints.UNREACHABLE))
                .noneMatch(node -> node.latest().taints().contains(NodeTaints.UNREACHABLE));
        assertThat(answer.losesForGood()).isTrue();
    }

    /** Seen for 82 s after the NoSchedule of three nodes: nothing else. */
    @Test
    void threeOfFourNodesOfAZoneGetNoScheduleAlone() {
        zone("z0", 10, "", "", "", "");
        zone("z1", 10, "", "", "", "");

        assertNobodyLeaves(silence("z0-0", "z0-1", "z0-2"));
    }

    /** The fourth fell silent at 131 s; NoExecute was seen at 194, 205, 215 and 225 s, and pods left ten seconds later. */
    @Test
    void theFourthReleasesOneNodeEveryTenSeconds() {
        zone("z0", 10, CLOSED, CLOSED, CLOSED, "");
        zone("z1", 10, "", "", "", "");

        DrillAnswer answer = silence("z0-0", "z0-1", "z0-2", "z0-3");

        Span taints =
                requireNonNull(requireNonNull(answer.nodes().get(0).zone()).taints());
        assertThat(194 - 131 - taints.earliest()).isBetween(0L, LAG);
        assertThat(225 - 131 - taints.latest()).isBetween(0L, LAG);
        assertThat(answer.pods())
                .hasSize(4)
                .extracting(DrilledPod::leavesIn)
                .containsOnly(new Span(taints.earliest() + 10, taints.latest() + 10));
    }

    /** All eight from 261 s on; at 314 s the taints of z0 were taken away. */
    @Test
    void whenTheOtherZoneFailsTooTaintsAreTakenAway() {
        zone("z0", 300, EVICTING, EVICTING, EVICTING, EVICTING);
        zone("z1", 10, "", "", "", "");

        DrillAnswer answer = silence("z0-0", "z0-1", "z0-2", "z0-3", "z1-0", "z1-1", "z1-2", "z1-3");

        assertNobodyLeaves(answer);
        assertThat(answer.nodes().get(0).history().moments())
                .last()
                .satisfies(
                        last -> assertThat(last.from()).isEqualTo(answer.now().plusSeconds(50)));
    }

    @Test
    void podsWhoseTimeIsOverBeforeTheTaintsGoLeave() {
        zone("z0", 10, EVICTING, EVICTING, EVICTING, EVICTING);
        zone("z1", 10, "");

        assertThat(silence("z0-0", "z1-0").pods())
                .extracting(DrilledPod::leavesIn)
                .containsExactly(new Span(10, 10), null);
    }

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
        Scenario scenario = new Scenario(List.of("observed"), assumed, Duration.ZERO, "", false);
        return JsonTree.of(DrillDocument.of(new Failover(view, scenario).drill(namespace -> true)));
    }
}
