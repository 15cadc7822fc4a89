package dev.tolerant.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.crd.PolicyFiles;
import dev.tolerant.observed.explain.ExplanationDocument;
import dev.tolerant.page.Playground.Attempt;
import dev.tolerant.testing.ExplainedCase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What the page is told of what stands in its editors. */
class PlaygroundTest extends PlaygroundFixture {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path CASES = Path.of("src/test/resources/explain");
    private static final String POD =
            "{apiVersion: v1, kind: Pod, metadata: {name: bare}, spec: {containers: [{name: a}]}}";

    static List<ExplainedCase> cases() throws IOException {
        try (Stream<Path> directories = Files.list(CASES)) {
            return directories
                    .map(directory -> ExplainedCase.of(directory.getFileName().toString()))
                    .filter(each -> !Files.exists(each.nodes()))
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aCaseGetsTheExplanationOfTheCommand(ExplainedCase golden) throws Exception {
        String settings = golden.settings().entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining("\n"));
        String policies = Files.exists(golden.policies()) ? PolicyFiles.text(golden.policies()) : "";
        ArrayNode expected = JSON.createArrayNode();
        golden.explain().forEach(explanation -> expected.add(ExplanationDocument.tree(explanation)));

        ArrayNode explanations = explanations(explain(Files.readString(golden.input()), policies, settings));

        explanations.forEach(explanation -> ((ObjectNode) explanation).remove("diffs"));
        assertThat(explanations).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "tolerant.mode=maybe | tolerant.mode cannot be \"maybe\": it must be one of audit,enforce",
                "tolerant.rules.node-failure.not-ready=soon | tolerant.rules.node-failure.not-ready cannot be \"soon\": 'soon' is neither a whole number of seconds nor 'never'",
                "tolerant.rules.node-failures.not-ready=60 | tolerant.rules.node-failures.not-ready is not a setting",
                "quarkus.http.port=1 | quarkus.http.port is not a setting of this program, whose settings begin with tolerant.",
                "a=\\u12 | four hexadecimal digits must follow \\u; write \\\\ for a backslash",
            })
    void aSettingThatCannotBeReadIsSaidAndNothingIsExplained(String settings, String sentence) {
        ObjectNode answer = explain(POD, "", settings);

        assertThat(explanations(answer)).isEmpty();
        assertThat(problems(answer)).singleElement().asString().startsWith("settings: " + sentence);
    }

    @Test
    void aPolicyThatCannotBeUsedIsSaidAndTheOthersAreUsed() {
        ObjectNode answer = explain(POD, """
                apiVersion: tolerant.dev/v1alpha1
                kind: TolerationPolicy
                metadata: {name: broken}
                spec: {match: {}, tolerations: [{operator: Exists, value: x}]}
                ---
                apiVersion: tolerant.dev/v1alpha1
                kind: TolerationPolicy
                metadata: {name: good}
                spec: {match: {}, tolerations: [{key: spot, operator: Exists}]}
                ---
                apiVersion: tolerant.dev/v1alpha1
                kind: TolerationPolicy
                metadata: {name: good}
                spec: {match: {}}
                """, "");

        assertThat(problems(answer))
                .hasSize(2)
                .satisfiesExactlyInAnyOrder(
                        broken -> assertThat(broken)
                                .startsWith("policies: document 1: TolerationPolicy broken cannot be used: "
                                        + "spec.tolerations[0]"),
                        twice -> assertThat(twice)
                                .isEqualTo(
                                        "policies: good is there more than once, and the first one counts: remove one of them"));
        assertThat(explanations(answer)
                        .get(0)
                        .at("/tolerations/0/toleration/key")
                        .asText())
                .isEqualTo("node.kubernetes.io/not-ready");
        assertThat(explanations(answer)
                        .get(0)
                        .at("/tolerations/2/toleration/key")
                        .asText())
                .isEqualTo("spot");
    }

    @Test
    void policiesThatAreNoYamlAreSaidAndNothingIsExplained() {
        ObjectNode answer = explain(POD, "a: [", "");

        assertThat(explanations(answer)).isEmpty();
        assertThat(problems(answer)).containsExactly("policies: it is not YAML or JSON at line 1, column 5");
    }

