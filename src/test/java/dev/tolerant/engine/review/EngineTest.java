package dev.tolerant.engine.review;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.review.AdmissionRequest.Decidable;
import dev.tolerant.engine.review.AdmissionRequest.Unread;
import dev.tolerant.engine.rule.Decision;
import dev.tolerant.engine.rule.Step.SkipReason;
import dev.tolerant.engine.standing.PolicySet;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.RuleId;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.setup.EngineFactory;
import dev.tolerant.testing.NamespaceFixture;
import dev.tolerant.testing.PodReview;
import dev.tolerant.testing.PolicyFixture;
import dev.tolerant.testing.RequestFixture;
import dev.tolerant.testing.ShortToleration;
import dev.tolerant.testing.WholeProgram;
import java.io.IOException;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EngineTest {
    private static final NamespaceFacts SHOP = NamespaceFacts.plain("shop");
    private static final Decidable POD =
            (Decidable) RequestFixture.read(PodReview.createSpec("{'tolerations': [{'key': 'a'}]}"));

    private final Engine engine = EngineFactory.of(WholeProgram.config(Map.of()));

    @Test
    void anInternalErrorLeavesThePodAsItIs() throws IOException {
        AdmissionResponse response = engine.answer(POD, Snapshot.EMPTY, broken());

        JsonNode answer = WholeProgram.JSON.readTree(response.body()).get("response");
        assertThat(answer.get("uid").textValue()).isEqualTo("uid-1");
        assertThat(answer.get("allowed").booleanValue()).isTrue();
        assertThat(answer.has("patch")).isFalse();
        assertThat(answer.path("warnings").path(0).textValue()).startsWith("tolerant: the pod is left as it is: ");
        assertThat(response.decision().skipReason()).hasValue(SkipReason.INTERNAL);
        assertThat(response.failure()).hasMessage("broken");
    }

    @Test
    void inAuditModeThePatchIsKnownButNotInTheAnswer() throws IOException {
        Engine auditing = EngineFactory.of(WholeProgram.config(Map.of("mode", "audit")));

        AdmissionResponse response = auditing.answer(POD, Snapshot.EMPTY, SHOP);

        assertThat(WholeProgram.JSON.readTree(response.patch())).isNotEmpty();
        assertThat(WholeProgram.JSON
                        .readTree(response.body())
                        .at("/response/patch")
                        .isMissingNode())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({"true, shop, true", "false, shop, true", "true, ml, false", "true, kube-system, false"})
    void theGuardHasTheLastWordAboutAPod(boolean asked, String name, boolean refused) {
        Decidable pod = (Decidable) RequestFixture.read(
                PodReview.tolerating("[{key: gpu, value: ml}]").in(name).creation());
        NamespaceFacts namespace =
                new NamespaceFacts(name, true, Map.of("team", name), List.of(), List.of(), List.of(), Map.of());
        Snapshot reserving = Snapshot.EMPTY.with(PolicySet.of(PolicyFixture.all("""
                metadata: {name: ml-pool}
                spec:
                  match: {namespaceSelector: {matchLabels: {team: ml}}}
                  tolerations: [{key: gpu, value: ml}]
                  reserve: {}
                """)));

        Decision decision = engine.outcome(pod, asked, reserving, namespace).decision();

        assertThat(decision.refusal() != null).isEqualTo(refused);
        assertThat(decision.steps()).anyMatch(step -> step.rule().equals(RuleId.NODE_FAILURE) == asked);
    }

    @ParameterizedTest
    @CsvSource({"shop, spot, true", "shop, '', false", "kube-system, spot, false"})
    void aPodThatIsTooLargeIsRefusedWhereItsNamespaceHasAWhitelist(String name, String whitelist, boolean refused) {
        Unread large = new Unread(
                "uid-1", "CREATE", name, SkipReason.TOO_LARGE, "request.object", "spec", "is too long", null);
        NamespaceFacts namespace = new NamespaceFacts(
                name,
                true,
                Map.of(),
                List.of(),
                whitelist.isEmpty() ? List.of() : List.of(Toleration.exists(whitelist, Effect.ANY)),
                List.of(),
                Map.of());

        Decision decision = engine.answer(large, Snapshot.EMPTY, namespace).decision();

        assertThat(decision.refusal() != null).isEqualTo(refused);
    }

    private static Unread malformed(String uid, String problem) {
        return new Unread(uid, "CREATE", "shop", SkipReason.MALFORMED, "request.object", "spec", problem, null);
    }

    @Test
    void theResponseToAMalformedPodHasAnEmptyPatch() throws IOException {
        Unread malformed = malformed("uid-1", "is missing");

        AdmissionResponse response = engine.answer(malformed, Snapshot.EMPTY, SHOP);

        assertThat(WholeProgram.JSON.readTree(response.patch())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "a \\ and \\n", "größe 漢字 😀", "\\u0041 é \\", "{\"", "\u0001 \u007f \u0085"})
    void everyTextInAnAnswerIsOneJsonString(String text) throws IOException {
        Unread malformed = malformed(text, text);

        byte[] body = engine.answer(malformed, Snapshot.EMPTY, SHOP).body();

        JsonNode answer = WholeProgram.JSON.readTree(body).get("response");
        assertThat(answer.get("uid").textValue()).isEqualTo(text);
        assertThat(answer.path("warnings").path(0).textValue())
                .isEqualTo("tolerant: the pod is left as it is: request.object.spec "
                        + text.replace('"', '\'').replaceAll("\\p{Cntrl}|\u0085", " "));
    }

    /** Of more than 4,096 characters in all, the API server would cut each warning to 256. */
    @Test
    void noWarningIsCutByTheApiServer() {
        String entry = "{\"key\": \"" + "k".repeat(300) + "\\t\\n\", \"effect\": \"Never\"}";
        WholeProgram webhook = WholeProgram.with(
                Map.of(),
                NamespaceFixture.annotated(
                        NamespaceFacts.DEFAULT_TOLERATIONS,
                        "[" + String.join(",", Collections.nCopies(30, entry)) + "]"));

        JsonNode warnings = webhook.ask(PodReview.createSpec("{}")).response().path("warnings");

        assertThat(warnings)
                .hasSize(12)
                .allSatisfy(
                        warning -> assertThat(warning.textValue()).hasSize(256).doesNotContain("\t", "\n"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "a \\ and \\n", "größe 漢字 😀", "é", "{\"", "\u0001 \u007f \u0085"})
    void everyReasonIsOneJsonString(String text) throws IOException {
        ObjectNode review = PodReview.createSpec("{'tolerations': [{'key': 'gpu'}]}");
        ((ObjectNode) review.at("/request/object/spec/tolerations/0")).put("value", text);
        NamespaceFacts namespace = new NamespaceFacts(
                "shop",
                true,
                Map.of(),
                List.of(),
                List.of(ShortToleration.toleration("spot Ex :NS")),
                List.of(),
                Map.of());

        byte[] body = engine.answer((Decidable) RequestFixture.read(review), Snapshot.EMPTY, namespace)
                .body();

        assertThat(WholeProgram.JSON
                        .readTree(body)
                        .at("/response/auditAnnotations/reasons")
                        .textValue())
                .startsWith("namespace-annotations toleration gpu="
                        + text.replace('"', '\'').replaceAll("\\p{Cntrl}|\u0085", " "));
    }

    /** A namespace whose labels and whitelist cannot be read. */
    private static NamespaceFacts broken() {
        Map<String, String> labels = new AbstractMap<>() {
            @Override
            public Set<Entry<String, String>> entrySet() {
                throw new IllegalStateException("broken");
            }

            @Override
            public String get(Object key) {
                if (key.equals(NamespaceFacts.NAME_LABEL)) {
                    return "shop";
                }
                throw new IllegalStateException("broken");
            }
        };
        List<Toleration> whitelist = new AbstractList<>() {
            @Override
            public Toleration get(int index) {
                throw new IllegalStateException("broken");
            }

            @Override
            public int size() {
                return 1;
            }
        };
        return new NamespaceFacts("shop", true, labels, List.of(), whitelist, List.of(), Map.of());
    }
}
