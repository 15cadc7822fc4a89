package dev.tolerant.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.crd.NamespaceFixture;
import dev.tolerant.engine.policy.NamespaceFacts;
import dev.tolerant.server.webhook.PodReview;
import dev.tolerant.server.webhook.Webhook;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Defects of similar programs in handling reviews, answers and their metrics. */
class PeerDefectsReviewTest {
    private static final String BARE = "{'metadata': {'name': 'web'}, 'spec': {}}";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{'operation': 'DELETE', 'object': null}",
                "{'operation': 'CONNECT'}",
                "{'operation': 'PATCH'}",
                "{'subResource': 'status'}",
                "{'kind': {'group': 'apps', 'version': 'v1', 'kind': 'Deployment'}}",
                "{'kind': null}",
                "{'object': null}",
                "{'object': {'spec': {'tolerations': 7}}}",
                "{'object': 'x'}",
                "{'operation': 'UPDATE', 'oldObject': {'spec': {'tolerations': [{'key': 'a', 'operator': 'Exists'}]}}}",
                "{'operation': 'UPDATE', 'oldObject': null}",
                "{'object': {'metadata': {'labels': {'tolerant.dev/inject': 'false'}}, 'spec': {}}}",
                "{'object': {'metadata': {'annotations': {'kubernetes.io/config.mirror': ''}}, 'spec': {}}}",
                "{'namespace': null}",
                "{'object': {'spec': {'tolerations': [{'key': 'spot'}]}}}"
            })
    void d4EveryPathAnswersWithAWholeReview(String request) throws Exception {
        Webhook webhook = Webhook.with(
                Map.of(), NamespaceFixture.annotated(NamespaceFacts.TOLERATIONS_WHITELIST, "[{\"key\": \"disk\"}]"));
        ObjectNode review = PodReview.create(BARE);
        ((ObjectNode) review.get("request")).setAll((ObjectNode) PodReview.yaml(request));

        JsonNode answer = Webhook.JSON.readTree(webhook.answer(Webhook.JSON.writeValueAsBytes(review)));

        assertThat(answer.path("apiVersion").textValue()).isEqualTo("admission.k8s.io/v1");
        assertThat(answer.path("kind").textValue()).isEqualTo("AdmissionReview");
        assertThat(answer.has("request")).isFalse();
        assertThat(answer.path("response").path("uid").textValue()).isEqualTo("uid-1");
        assertThat(answer.path("response").path("allowed").isBoolean()).isTrue();
        assertThat(answer.path("response").has("patch"))
                .isEqualTo(answer.path("response").has("patchType"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                                                              | JSON object",
                "null                                                            | JSON object",
                "[]                                                              | JSON object",
                "{                                                               | line 1, column 2",
                "{\"kind\":\"Pod\"}                                              | kind must be AdmissionReview",
                "{\"kind\":7}                                                    | kind must be a string",
                "{\"kind\":\"AdmissionReview\",\"apiVersion\":\"v1\"}            | apiVersion must be",
                "{\"kind\":\"AdmissionReview\",\"apiVersion\":\"admission.k8s.io/v1\"} | request is missing",
                "{\"kind\":\"AdmissionReview\",\"apiVersion\":\"admission.k8s.io/v1\",\"request\":null} | request is missing",
                "{\"kind\":\"AdmissionReview\",\"apiVersion\":\"admission.k8s.io/v1\",\"request\":[]} | request must be an object",
                "{\"kind\":\"AdmissionReview\",\"apiVersion\":\"admission.k8s.io/v1\",\"request\":{}} | request.uid is missing"
            })
    void d5WhatIsNoReviewIsRefusedWithOneSentenceThatNamesTheField(String body, String named) {
        Webhook webhook = Webhook.with(Map.of());

        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);

        assertThatThrownBy(() -> webhook.answer(bytes))
                .satisfies(refusal ->
                        assertThat(refusal.getClass().getSimpleName()).isEqualTo("InvalidReviewException"))
                .hasMessageContaining(named)
                .message()
                .doesNotContain("\n")
                .doesNotContainIgnoringCase("exception");
    }

    @Test
    void d15LabelsOfMetricsAreTheSameFewWhateverReviewsSay() throws Exception {
        Webhook webhook = Webhook.with(Map.of());
        ask(webhook, 0);
        ask(webhook, 1);
        int meters = webhook.metrics().getMeters().size();

        for (int i = 2; i < 200; i++) {
            ask(webhook, i);
        }

        assertThat(webhook.metrics().getMeters()).hasSize(meters);
        assertThat(webhook.metrics().getMeters().stream()
                        .map(Meter::getId)
                        .flatMap(id -> id.getTags().stream())
                        .filter(tag -> !tag.getKey().equals("le"))
                        .map(Tag::getValue))
                .isNotEmpty()
                .noneMatch(value -> value.matches(".*[0-9].*"));
    }

    /**
     * Posts reviews with the number in every free text: one that is patched, one with an unknown operation, one
     * malformed.
     */
    private static void ask(Webhook webhook, int number) throws Exception {
        ObjectNode review = PodReview.create("{'metadata': {'name': 'web-" + number + "'}, 'spec': {'containers': ["
                + "{'resources': {'limits': {'example.com/device-" + number + "': 1}}}]}}");
        ObjectNode request = (ObjectNode) review.get("request");
        request.put("namespace", "shop-" + number).put("uid", "uid-" + number);
        webhook.answer(Webhook.JSON.writeValueAsBytes(review));
        request.set("object", PodReview.yaml("{'spec': {'tolerations': [" + number + "]}}"));
        webhook.answer(Webhook.JSON.writeValueAsBytes(review));
        request.put("operation", "OPERATE-" + number);
        webhook.answer(Webhook.JSON.writeValueAsBytes(review));
    }

    @Test
    void d19AnAnnotationThatCannotBeReadIsCountedAndSaid() {
        Webhook webhook =
                Webhook.with(Map.of(), NamespaceFixture.annotated(NamespaceFacts.DEFAULT_TOLERATIONS, "{not json"));

        Webhook.Answer answer = webhook.ask(PodReview.create(BARE));

        assertThat(answer.allowed()).isTrue();
        assertThat(answer.tolerations()).hasSize(2);
        assertThat(answer.response().path("warnings").path(0).textValue())
                .isEqualTo("tolerant: namespace shop, annotation scheduler.alpha.kubernetes.io/defaultTolerations,"
                        + " is ignored: it is not JSON");
        assertThat(webhook.metrics()
                        .get("tolerant.problems")
                        .tag("kind", "namespace-annotation")
                        .counter()
                        .count())
                .isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "false"})
    void d20AnUpdateAfterOurCreateIsAllowedAndLeavesThePodAsItIs(String apiServerEnforces) {
        Webhook webhook = Webhook.with(
                Map.of("rules.namespace-annotations.api-server-enforces", apiServerEnforces),
                NamespaceFixture.annotated(
                        NamespaceFacts.DEFAULT_TOLERATIONS,
                        "[{\"key\":\"a\",\"operator\":\"Exists\"},{\"key\":\"a\",\"value\":\"1\"}]"));
        JsonNode created = webhook.ask(PodReview.createSpec("{'tolerations': [{'key': 'a', 'value': '1'}]}"))
                .object();
        JsonNode labelled = created.deepCopy();
        ((ObjectNode) labelled.get("metadata")).putObject("labels").put("app", "web");

        Webhook.Answer answer = webhook.ask(PodReview.update(labelled, created));

        assertThat(answer.allowed()).isTrue();
        assertThat((JsonNode) answer.patch()).isEmpty();
    }

    @Test
    void d20AReplayOfTheManifestAfterOurCreateGetsBackWhatWeAdded() {
        Webhook webhook = Webhook.with(
                Map.of(),
                NamespaceFixture.annotated(
                        NamespaceFacts.DEFAULT_TOLERATIONS, "[{\"key\":\"a\",\"operator\":\"Exists\"}]"));
        JsonNode created = webhook.ask(PodReview.create(BARE)).object();

        Webhook.Answer answer = webhook.ask(PodReview.update(PodReview.yaml(BARE), created));

        assertThat(answer.allowed()).isTrue();
        assertThat(answer.tolerations())
                .hasSize(3)
                .isEqualTo(created.get("spec").get("tolerations"));
    }
}
