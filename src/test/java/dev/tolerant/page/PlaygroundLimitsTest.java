package dev.tolerant.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.words.PodFacts;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What the playground does with more than anybody reads: it says so. */
class PlaygroundLimitsTest extends PlaygroundFixture {
    private static final String POD =
            "{apiVersion: v1, kind: Pod, metadata: {name: bare}, spec: {containers: [{name: a}]}}";

    @Test
    void ofVeryManyProblemsTheFirstAreSaid() {
        ObjectNode answer = explain(POD, "{}\n---\n".repeat(500), "");

        assertThat(problems(answer))
                .hasSize(101)
                .last()
                .isEqualTo("policies: there are 400 more problems; fix these first");
        assertThat(answer.get("explanations")).hasSize(1);
    }

    @Test
    void aLongObjectIsExplainedWithoutItsLines() {
        ObjectNode answer = explain(podOfResources(1000, "a"), "", "tolerant.rules.extended-resources.enabled=true");

        JsonNode explanation = answer.at("/explanations/0");
        assertThat(explanation.get("tolerations")).hasSize(PodFacts.GIVEN_UP_TO);
        assertThat(explanation.at("/diffs/0/lines")).isEmpty();
        assertThat(explanation.at("/diffs/0/note").asText())
                .isEqualTo("The object has more than 1000 lines, too many to compare here.");
    }

    @Test
    void ofVeryManyNodesNoneIsShown() {
        String node =
                "{apiVersion: v1, kind: Node, metadata: {name: n%d}, spec: {taints: [{key: a, effect: NoSchedule}]}}\n";
        String nodes = IntStream.range(0, 101).mapToObj(node::formatted).collect(Collectors.joining("---\n"));

        ObjectNode answer = explain(POD, nodes, "");

        assertThat(problems(answer))
                .containsExactly("policies: the nodes and their taints are 202 together, and the playground shows what"
                        + " happens on 200: leave some out to see the rest");
        assertThat(answer.at("/explanations/0").has("nodes")).isFalse();
    }

    private static String podOfResources(int count, String name) {
        String limits =
                IntStream.range(0, count).mapToObj(i -> "r.io/" + i + ": 1").collect(Collectors.joining(", "));
        return "{apiVersion: v1, kind: Pod, metadata: {name: " + name
                + "}, spec: {containers: [{name: a, resources: {limits: {" + limits + "}}}]}}";
    }
}
