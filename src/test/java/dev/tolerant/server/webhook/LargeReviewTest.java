package dev.tolerant.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.review.AdmissionRequest.InvalidReviewException;
import dev.tolerant.engine.rule.Step;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.testing.PodReview;
import dev.tolerant.testing.PolicyCluster;
import dev.tolerant.testing.WholeProgram;
import dev.tolerant.testing.Yaml;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reviews with more than the rules decide about: the pod is left as it is, and its namespace's whitelist judges what it tolerates. */
class LargeReviewTest {
    private static final String ENTRIES =
            " is too long: it brings the review to more than 10000 entries of the lists and maps that the rules read; shorten it";
    private static final String TEXT =
            " is too long: it brings the review to more than 1048576 characters in what the rules read; shorten it";

    private static final WholeProgram WHITELISTING = whitelisting(Map.of());

    private final WholeProgram webhook = WholeProgram.with(Map.of());

    private static WholeProgram whitelisting(Map<String, String> settings) {
        return WholeProgram.with(
                settings,
                new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("shop")
                        .addToAnnotations(NamespaceFacts.TOLERATIONS_WHITELIST, "[{\"key\": \"a1\"}]")
                        .endMetadata()
                        .build());
    }

    @Test
    void asManyTolerationsAsAreJudgedAreDecidedAndOneMoreIsNot() {
        ObjectNode most =
                PodReview.createSpec("{'tolerations': [" + each(PodFacts.MAX_TOLERATIONS, "{'key': 'a%d'}") + "]}");
        ObjectNode more =
                PodReview.createSpec("{'tolerations': [" + each(PodFacts.MAX_TOLERATIONS + 1, "{'key': 'a%d'}") + "]}");

        assertThat(PolicyCluster.warnings(webhook.ask(most)))
                .isNotEmpty()
                .allSatisfy(each -> assertThat(each).endsWith(Step.Withheld.NO_ROOM));
        assertIsTooLarge(more, "request.object.spec.tolerations has more than 350 entries; remove some of them");
    }

