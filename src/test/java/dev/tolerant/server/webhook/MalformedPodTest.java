package dev.tolerant.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.review.AdmissionRequest;
import dev.tolerant.engine.review.AdmissionRequest.InvalidReviewException;
import dev.tolerant.engine.review.Engine;
import dev.tolerant.testing.PodReview;
import dev.tolerant.testing.WholeProgram;
import dev.tolerant.testing.Yaml;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reviews with parts of another JSON type than the API gives them. */
class MalformedPodTest {
    private final WholeProgram webhook = WholeProgram.with(Map.of());

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "7                                                   | must be an object, but is a number",
                "'x'                                                 | must be an object, but is a string",
                "{}                                                  | spec is missing",
                "{'spec': null}                                      | spec is missing",
                "{'spec': []}                                        | spec must be an object, but is a list",
                "{'metadata': 'x'}                                   | metadata must be an object, but is a string",
                "{'metadata': {'name': 7}}                           | metadata.name must be a string, but is a number",
                "{'metadata': {'generateName': {}}}                  | metadata.generateName must be a string, but is an object",
                "{'metadata': {'labels': []}}                        | metadata.labels must be an object, but is a list",
                "{'metadata': {'labels': {'a': true}}}               | metadata.labels.a must be a string, but is a boolean",
                "{'metadata': {'annotations': 1}}                    | metadata.annotations must be an object, but is a number",
                "{'metadata': {'ownerReferences': {}}}               | metadata.ownerReferences must be a list, but is an object",
                "{'metadata': {'ownerReferences': [1]}}              | metadata.ownerReferences[0] must be an object, but is a number",
                "{'metadata': {'ownerReferences': [{'kind': [], 'controller': true}]}} | metadata.ownerReferences[0].kind must be a string, but is a list",
                "{'metadata': {'ownerReferences': [{'controller': 'true'}]}} | metadata.ownerReferences[0].controller must be true or false, but is a string",
                "{'metadata': {'managedFields': {}}}                 | metadata.managedFields must be a list, but is an object",
                "{'metadata': {'managedFields': [7]}}                | metadata.managedFields[0] must be an object, but is a number",
                "{'spec': {'tolerations': {}}}                       | spec.tolerations must be a list, but is an object",
                "{'spec': {'tolerations': [null]}}                   | spec.tolerations[0] must be an object, but is null",
                "{'spec': {'tolerations': ['x']}}                    | spec.tolerations[0] must be an object, but is a string",
                "{'spec': {'tolerations': [{'key': 1}]}}             | spec.tolerations[0].key must be a string, but is a number",
                "{'spec': {'tolerations': [{'operator': {'a': [1]}}]}} | spec.tolerations[0].operator must be a string, but is an object",
                "{'spec': {'tolerations': [{'value': false}]}}       | spec.tolerations[0].value must be a string, but is a boolean",
                "{'spec': {'tolerations': [{'effect': []}]}}         | spec.tolerations[0].effect must be a string, but is a list",
                "{'spec': {'tolerations': [{'tolerationSeconds': '60'}]}} | spec.tolerations[0].tolerationSeconds must be a 64-bit whole number, but is a string",
                "{'spec': {'tolerations': [{'tolerationSeconds': 60.5}]}} | spec.tolerations[0].tolerationSeconds must be a 64-bit whole number, but is a number",
                "{'spec': {'tolerations': [{'tolerationSeconds': 9223372036854775808}]}} | spec.tolerations[0].tolerationSeconds must be a 64-bit whole number, but is a number",
                "{'spec': {'hostNetwork': 'yes'}}                    | spec.hostNetwork must be true or false, but is a string",
                "{'spec': {'nodeSelector': 'x'}}                     | spec.nodeSelector must be an object, but is a string",
                "{'spec': {'nodeSelector': {'a': 1}}}                | spec.nodeSelector.a must be a string, but is a number",
                "{'spec': {'resources': 7}}                          | spec.resources must be an object, but is a number",
                "{'spec': {'containers': {}}}                        | spec.containers must be a list, but is an object",
                "{'spec': {'containers': [{'resources': []}]}}       | spec.containers[0].resources must be an object, but is a list",
                "{'spec': {'containers': [{'resources': {'limits': []}}]}} | spec.containers[0].resources.limits must be an object, but is a list"
            },
            quoteCharacter = '`')
    void aPodOfAnotherFormIsAllowedAsItIsAndTheWarningNamesThePlace(String pod, String sentence) {
        ObjectNode review = PodReview.create("{'spec': {}}");
        ObjectNode request = (ObjectNode) review.get("request");
        request.set("object", Yaml.tree(pod));
        JsonNode uid = request.remove("uid");
        request.set("uid", uid);

        WholeProgram.Answer answer = webhook.ask(review);

        assertThat(answer.allowed()).isTrue();
        assertThat(answer.response().has("patch")).isFalse();
        assertThat(answer.response().path("warnings").path(0).textValue())
                .isEqualTo("tolerant: the pod is left as it is: request.object"
                        + (sentence.startsWith("must ") ? " " : ".") + sentence);
        assertThat(webhook.metrics()
                        .get("tolerant.problems")
                        .tag("kind", "review")
                        .counter()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void theMessageNamesTheListOfContainersItself() {
        ObjectNode review = PodReview.createSpec("{'containers': 7}");

        WholeProgram.Answer answer = webhook.ask(review);

        assertThat(answer.response().path("warnings").path(0).textValue())
                .endsWith("spec.containers must be a list, but is a number");
    }

    @Test
    void aListInPlaceOfThePodDoesNotHideTheRestOfTheRequest() {
        ObjectNode review = PodReview.create("{'spec': {}}");
        ObjectNode request = (ObjectNode) review.get("request");
        request.set("object", Yaml.tree("['x', {'a': 1}]"));
        JsonNode uid = request.remove("uid");
        request.set("uid", uid);

        WholeProgram.Answer answer = webhook.ask(review);

        assertThat(answer.allowed()).isTrue();
        assertThat(answer.response().path("warnings").path(0).textValue())
                .isEqualTo("tolerant: the pod is left as it is: request.object must be an object, but is a list");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'spec': 7}", "7", "{'spec': {'tolerations': [{'key': {}}]}}"})
    void aStoredPodOfAnotherFormLeavesThePodAsItIsToo(String oldPod) {
        ObjectNode review = PodReview.update("{'spec': {}}", oldPod);

        WholeProgram.Answer answer = webhook.ask(review);

        assertThat(answer.allowed()).isTrue();
        assertThat(answer.response().has("patch")).isFalse();
        assertThat(answer.response().path("warnings").path(0).textValue())
                .startsWith("tolerant: the pod is left as it is: request.oldObject");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'uid': 7}                     | request.uid must be a string, but is a number",
                "{'kind': 'Pod'}                | request.kind must be an object, but is a string",
                "{'kind': {'kind': 7}}          | request.kind.kind must be a string, but is a number",
                "{'kind': {'group': []}}        | request.kind.group must be a string, but is a list",
                "{'subResource': {}}            | request.subResource must be a string, but is an object",
                "{'namespace': true}            | request.namespace must be a string, but is a boolean",
                "{'operation': 1}               | request.operation must be a string, but is a number",
                "{'userInfo': 'jane'}           | request.userInfo must be an object, but is a string",
                "{'userInfo': {'username': 7}}  | request.userInfo.username must be a string, but is a number",
                "{'userInfo': {'groups': 'g'}}  | request.userInfo.groups must be a list, but is a string",
                "{'userInfo': {'groups': [1]}}  | request.userInfo.groups[0] must be a string, but is a number"
            },
            quoteCharacter = '`')
    void aRequestOfAnotherFormIsNoReview(String request, String sentence) {
        ObjectNode review = PodReview.create("{'spec': {}}");
        ((ObjectNode) review.get("request")).setAll(Yaml.object(request));
        byte[] body = review.toString().getBytes(StandardCharsets.UTF_8);

        assertThatThrownBy(() -> webhook.answer(body))
                .isInstanceOf(InvalidReviewException.class)
                .hasMessage("the body is not an AdmissionReview: " + sentence);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e999999999", "1e-999999999", "999999999999999999999999999999999999999999", "1E", "-1"})
    void anEnormousAmountIsAnsweredLikeAnyOther(String amount) {
        ObjectNode review = PodReview.createSpec("{'containers': [{'resources': {'limits': {'cpu': '" + amount
                + "', 'nvidia.com/gpu': '" + amount + "'}}}]}");

        WholeProgram.Answer answer = webhook.ask(review);

        assertThat(answer.allowed()).isTrue();
        assertThat(answer.response().path("uid").textValue()).isEqualTo("uid-1");
    }

    @Test
    void aNumberOfThousandsOfDigitsIsRefusedOrAllowedButNeverFollowed() throws InvalidReviewException {
        byte[] review = PodReview.createSpec("{'ofALaterApi': 70707}")
                .toString()
                .replace("70707", "7".repeat(900))
                .getBytes(StandardCharsets.UTF_8);

        AdmissionRequest read = Engine.read(review);

        assertThat(read).isNotInstanceOf(AdmissionRequest.Unread.class);
    }
}
