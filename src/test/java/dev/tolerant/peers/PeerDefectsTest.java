package dev.tolerant.peers;

import static dev.tolerant.testing.PodReview.tolerating;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.chart.ReservationsGuard;
import dev.tolerant.engine.standing.PolicySet;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.testing.NamespaceFixture;
import dev.tolerant.testing.PodReview;
import dev.tolerant.testing.PolicyFixture;
import dev.tolerant.testing.WholeProgram;
import dev.tolerant.testing.Yaml;
import io.fabric8.kubernetes.api.model.Namespace;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Defects of similar programs, numbered as in docs/promises.md, for which no test of a rule or promise stands. */
class PeerDefectsTest {
    private static final String BARE = "{'metadata': {'name': 'web'}, 'spec': {}}";
    private static final ReservationsGuard GUARD = ReservationsGuard.of(
            PolicySet.of(PolicyFixture.all("""
                    metadata: {name: p}
                    spec:
                      match: {namespaceSelector: {matchLabels: {team: ml}}}
                      reserve: {taints: [{key: pool, value: ml, effect: NoSchedule}]}
                    """)).reservations().reservations());

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{'tolerations': null}", "{'tolerations': []}"})
    void d1NoListNullListAndEmptyListAllGetTheWholeList(String spec) {
        WholeProgram webhook = WholeProgram.with(Map.of());

        WholeProgram.Answer answer = webhook.ask(PodReview.createSpec(spec));

        assertThat((JsonNode) answer.patch()).isEqualTo(Yaml.tree("""
                [{op: add, path: /spec/tolerations, value: [
                  {key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute, tolerationSeconds: 300},
                  {key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute, tolerationSeconds: 300}]}]
                """));
    }

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
        WholeProgram webhook = WholeProgram.with(
                Map.of(), NamespaceFixture.annotated(NamespaceFacts.TOLERATIONS_WHITELIST, "[{\"key\": \"disk\"}]"));
        ObjectNode review = PodReview.create(BARE);
        ((ObjectNode) review.get("request")).setAll(Yaml.object(request));

        JsonNode answer = WholeProgram.JSON.readTree(webhook.answer(WholeProgram.JSON.writeValueAsBytes(review)));

        assertThat(answer.path("apiVersion").textValue()).isEqualTo("admission.k8s.io/v1");
        assertThat(answer.path("kind").textValue()).isEqualTo("AdmissionReview");
        assertThat(answer.has("request")).isFalse();
        assertThat(answer.path("response").path("uid").textValue()).isEqualTo("uid-1");
        assertThat(answer.path("response").path("allowed").isBoolean()).isTrue();
        assertThat(answer.path("response").has("patch"))
                .isEqualTo(answer.path("response").has("patchType"));
    }

    @Test
    void d12AKeyThatOnlyContainsTheReservedDomainIsAKeyLikeAnyOther() {
        String own = "{'key': 'my.kubernetes.io/x', 'operator': 'Exists', 'effect': 'NoSchedule'}";
        WholeProgram webhook = WholeProgram.with(
                Map.of("rules.extended-resources.taints.\"nvidia.com/gpu\"", "their.kubernetes.io/y:NoSchedule"),
                defaults("[" + own.replace('\'', '"') + "]"));

        WholeProgram.Answer answer =
                webhook.ask(PodReview.createSpec("{'containers': [{'resources': {'limits': {'nvidia.com/gpu': 1}}}]}"));

        assertThat(answer.tolerations())
                .contains(
                        Yaml.tree(own),
                        Yaml.tree("{'key': 'their.kubernetes.io/y', 'operator': 'Exists', 'effect': 'NoSchedule'}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'spec': {}}",
                "{'metadata': null, 'spec': {}}",
                "{'metadata': {'annotations': null}, 'spec': {}}"
            })
    void d14APodWithoutAnnotationsIsPatchedAndKeepsWhatItHas(String pod) {
        WholeProgram webhook = WholeProgram.with(Map.of());

        WholeProgram.Answer answer = webhook.ask(PodReview.create(pod));

        assertThat(answer.response().path("patchType").textValue()).isEqualTo("JSONPatch");
        assertThat(answer.patch().findValuesAsText("path")).isEqualTo(List.of("/spec/tolerations"));
        assertThat(answer.object().get("metadata")).isEqualTo(Yaml.tree(pod).get("metadata"));
    }

    @Test
    void d15LabelsOfMetricsAreTheSameFewWhateverReviewsSay() throws Exception {
        WholeProgram webhook = WholeProgram.with(Map.of());
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
    private static void ask(WholeProgram webhook, int number) throws Exception {
        ObjectNode review = PodReview.create("{'metadata': {'name': 'web-" + number + "'}, 'spec': {'containers': ["
                + "{'resources': {'limits': {'example.com/device-" + number + "': 1}}}]}}");
        ObjectNode request = (ObjectNode) review.get("request");
        request.put("namespace", "shop-" + number).put("uid", "uid-" + number);
        webhook.answer(WholeProgram.JSON.writeValueAsBytes(review));
        request.set("object", Yaml.tree("{'spec': {'tolerations': [" + number + "]}}"));
        webhook.answer(WholeProgram.JSON.writeValueAsBytes(review));
        request.put("operation", "OPERATE-" + number);
        webhook.answer(WholeProgram.JSON.writeValueAsBytes(review));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {operator: Exists}                                | 1
                    {operator: Exists, effect: NoSchedule}            | 1
                    {key: pool, operator: Exists}                     | 1
                    {key: pool, operator: Exists, effect: NoSchedule} | 1
                    {key: pool, value: ml}                            | 1
                    {key: pool, value: web, effect: NoSchedule}       | 0
                    """)
    void d17AWildcardDoesNotReachAProtectedTaint(String toleration, int refusals) {
        assertThat(GUARD.refusals(tolerating("[" + toleration + "]").creation(), Map.of(), Set.of()))
                .hasSize(refusals);
    }

    @Test
    void d19AnAnnotationThatCannotBeReadIsCountedAndSaid() {
        WholeProgram webhook = WholeProgram.with(
                Map.of(), NamespaceFixture.annotated(NamespaceFacts.DEFAULT_TOLERATIONS, "{not json"));

        WholeProgram.Answer answer = webhook.ask(PodReview.create(BARE));

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
        WholeProgram webhook = WholeProgram.with(
                Map.of("rules.namespace-annotations.api-server-enforces", apiServerEnforces),
                NamespaceFixture.annotated(
                        NamespaceFacts.DEFAULT_TOLERATIONS,
                        "[{\"key\":\"a\",\"operator\":\"Exists\"},{\"key\":\"a\",\"value\":\"1\"}]"));
        JsonNode created = webhook.ask(PodReview.createSpec("{'tolerations': [{'key': 'a', 'value': '1'}]}"))
                .object();
        JsonNode labelled = created.deepCopy();
        ((ObjectNode) labelled.get("metadata")).putObject("labels").put("app", "web");

        WholeProgram.Answer answer = webhook.ask(PodReview.update(labelled, created));

        assertThat(answer.allowed()).isTrue();
        assertThat((JsonNode) answer.patch()).isEmpty();
    }

    private static Namespace defaults(String tolerations) {
        return NamespaceFixture.annotated(NamespaceFacts.DEFAULT_TOLERATIONS, tolerations);
    }
}
