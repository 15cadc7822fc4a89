package dev.tolerant.peers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.crd.NamespaceFixture;
import dev.tolerant.engine.policy.NamespaceFacts;
import dev.tolerant.server.webhook.PodReview;
import dev.tolerant.server.webhook.Webhook;
import io.fabric8.kubernetes.api.model.Namespace;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Defects of similar programs in handling lists of tolerations, numbered as in docs/promises.md. */
class PeerDefectsListTest {
    private static final String NOT_READY_300 =
            "{'key': 'node.kubernetes.io/not-ready', 'operator': 'Exists', 'effect': 'NoExecute', 'tolerationSeconds': 300}";
    private static final String UNREACHABLE_300 =
            "{'key': 'node.kubernetes.io/unreachable', 'operator': 'Exists', 'effect': 'NoExecute', 'tolerationSeconds': 300}";
    private static final String OWNED =
            "'metadata': {'managedFields': [{'fieldsV1': {'f:spec': {'f:tolerations': {}}}}]}";
    private static final String UNOWNED = "'metadata': {'managedFields': [{'fieldsV1': {'f:spec': {}}}]}";

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{'tolerations': null}", "{'tolerations': []}"})
    void d1NoListNullListAndEmptyListAllGetTheWholeList(String spec) {
        Webhook webhook = Webhook.with(Map.of());

        Webhook.Answer answer = webhook.ask(PodReview.createSpec(spec));

        assertThat((JsonNode) answer.patch())
                .isEqualTo(PodReview.yaml("[{'op': 'add', 'path': '/spec/tolerations', 'value': [" + NOT_READY_300 + ","
                        + UNREACHABLE_300 + "]}]"));
    }

    @Test
    void d1AListOfOneAndOfThreeIsAppendedToEntryByEntry() {
        Webhook webhook = Webhook.with(Map.of());
        String one = "{'key': 'a', 'operator': 'Exists'}";

        Webhook.Answer ofOne = webhook.ask(PodReview.createSpec("{'tolerations': [" + one + "]}"));
        Webhook.Answer ofThree =
                webhook.ask(PodReview.createSpec("{'tolerations': [" + one + "," + one + "," + one + "]}"));

        assertThat(ofOne.tolerations())
                .isEqualTo(PodReview.yaml("[" + one + "," + NOT_READY_300 + "," + UNREACHABLE_300 + "]"));
        assertThat(ofThree.tolerations())
                .isEqualTo(PodReview.yaml(
                        "[" + one + "," + one + "," + one + "," + NOT_READY_300 + "," + UNREACHABLE_300 + "]"));
    }

    @Test
    void d6WhatTheUserWroteStaysAndStaysInItsOrder() {
        Webhook webhook = Webhook.with(Map.of());
        String own = "{'key': 'z', 'operator': 'Exists'}, {'key': 'a', 'value': '1', 'ofALaterApi': [1]}";

        Webhook.Answer answer = webhook.ask(PodReview.createSpec("{'tolerations': [" + own + "]}"));

        assertThat(answer.tolerations())
                .isEqualTo(PodReview.yaml("[" + own + "," + NOT_READY_300 + "," + UNREACHABLE_300 + "]"));
    }

    @Test
    void d7AnEntryThatIsThereAlreadyDoesNotStopTheOthers() {
        Webhook webhook = Webhook.with(
                Map.of(),
                defaults("[{\"key\":\"a\",\"operator\":\"Exists\"},"
                        + "{\"key\":\"b\",\"operator\":\"Exists\"},{\"key\":\"c\",\"operator\":\"Exists\"}]"));

        Webhook.Answer answer = webhook.ask(PodReview.createSpec(
                "{'tolerations': [{'key': 'b', 'operator': 'Exists'}," + NOT_READY_300 + "," + UNREACHABLE_300 + "]}"));

        assertThat(answer.tolerations().findValuesAsText("key"))
                .containsExactly("b", "node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable", "a", "c");
    }

