package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.testing.NamespaceFixture;
import dev.tolerant.testing.PodReview;
import dev.tolerant.testing.RenderedChart;
import dev.tolerant.testing.WholeProgram;
import dev.tolerant.testing.Yaml;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Which reviews the API server sends at all: the conditions in CEL, asked about reviews that a real one sent. */
class MatchConditionsChartTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path REVIEWS = Path.of("src/test/resources/reviews");
    private static final RenderedChart CHART = RenderedChart.with("webhook: {failurePolicy: Fail}");

    private final MatchConditions create = conditions("create.tolerant.dev");
    private final MatchConditions update = conditions("update.tolerant.dev");
    private final MatchConditions daemonSets = conditions("daemonsets.tolerant.dev");

    @ParameterizedTest
    @MethodSource("newPods")
    void everyNewPodIsSentForMutation(String file) {
        assertThat(create.call(review(file))).isTrue();
    }

    static List<String> newPods() {
        try (Stream<Path> files = Files.list(REVIEWS)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("pod-create-") && !name.endsWith(".patch.json"))
                    .sorted()
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "system:node:worker, system:nodes, false",
        "system:node:worker, system:authenticated, true",
        "system:serviceaccount:a:b, system:nodes, true",
        "admin, system:masters, true",
    })
    void aMirrorPodIsPassedOverOnlyWhenANodeAsks(String user, String group, boolean sent) {
        ObjectNode review = review("pod-create-kube-proxy-mirror.json");

        asks(review, user, group);

        assertThat(review.at("/request/object/spec/nodeName").asText()).isNotEmpty();
        assertThat(create.call(review)).isEqualTo(sent);
    }

    /** Where no condition does it: one costs the API server time for every pod. */
    @ParameterizedTest
    @CsvSource({
        "system:node:worker, system:nodes, true",
        "system:node:worker, system:authenticated, false",
        "system:serviceaccount:a:b, system:nodes, false",
        "admin, system:masters, false",
    })
    void theProgramPassesOverWhatTheConditionDoes(String user, String group, boolean passedOver) {
        WholeProgram webhook = WholeProgram.with(
                Map.of(), NamespaceFixture.annotated(NamespaceFacts.TOLERATIONS_WHITELIST, "[{\"key\":\"spot\"}]"));
        ObjectNode review = review("pod-create-kube-proxy-mirror.json");
        asks(review, user, group);
        ((ObjectNode) review.path("request")).put("namespace", "shop");

        assertThat(webhook.ask(review).allowed()).isEqualTo(passedOver);
        assertThat(webhook.ask(review).patch()).isEmpty();
    }

    @Test
    void aNodeIsNotPassedOverWithAPodThatIsNoMirror() {
        ObjectNode review = review("pod-create-web.json");

        asks(review, "system:node:worker", "system:nodes");

        assertThat(create.call(review)).isTrue();
    }

    @Test
    void aUserWithoutGroupsIsNoNode() {
        ObjectNode review = review("pod-create-kube-proxy-mirror.json");

        ((ObjectNode) review.at("/request/userInfo")).remove("groups");

        assertThat(create.call(review)).isTrue();
    }

    @Test
    void updatesThatWouldLoseTolerationsAreSent() {
        JsonNode replaced = review("pod-update-replace-bare.json");

        assertThat(update.call(replaced)).isTrue();
    }

    @Test
    void anUpdateThatLeavesSchedulingAloneIsPassedOver() {
        ObjectNode review = review("pod-update-replace-bare.json");
        ObjectNode request = (ObjectNode) review.path("request");
        ObjectNode labelled = request.path("oldObject").deepCopy();

        ((ObjectNode) labelled.path("metadata")).putObject("labels").put("changed", "yes");
        request.set("object", labelled);

        assertThat(update.call(review)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}                                  | {}                                  | false",
                "{\"tolerations\":[{\"key\":\"a\"}]} | {}                                  | true",
                "{}                                  | {\"tolerations\":[{\"key\":\"a\"}]} | true",
                "{\"tolerations\":[{\"key\":\"a\"}]} | {\"tolerations\":[{\"key\":\"a\"}]} | false",
                "{\"tolerations\":[{\"tolerationSeconds\":300}]} | {\"tolerations\":[{\"tolerationSeconds\":60}]} | true",
                "{\"nodeSelector\":{\"a\":\"b\"}}    | {}                                  | false",
                "{\"affinity\":{\"nodeAffinity\":{}}} | {}                                 | true",
                "{}                                  | {\"affinity\":{\"nodeAffinity\":{}}} | true",
                "{\"affinity\":{}}                   | {\"affinity\":{\"nodeAffinity\":{}}} | true",
                "{\"priority\":1}                    | {\"priority\":2}                    | false",
            })
    void anUpdateIsSentWhenWhatItIsAboutChanges(String now, String before, boolean sent) throws IOException {
        ObjectNode review = review("pod-update-bare.json");
        ObjectNode request = (ObjectNode) review.path("request");

        request.putObject("object").set("spec", Yaml.tree(now));
        ((ObjectNode) request.path("object")).putObject("metadata");
        request.putObject("oldObject").set("spec", Yaml.tree(before));

        assertThat(update.call(review)).isEqualTo(sent);
    }

    @Test
    void ofAListThatIsTooLongToBeJudgedTheSizeAloneIsCompared() {
        String longest = "{key: a}, ".repeat(PodFacts.MAX_TOLERATIONS) + "{key: %s}";
        String stored = "{metadata: {}, spec: {tolerations: [" + longest.formatted("b") + "]}}";

        assertThat(update.call(PodReview.update(stored.replace("key: b", "key: c"), stored)))
                .isFalse();
        assertThat(update.call(PodReview.update(stored.replace("{key: b}", "{key: b}, {key: c}"), stored)))
                .isTrue();
        assertThat(update.call(PodReview.update(stored, "{metadata: {}, spec: {}}")))
                .isTrue();
    }

    @Test
    void aDaemonSetIsSentWhenItIsNewOrItsTemplateChanges() {
        ObjectNode created = review("daemonset-create-agent.json");
        ObjectNode updated = created.deepCopy();
        ObjectNode request = (ObjectNode) updated.path("request");
        request.put("operation", "UPDATE");
        request.set("oldObject", request.path("object").deepCopy());

        ObjectNode changed = updated.deepCopy();
        ((ObjectNode) changed.at("/request/object/spec/template/spec")).put("priorityClassName", "high");

        assertThat(daemonSets.call(created)).isTrue();
        assertThat(daemonSets.call(updated)).isFalse();
        assertThat(daemonSets.call(changed)).isTrue();
    }

    private static void asks(ObjectNode review, String user, String group) {
        ObjectNode info = ((ObjectNode) review.path("request")).putObject("userInfo");
        info.put("username", user).putArray("groups").add(group).add("system:authenticated");
    }

    private static MatchConditions conditions(String name) {
        return new MatchConditions(CHART.webhook(name).getMatchConditions());
    }

    private static ObjectNode review(String file) {
        return (ObjectNode) Yaml.tree(REVIEWS.resolve(file));
    }
}
