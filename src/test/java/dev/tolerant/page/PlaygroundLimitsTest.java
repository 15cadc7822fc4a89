package dev.tolerant.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.cluster.CurrentSnapshot;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the playground does with more than anybody reads: it says so, and holds no more of it than fits into the heap. */
class PlaygroundLimitsTest {
    private static final String POD =
            "{apiVersion: v1, kind: Pod, metadata: {name: bare}, spec: {containers: [{name: a}]}}";

    private final Playground playground = new Playground(new CurrentSnapshot());

    @ParameterizedTest
    @ValueSource(strings = {"--- {}\n", "{}", "{} ", "---\n"})
    void ofVeryManyDocumentsOnlyTheirNumberIsSaid(String document) {
        // Given
        String documents = document.repeat(30_000);

        // When
        ObjectNode ofPolicies = explain(POD, documents, "");
        ObjectNode ofPods = explain(documents, "", "");

        // Then
        assertThat(problems(ofPolicies))
                .containsExactly("policies: it has more than 1000 documents; leave out those that you do not need");
        assertThat(problems(ofPods))
                .containsExactly(
                        "pods: pods cannot be read: it has more than 1000 documents; leave out those that you do"
                                + " not need");
        assertThat(ofPods.get("explanations")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"kind\": \"List\", \"items\": [%s]}", "kind: List\nitems: [%s]"})
    void theItemsOfAListCountAsDocuments(String list) {
        // Given
        String items = list.formatted("{},".repeat(1000) + "{}");

        // When
        ObjectNode answer = explain(POD, items, "");

        // Then
        assertThat(problems(answer))
                .containsExactly("policies: it has more than 1000 documents; leave out those that you do not need");
    }

    @Test
    void aLongTextIsNotRead() {
        // Given
        String text = "#" + " ".repeat(1 << 18);

        // When
        ObjectNode answer = explain(text, text, text);

        // Then
        assertThat(problems(answer))
                .containsExactly(
                        "pods: the text has 262145 characters, and the playground reads 262144: leave something out",
                        "policies: the text has 262145 characters, and the playground reads 262144: leave something out",
                        "settings: the text has 262145 characters, and the playground reads 262144: leave something out");
        assertThat(answer.get("explanations")).isEmpty();
    }

    @Test
    void ofVeryManyProblemsTheFirstAreSaid() {
        // When
        ObjectNode answer = explain(POD, "{}\n---\n".repeat(500), "");

        // Then
        assertThat(problems(answer))
                .hasSize(101)
                .last()
                .isEqualTo("policies: there are 400 more problems; mend these first");
        assertThat(answer.get("explanations")).hasSize(1);
    }

    @Test
    void aLongObjectIsExplainedWithoutItsLines() {
        // When
        ObjectNode answer = explain(podOfResources(1000, "a"), "", "tolerant.rules.extended-resources.enabled=true");

        // Then
        JsonNode explanation = answer.at("/explanations/0");
        assertThat(explanation.get("tolerations")).hasSizeGreaterThan(1000);
        assertThat(explanation.at("/diffs/0/lines")).isEmpty();
        assertThat(explanation.at("/diffs/0/note").asText())
                .isEqualTo("The object has more than 1000 lines, too many to compare here.");
    }

    @Test
    void deepAndWideObjectsAreExplainedWithoutTheirLines() {
        // Given
        String deep = "{\"a\":".repeat(400) + "[" + "0,".repeat(1500) + "0]" + "}".repeat(400);

        // When
        ObjectNode answer = explain(
                "{\"apiVersion\": \"v1\", \"kind\": \"Pod\", \"metadata\": {\"name\": \"deep\"}, \"spec\": {\"x\": "
                        + deep + "}}",
                "",
                "");

        // Then
        assertThat(answer.at("/explanations/0/diffs/0/note").asText())
                .isEqualTo("The object has more than 262144 characters, too many to compare here.");
    }

    @Test
    void explanationsEndWhereTheyGetTooLong() {
        // Given
        String pods = IntStream.range(0, 20)
                .mapToObj(i -> podOfResources(850, "p" + i))
                .collect(Collectors.joining("\n---\n"));

        // When
        ObjectNode answer = explain(pods, "", "tolerant.rules.extended-resources.enabled=true");

        // Then
        assertThat(answer.get("explanations").size()).isBetween(5, 19);
        assertThat(problems(answer))
                .containsExactly("pods: of 20 objects the first "
                        + answer.get("explanations").size()
                        + " are explained, because the explanations are long; leave the others out to see the rest");
        assertThat(answer.toString()).hasSizeLessThan(8 << 20);
    }

    @Test
    void ofVeryManyNodesNoneIsShown() {
        // Given
        String node =
                "{apiVersion: v1, kind: Node, metadata: {name: n%d}, spec: {taints: [{key: a, effect: NoSchedule}]}}\n";
        String nodes = IntStream.range(0, 101).mapToObj(node::formatted).collect(Collectors.joining("---\n"));

        // When
        ObjectNode answer = explain(POD, nodes, "");

        // Then
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

    private ObjectNode explain(String pods, String policies, String settings) {
        return playground.explain(new Attempt(pods, policies, settings)).json();
    }

    private static List<String> problems(ObjectNode answer) {
        return answer.get("problems")
                .valueStream()
                .map(problem -> problem.get("editor").asText() + ": "
                        + problem.get("sentence").asText())
                .toList();
    }
}