    @Test
    void d8AskedTwiceTheSecondAnswerHasNoPatch() {
        Webhook webhook = Webhook.with(Map.of(), defaults("[{\"key\":\"a\",\"operator\":\"Exists\"}]"));
        ObjectNode review =
                PodReview.createSpec("{'containers': [{'resources': {'limits': {'nvidia.com/gpu': 1, 'cpu': 1}}}]}");
        JsonNode result = webhook.ask(review).object();

        Webhook.Answer again = webhook.ask(Webhook.withObject(review, result));

        assertThat(result.path("spec").path("tolerations")).hasSize(5);
        assertThat(again.response().has("patch")).isFalse();
    }

    @Test
    void d9TheSameKeyWithOtherEffectsIsNoConflict() {
        Webhook webhook =
                Webhook.with(Map.of(), defaults("[{\"key\":\"a\",\"operator\":\"Exists\",\"effect\":\"NoExecute\"}]"));

        Webhook.Answer answer = webhook.ask(PodReview.createSpec("{'tolerations': ["
                + "{'key': 'a', 'operator': 'Exists', 'effect': 'NoSchedule'},"
                + "{'key': 'a', 'operator': 'Exists', 'effect': 'PreferNoSchedule'}," + NOT_READY_300 + ","
                + UNREACHABLE_300 + "]}"));

        assertThat(answer.allowed()).isTrue();
        assertThat(answer.tolerations().get(4))
                .isEqualTo(PodReview.yaml("{'key': 'a', 'operator': 'Exists', 'effect': 'NoExecute'}"));
    }

    @Test
    void d9ThirtySecondsOfANamespaceReplaceTheInjectedThreeHundred() {
        Webhook webhook = Webhook.with(
                Map.of(),
                defaults("[{\"key\":\"node.kubernetes.io/not-ready\",\"operator\":\"Exists\",\"effect\":\"NoExecute\","
                        + "\"tolerationSeconds\":30}]"));

        Webhook.Answer answer = webhook.ask(PodReview.create(
                "{" + UNOWNED + ", 'spec': {'tolerations': [" + NOT_READY_300 + "," + UNREACHABLE_300 + "]}}"));

        assertThat(answer.allowed()).isTrue();
        assertThat((JsonNode) answer.patch())
                .isEqualTo(PodReview.yaml(
                        "[{'op': 'add', 'path': '/spec/tolerations/0/tolerationSeconds', 'value': 30}]"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'operator': 'Exists'}",
                "{'operator': 'Exists', 'effect': 'NoExecute'}",
                "{'operator': 'Exists', 'effect': 'NoExecute', 'tolerationSeconds': 7}"
            })
    void d10AWildcardThatToleratesEverythingIsNotCutShort(String wildcard) {
        Webhook webhook =
                Webhook.with(Map.of("rules.node-failure.not-ready", "60", "rules.node-failure.override", "likely"));

        Webhook.Answer answer =
                webhook.ask(PodReview.create("{" + OWNED + ", 'spec': {'tolerations': [" + wildcard + "]}}"));

        assertThat((JsonNode) answer.patch()).isEmpty();
    }

    @Test
    void d11TheOrderIsTheSameInAHundredRuns() throws Exception {
        byte[] review = PodReview.createSpec("{'containers': [{'resources': {'limits': {'z.com/b': 1, 'a.com/z': 1,"
                        + " 'z.com/a': 1, 'm.com/m': 1, 'a.com/a': 1}}}]}")
                .toString()
                .getBytes(StandardCharsets.UTF_8);
        Set<String> answers = new HashSet<>();

        for (int run = 0; run < 100; run++) {
            answers.add(new String(Webhook.with(Map.of()).answer(review), StandardCharsets.UTF_8));
        }

        assertThat(answers).hasSize(1);
        assertThat(Webhook.with(Map.of())
                        .ask(Webhook.JSON.readTree(review))
                        .tolerations()
                        .findValuesAsText("key"))
                .endsWith("a.com/a", "a.com/z", "m.com/m", "z.com/a", "z.com/b");
    }

