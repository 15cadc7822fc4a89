package dev.tolerant.observed.explain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.crd.NodeReader;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.engine.words.Node;
import dev.tolerant.testing.ExplainerFixture;
import dev.tolerant.testing.WholeProgram;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What was observed on a live scheduler and taint-eviction controller, against what explanations say of the same pods. */
class LiveOutcomesTest {
    private static final JsonNode OUTCOMES = outcomes();

    private static JsonNode outcomes() {
        try (InputStream in = new GZIPInputStream(
                Files.newInputStream(Path.of("src/test/resources/conformance/outcomes-1.36.json.gz")))) {
            return WholeProgram.JSON.readTree(in);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    static Stream<JsonNode> evictions() {
        return StreamSupport.stream(OUTCOMES.get("eviction").spliterator(), false);
    }

    static Stream<JsonNode> schedulings() {
        return StreamSupport.stream(OUTCOMES.get("scheduling").spliterator(), false);
    }

    @ParameterizedTest
    @MethodSource("evictions")
    void aPodIsEvictedWhenTheControllerEvictedIt(JsonNode observed) throws Exception {
        assertThat(nodeOutcome(observed).get("evictedAfterSeconds"))
                .isEqualTo(reread(observed.get("evictedAfterSeconds")));
    }

    @ParameterizedTest
    @MethodSource("schedulings")
    void aPodIsSchedulableWhereTheSchedulerPutIt(JsonNode observed) throws Exception {
        assertThat(nodeOutcome(observed).get("schedulable")).isEqualTo(observed.get("scheduled"));
    }

    @Test
    void thereAreFourHundredAndTwentyOutcomesOfEveryKind() {
        assertThat(OUTCOMES.get("eviction")).hasSize(220);
        assertThat(OUTCOMES.get("scheduling")).hasSize(200);
        assertThat(OUTCOMES.findValues("scheduled").stream()
                        .map(JsonNode::booleanValue)
                        .distinct())
                .containsExactlyInAnyOrder(true, false);
        assertThat(OUTCOMES.findValues("evictedAfterSeconds").stream()
                        .map(JsonNode::asText)
                        .distinct())
                .contains("null", "0", "3", "6", "9");
    }

    /** The pod as it was stored, explained as a manifest, on a node with the taints. */
    private static JsonNode nodeOutcome(JsonNode observed) throws InvalidManifestException {
        ObjectNode pod =
                WholeProgram.JSON.createObjectNode().put("apiVersion", "v1").put("kind", "Pod");
        pod.putObject("metadata").put("name", "observed");
        pod.putObject("spec").set("tolerations", observed.get("tolerations"));
        ObjectNode node =
                WholeProgram.JSON.createObjectNode().put("apiVersion", "v1").put("kind", "Node");
        node.putObject("metadata").put("name", "node");
        node.putObject("spec").set("taints", observed.get("taints"));
        List<Node> nodes = NodeReader.read(List.of(ExplainerFixture.manifest(node)));
        Explanation explanation =
                ExplainerFixture.with(Map.of()).explain(ExplainerFixture.manifest(pod), Snapshot.of(nodes), nodes);
        JsonNode outcome =
                reread(ExplanationDocument.tree(explanation)).get("nodes").get(0);
        assertThat(outcome.get("name").textValue()).isEqualTo("node");
        return outcome;
    }

    private static JsonNode reread(JsonNode json) {
        try {
            return WholeProgram.JSON.readTree(json.toString());
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