    @Test
    void aPodThatCannotBeReadIsSaidAndTheOthersAreExplained() {
        ObjectNode answer = explain("{apiVersion: v1, kind: Service}\n---\n" + POD, "", "");

        assertThat(problems(answer))
                .containsExactly("pods: pods, document 1: it must be a Pod, Deployment, ReplicaSet, StatefulSet,"
                        + " DaemonSet, ReplicationController, Job, CronJob or an AdmissionReview, but is 'v1/Service'");
        assertThat(explanations(answer)).hasSize(1);
    }

    @Test
    void anEmptyTextAsksForAPod() {
        ObjectNode answer = explain("# nothing\n", "", "");

        assertThat(explanations(answer)).isEmpty();
        assertThat(problems(answer))
                .containsExactly("pods: there is no object yet: paste a pod or a workload, or pick a sample");
    }

    @Test
    void ofVeryManyPodsTheFirstAreExplained() {
        ObjectNode answer = explain((POD + "\n---\n").repeat(21), "", "");

        assertThat(explanations(answer)).hasSize(20);
        assertThat(problems(answer))
                .containsExactly(
                        "pods: of 21 objects the first 20 are explained; leave the others out to see the rest");
    }

    @Test
    void inAuditWhatHappensComesBeforeWhatEnforcingWouldDo() {
        ObjectNode answer = explain(POD, "", "tolerant.mode=audit\ntolerant.rules.node-failure.not-ready=60");

        assertThat(explanations(answer))
                .extracting(each ->
                        each.path("verdict").asText() + each.path("enforcing").asText(""))
                .containsExactly("unchanged", "patchedtrue");
        assertThat(problems(answer))
                .containsExactly(
                        "settings: tolerant.mode is audit: pods stay as they are; what enforce would do follows each");
    }

    @Test
    void withoutPoliciesThoseInForceCount() {
        Attempt attempt = new Attempt(Sample.all().get(3).pod().text(), null, "");

        ObjectNode answer =
                new Playground(KnownInForce.samples()).explain(attempt).json();

        assertThat(explanations(answer).get(0).at("/refusal/code").asText()).isEqualTo("reserved");
    }

    @Test
    void theDifferenceOfADaemonSetIsThatOfItsTemplateAndOfItsPods() {
        ObjectNode answer = explain(Sample.all().get(5).pod().text(), """
                apiVersion: tolerant.dev/v1alpha1
                kind: TolerationPolicy
                metadata: {name: agents}
                spec:
                  match: {}
                  daemonSetTemplates: true
                  tolerations: [{key: spot, operator: Exists}]
                """, "");

        JsonNode diffs = explanations(answer).get(0).get("diffs");
        assertThat(diffs)
                .extracting(diff -> diff.get("title").asText())
                .containsExactly("DaemonSet agent", "Pod agent-…");
        assertThat(changed(diffs.get(0)))
                .containsExactly("+      tolerations:", "+      - key: spot", "+        operator: Exists");
        assertThat(changed(diffs.get(1))).isEmpty();
    }

    @Test
    void theDifferenceShowsTheSecondsOfTheApiServerAndTheNewOnes() {
        ObjectNode answer = explain(
                POD, "", "tolerant.rules.node-failure.not-ready=never\ntolerant.rules.node-failure.unreachable=60");

        JsonNode diff = explanations(answer).get(0).at("/diffs/0");
        assertThat(changed(diff))
                .containsExactly(
                        "-    tolerationSeconds: 300", "-    tolerationSeconds: 300", "+    tolerationSeconds: 60");
        assertThat(diff.get("lines"))
                .extracting(line -> line.get("text").asText())
                .doesNotContain("  managedFields:");
    }

    private static ArrayNode explanations(ObjectNode answer) {
        return (ArrayNode) answer.get("explanations");
    }

    private static List<String> changed(JsonNode diff) {
        return diff.get("lines")
                .valueStream()
                .filter(line -> !line.get("sign").asText().equals(" "))
                .map(line -> line.get("sign").asText() + line.get("text").asText())
                .toList();
    }
}