    @Test
    void d12AKeyThatOnlyContainsTheReservedDomainIsAKeyLikeAnyOther() {
        String own = "{'key': 'my.kubernetes.io/x', 'operator': 'Exists', 'effect': 'NoSchedule'}";
        Webhook webhook = Webhook.with(
                Map.of("rules.extended-resources.taints.\"nvidia.com/gpu\"", "their.kubernetes.io/y:NoSchedule"),
                defaults("[" + own.replace('\'', '"') + "]"));

        Webhook.Answer answer =
                webhook.ask(PodReview.createSpec("{'containers': [{'resources': {'limits': {'nvidia.com/gpu': 1}}}]}"));

        assertThat(answer.tolerations())
                .contains(
                        PodReview.yaml(own),
                        PodReview.yaml(
                                "{'key': 'their.kubernetes.io/y', 'operator': 'Exists', 'effect': 'NoSchedule'}"));
    }

    @Test
    void d13EachOfSeveralEntriesIsChangedAtItsOwnPlace() {
        Webhook webhook = Webhook.with(Map.of(
                "rules.node-failure.not-ready", "15",
                "rules.node-failure.unreachable", "20",
                "rules.node-failure.override", "likely"));

        Webhook.Answer answer = webhook.ask(PodReview.create("{" + OWNED + ", 'spec': {'tolerations': ["
                + "{'key': 'a', 'operator': 'Exists'}, {'key': 'b', 'operator': 'Exists'}," + NOT_READY_300 + ","
                + UNREACHABLE_300 + "]}}"));

        assertThat((JsonNode) answer.patch())
                .isEqualTo(
                        PodReview.yaml("[{'op': 'add', 'path': '/spec/tolerations/2/tolerationSeconds', 'value': 15},"
                                + "{'op': 'add', 'path': '/spec/tolerations/3/tolerationSeconds', 'value': 20}]"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'spec': {}}",
                "{'metadata': null, 'spec': {}}",
                "{'metadata': {'annotations': null}, 'spec': {}}"
            })
    void d14APodWithoutAnnotationsIsPatchedAndKeepsWhatItHas(String pod) {
        Webhook webhook = Webhook.with(Map.of());

        Webhook.Answer answer = webhook.ask(PodReview.create(pod));

        assertThat(answer.response().path("patchType").textValue()).isEqualTo("JSONPatch");
        assertThat(answer.patch().findValuesAsText("path")).isEqualTo(List.of("/spec/tolerations"));
        assertThat(answer.object().get("metadata"))
                .isEqualTo(PodReview.yaml(pod).get("metadata"));
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 1", "3, 1", "8, 1", "0, 0"})
    void d16AnyNumberOfDevicesGivesOneTolerationAndNoneGivesNone(int devices, int tolerations) {
        Webhook webhook = Webhook.with(Map.of());

        Webhook.Answer answer = webhook.ask(PodReview.createSpec(
                "{'containers': [{'resources': {'limits': {'nvidia.com/gpu': " + devices + "}}}]}"));

        assertThat(answer.tolerations().findValuesAsText("key").stream().filter("nvidia.com/gpu"::equals))
                .hasSize(tolerations);
    }

    @Test
    void d16EveryContainerWithADeviceCounts() {
        Webhook webhook = Webhook.with(Map.of());

        Webhook.Answer answer = webhook.ask(
                PodReview.createSpec(
                        "{'containers': ["
                                + "{'resources': {'limits': {'nvidia.com/gpu': '1'}}}, {'resources': {'requests': {'amd.com/gpu': '1'}}}]}"));

        assertThat(answer.tolerations().findValuesAsText("key")).endsWith("amd.com/gpu", "nvidia.com/gpu");
    }

    private static Namespace defaults(String tolerations) {
        return NamespaceFixture.annotated(NamespaceFacts.DEFAULT_TOLERATIONS, tolerations);
    }
}