    @Test
    void soAreThoseOfTheStoredPod() {
        String stored = "{'spec': {'tolerations': [" + each(PodFacts.MAX_TOLERATIONS + 1, "{'key': 'a%d'}") + "]}}";
        ObjectNode review = PodReview.update("{'spec': {}}", stored);

        assertIsTooLarge(review, "request.oldObject.spec.tolerations has more than 350 entries; remove some of them");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'containers': [{'resources': {'requests': {%s}}}]}",
                "{'initContainers': [{'resources': {'limits': {%s}}}]}",
                "{'resources': {'limits': {%s}}}"
            })
    void aThousandNamesOfResourcesAreDecidedAndOneMoreIsNot(String spec) {
        ObjectNode most = PodReview.createSpec(String.format(spec, each(1000, "'a.b/c%d': '1'")));
        ObjectNode more = PodReview.createSpec(String.format(spec, each(1001, "'a.b/c%d': '1'")));

        assertThat(webhook.ask(most).patch()).isNotEmpty();
        assertIsTooLarge(
                more,
                "request.object.spec names more than 1000 different resources in requests and limits; remove some of them");
    }

    @Test
    void aNameCountsOnceHoweverManyContainersUseIt() {
        ObjectNode review = PodReview.createSpec("{'containers': ["
                + each(600, "{'name': 'c%d', 'resources': {'requests': {'cpu': '1', 'a.b/c': '1'}}}") + "]}");

        WholeProgram.Answer answer = webhook.ask(review);

        assertThat(answer.tolerations().toString()).contains("a.b/c");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'metadata': {'labels': {%s}}, 'spec': {}}             | 'l%d': 'x'        | metadata.labels",
                "{'metadata': {'ownerReferences': [%s]}, 'spec': {}}    | {'kind': 'A%d'}   | metadata.ownerReferences",
                "{'metadata': {'managedFields': [%s]}, 'spec': {}}      | {'manager': 'm%d'} | metadata.managedFields",
                "{'spec': {'nodeSelector': {%s}}}                       | 'l%d': 'x'        | spec.nodeSelector",
                "{'spec': {'containers': [%s]}}                         | {'name': 'c%d'}   | spec.containers"
            },
            quoteCharacter = '`')
    void tenThousandEntriesAreTheMostOfAllThatIsRead(String pod, String entry, String path) {
        // The group of the user is an entry too.
        ObjectNode most = PodReview.create(String.format(pod, each(9999, entry)));
        ObjectNode more = PodReview.create(String.format(pod, each(10_000, entry)));

        assertThat(webhook.ask(most).response().has("warnings")).isFalse();
        assertIsTooLarge(more, "request.object." + path + ENTRIES);
    }

    @Test
    void theUsersGroupsCountToo() {
        ObjectNode review = PodReview.create("{'spec': {}}");
        ((ObjectNode) review.get("request"))
                .set("userInfo", Yaml.tree("{'groups': [" + each(10_001, "'g%d'") + "], 'username': 'jane'}"));

        assertIsTooLarge(review, "request.userInfo.groups" + ENTRIES);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'metadata': {'name': '%s'}, 'spec': {}}            | metadata.name",
                "{'metadata': {'labels': {'x': '%s'}}, 'spec': {}}   | metadata.labels.x",
                "{'metadata': {'labels': {'object': '%s'}}, 'spec': {}} | metadata.labels.object",
                "{'spec': {'nodeSelector': {'x': '%s'}}}             | spec.nodeSelector.x",
                "{'spec': {'tolerations': [{'value': '%s'}]}}        | spec.tolerations[0].value"
            },
            quoteCharacter = '`')
    void aNameOrValueThatIsReadHas4096CharactersAtMost(String pod, String path) {
        ObjectNode most = PodReview.create(String.format(pod, "x".repeat(4096)));
        ObjectNode more = PodReview.create(String.format(pod, "x".repeat(4097)));

        assertThat(webhook.ask(most).response().has("warnings")).isFalse();
        assertIsTooLarge(more, "request.object." + path + " is longer than 4096 characters; shorten it");
    }

    @Test
    void allTextThatIsReadHasAMebibyteAtMost() {
        String pod = "{'metadata': {'labels': {%s}}, 'spec': {}}";
        String label = "'l%d': '" + "x".repeat(4090) + "'";

        assertThat(webhook.ask(PodReview.create(String.format(pod, each(255, label))))
                        .response()
                        .has("warnings"))
                .isFalse();
        assertIsTooLarge(
                PodReview.create(String.format(pod, each(258, label))), "request.object.metadata.labels.l256" + TEXT);
    }

    @Test
    void theNamesOfLabelsCountToo() {
        ObjectNode review = PodReview.create("{'metadata': {'labels': {}}, 'spec': {}}");
        ((ObjectNode) review.at("/request/object/metadata/labels")).put("x".repeat(1 << 20), "");

        assertIsTooLarge(review, "request.object.metadata.labels is longer than 4096 characters; shorten it");
    }

    @Test
    void whatAnUpdateWouldWriteBackCountsToo() {
        String stored = "{'spec': {'tolerations': [{'key': 'a', 'later': '" + "x".repeat(1 << 20) + "'}]}}";

        assertIsTooLarge(
                PodReview.update("{'spec': {}}", stored),
                "request.oldObject.spec.tolerations is longer than 1048576 bytes; shorten it");
    }

    @Test
    void whatNoRuleReadsMayHaveAnyLength() {
        ObjectNode review = PodReview.createSpec("{'containers': [{}]}");
        ObjectNode container = (ObjectNode) review.at("/request/object/spec/containers/0");
        ArrayNode env = container.putArray("env");
        IntStream.range(0, 20_000).forEach(i -> env.addObject().put("name", "e" + i));
        container.putArray("command").add("<".repeat(2 << 20));

        assertThat(webhook.ask(review).patch()).isNotEmpty();
    }

    private void assertIsTooLarge(ObjectNode review, String sentence) {
        // What comes after the large part is read all the same.
        ObjectNode request = (ObjectNode) review.get("request");
        JsonNode uid = request.remove("uid");
        request.set("uid", uid);

        WholeProgram.Answer mutated = webhook.ask(review);
        WholeProgram.Answer judged = WHITELISTING.ask(review);
        boolean hidesTolerations = sentence.contains("spec.tolerations") && !sentence.contains(" bytes");

        assertThat(mutated.response().path("uid")).isEqualTo(uid);
        assertThat(mutated.allowed()).isTrue();
        assertThat(mutated.response().has("patch")).isFalse();
        assertThat(mutated.response().path("warnings").path(0).textValue())
                .isEqualTo("tolerant: the pod is left as it is: " + sentence);
        assertThat(count("tolerant.skipped", "reason")).isEqualTo(1);
        assertThat(judged.response().path("uid")).isEqualTo(uid);
        assertThat(judged.allowed()).isEqualTo(!hidesTolerations);
        if (hidesTolerations) {
            assertThat(judged.response().at("/status/code").intValue()).isEqualTo(403);
            assertThat(judged.response().at("/status/message").textValue()).isEqualTo(sentence);
        }
    }

    private double count(String counter, String tag) {
        return webhook.metrics().get(counter).tag(tag, "too-large").counter().count();
    }

    @Test
    void inAuditModeNothingIsRefused() {
        WholeProgram auditing = whitelisting(Map.of("mode", "audit"));
        ObjectNode review =
                PodReview.createSpec("{'tolerations': [" + each(PodFacts.MAX_TOLERATIONS + 1, "{'key': 'a%d'}") + "]}");

        WholeProgram.Answer answer = auditing.ask(review);

        assertThat(answer.allowed()).isTrue();
        assertThat(answer.response().at("/auditAnnotations/decision").textValue())
                .isEqualTo("would-be-refused");
    }

    @Test
    void aTemplateOfADaemonSetIsLeftAsItIs() {
        ObjectNode review = PodReview.create("{'spec': {'template': {'spec': {'tolerations': ["
                + each(PodFacts.MAX_TOLERATIONS + 1, "{'key': 'a%d'}") + "]}}}}");
        ((ObjectNode) review.get("request")).set("kind", Yaml.tree("{'group': 'apps', 'kind': 'DaemonSet'}"));

        assertThat(webhook.ask(review).response().path("warnings").path(0).textValue())
                .endsWith(
                        "request.object.spec.template.spec.tolerations has more than 350 entries; remove some of them");
    }

    @Test
    void whatIsSkippedMayBeOfAnySize() {
        ObjectNode review = PodReview.create("{'metadata': {'labels': {" + each(20_000, "'l%d': 'x'") + "}}}");
        ObjectNode request = (ObjectNode) review.get("request");
        request.set("kind", Yaml.tree("{'kind': 'ConfigMap'}"));
        request.set("userInfo", Yaml.tree("{'groups': [" + each(10_001, "'g%d'") + "]}"));

        assertThat(webhook.ask(review).response().has("warnings")).isFalse();
    }

    @Test
    void aUidOfMegabytesIsNoUid() {
        ObjectNode review = PodReview.create("{'spec': {}}");
        ((ObjectNode) review.get("request")).put("uid", "<".repeat(2 << 20));
        byte[] body = review.toString().getBytes(StandardCharsets.UTF_8);

        assertThatThrownBy(() -> webhook.answer(body))
                .isInstanceOf(InvalidReviewException.class)
                .hasMessage(
                        "the body is not an AdmissionReview: request.uid is longer than 4096 characters; shorten it");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'spec': {'volumes': %s}}", "{'spec': {'tolerations': %s}}", "%s"})
    void aPodNestedAHundredThousandDeepIsAnsweredLikeAnyOther(String pod) throws InvalidReviewException, IOException {
        String deep = "[{'a':".repeat(100_000) + "1" + "}]".repeat(100_000);
        String review = PodReview.create("{'spec': {}}").toString();
        String object = "\"object\":" + String.format(pod, deep).replace('\'', '"');
        byte[] body = review.replace("\"object\":{\"spec\":{}}", object).getBytes(StandardCharsets.UTF_8);

        JsonNode answer = WholeProgram.JSON.readTree(webhook.answer(body)).get("response");

        assertThat(body).hasSizeGreaterThan(500_000);
        assertThat(answer.get("allowed").booleanValue()).isTrue();
        assertThat(answer.get("uid").textValue()).isEqualTo("uid-1");
    }

    private static String each(int count, String format) {
        return IntStream.range(0, count).mapToObj(i -> String.format(format, i)).collect(Collectors.joining(", "));
    }
}
