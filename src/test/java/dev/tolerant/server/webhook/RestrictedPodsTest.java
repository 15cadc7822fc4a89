package dev.tolerant.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.testing.PodReview;
import dev.tolerant.testing.WholeProgram;
import dev.tolerant.testing.Yaml;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which pods their namespace's whitelist judges: what else there is in a pod, and what is given to it, does not matter. */
class RestrictedPodsTest {
    private static final String PAIR = "{key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute,"
            + " tolerationSeconds: 300}, {key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute,"
            + " tolerationSeconds: 300}";

    private final WholeProgram webhook = restricting("shop", Map.of(), Map.of());

    private static WholeProgram restricting(String name, Map<String, String> labels, Map<String, String> settings) {
        return WholeProgram.with(
                settings,
                new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withLabels(labels)
                        .addToAnnotations(NamespaceFacts.TOLERATIONS_WHITELIST, "[{\"key\": \"a\"}]")
                        .endMetadata()
                        .build());
    }

    private static String memory(String amount) {
        return "containers: [{resources: {limits: {memory: " + amount + "}}}]";
    }

    private static String many(int count, String entry) {
        return IntStream.range(0, count).mapToObj(i -> entry.formatted(i)).collect(Collectors.joining(", "));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1Gi",
                "'00000000000000000000000000000000000000000000000000000000000000001Gi'",
                "1e999",
                "1e-999",
                "many",
                "true",
                "[1Gi]"
            })
    void anAmountHidesNoToleration(String amount) {
        ObjectNode forbidden = PodReview.createSpec("{tolerations: [{key: forbidden}], " + memory(amount) + "}");
        ObjectNode allowed = PodReview.createSpec("{tolerations: [{key: a}], " + memory(amount) + "}");

        assertThatTheWhitelistRefuses(webhook.ask(forbidden));
        assertThat(webhook.ask(allowed).patch()).isNotEmpty();
        assertThat(webhook.ask(allowed).response().has("warnings")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "spec: {TOLERATIONS, affinity: 7}",
                "spec: {TOLERATIONS, affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{MANY-TERMS}]}}}}",
                "spec: {TOLERATIONS, containers: {}}",
                "spec: {TOLERATIONS, containers: [{resources: []}]}",
                "spec: {TOLERATIONS, containers: [{resources: {limits: {MANY-NAMES}}}]}",
                "spec: {TOLERATIONS, resources: 7}",
                "spec: {TOLERATIONS, nodeSelector: {a: 1}}",
                "spec: {TOLERATIONS, hostNetwork: x}",
                "spec: {TOLERATIONS, priorityClassName: []}",
                "spec: {TOLERATIONS, os: 7}",
                "metadata: {ownerReferences: [{controller: x}]}, spec: {TOLERATIONS}",
                "metadata: {ownerReferences: {}}, spec: {TOLERATIONS}",
                "metadata: {labels: []}, spec: {TOLERATIONS}",
                "metadata: {labels: {MANY-LABELS}}, spec: {TOLERATIONS}",
                "metadata: {annotations: 7}, spec: {TOLERATIONS}",
                "metadata: {managedFields: [7]}, spec: {TOLERATIONS}",
                "metadata: {name: [web]}, spec: {TOLERATIONS}",
                "metadata: 7, spec: {TOLERATIONS}",
            })
    void troubleElsewhereInAPodHidesNoToleration(String pod) {
        String troubled = "{"
                + pod.replace("MANY-NAMES", many(1001, "a.b/c%d: 1"))
                        .replace("MANY-LABELS", many(10_001, "l%d: x"))
                        .replace("{MANY-TERMS}", many(251, "{matchExpressions: [{key: k%d, operator: Exists}]}"))
                + "}";
        ObjectNode forbidden = PodReview.create(troubled.replace("TOLERATIONS", "tolerations: [{key: forbidden}]"));
        ObjectNode allowed = PodReview.create(troubled.replace("TOLERATIONS", "tolerations: [{key: a}, " + PAIR + "]"));

        WholeProgram.Answer refused = webhook.ask(forbidden);
        WholeProgram.Answer admitted = webhook.ask(allowed);

        assertThatTheWhitelistRefuses(refused);
        assertThat(admitted.allowed()).isTrue();
        assertThat(admitted.response().has("patch")).isFalse();
        assertThat(admitted.response().path("warnings").path(0).textValue())
                .startsWith("tolerant: the pod is left as it is: request.object.");
    }

    @Test
    void theStoredPodsOwnTolerationsPassWhateverElseIsUnreadable() {
        String stored = "{spec: {tolerations: [{key: forbidden}], affinity: 7}}";
        ObjectNode same = PodReview.update("{spec: {tolerations: [{key: forbidden}], affinity: 7}}", stored);
        ObjectNode more = PodReview.update("{spec: {tolerations: [{key: forbidden, value: x}], affinity: 7}}", stored);

        assertThat(webhook.ask(same).allowed()).isTrue();
        assertThatTheWhitelistRefuses(webhook.ask(more));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{spec: {tolerations: {}}}",
                "{spec: {tolerations: [null]}}",
                "{spec: {tolerations: [{key: 7}], affinity: 7}}",
                "{metadata: 7, spec: {tolerations: [{key: a}, MANY]}}",
                "{spec: []}",
                "7"
            })
    void unreadableTolerationsAreRefusedWhereThereIsAWhitelistAlone(String pod) {
        ObjectNode review = PodReview.create("{spec: {}}");
        ((ObjectNode) review.get("request"))
                .set("object", Yaml.tree(pod.replace("MANY", many(1000, "{key: a, value: v%d}"))));

        WholeProgram.Answer judged = webhook.ask(review);
        WholeProgram.Answer elsewhere = WholeProgram.with(Map.of()).ask(review);

        assertThat(judged.response().at("/status/code").intValue()).isEqualTo(403);
        assertThat(judged.response().at("/status/message").textValue()).startsWith("request.object");
        assertThat(elsewhere.allowed()).isTrue();
        assertThat(elsewhere.response().path("warnings").path(0).textValue())
                .startsWith("tolerant: the pod is left as it is: request.object");
    }

    /** Given is what a new pod gets; an update gives nothing in any case. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    # namespace | its label | pod's label | pods-opt-out | judged | given
                    shop        | x         | x           | true         | true   | true
                    shop        | x         | false       | true         | true   | false
                    shop        | x         | false       | false        | true   | true
                    shop        | false     | x           | true         | false  | false
                    shop        | false     | false       | false        | false  | false
                    kube-system | x         | x           | true         | false  | true
                    kube-system | false     | x           | true         | false  | false
                    """)
    void optingOutDecidesSeparatelyAboutRestrictingAndGiving(
            String name, String ofNamespace, String ofPod, String podsOptOut, boolean judged, boolean given) {
        WholeProgram program =
                restricting(name, Map.of("tolerant.dev/inject", ofNamespace), Map.of("pods-opt-out", podsOptOut));
        String pod = "metadata: {labels: {tolerant.dev/inject: '" + ofPod + "'}}, spec: {tolerations: [{key: %s}]}";

        assertThat(program.ask(review(name, pod.formatted("forbidden"))).allowed())
                .isEqualTo(!judged);
        assertThat(program.ask(update(name, pod.formatted("forbidden"))).allowed())
                .isEqualTo(!judged);
        assertThat(program.ask(review(name, "spec: {tolerations: [{key: forbidden}], affinity: 7}"))
                        .allowed())
                .isEqualTo(!judged);
        assertThat(program.ask(review(name, "spec: {tolerations: 7}")).allowed())
                .isEqualTo(!judged);
        assertThat(program.ask(review(name, pod.formatted("a"))).response().has("patch"))
                .isEqualTo(given);
    }

    private static ObjectNode review(String namespace, String pod) {
        return in(namespace, PodReview.create("{" + pod + "}"));
    }

    private static ObjectNode update(String namespace, String pod) {
        return in(namespace, PodReview.update("{" + pod + "}", "{spec: {}}"));
    }

    private static ObjectNode in(String namespace, ObjectNode review) {
        ((ObjectNode) review.get("request")).put("namespace", namespace);
        return review;
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "runtimeClassName: gvisor, "})
    void whereAnEntryStandsProvesNothing(String runtimeClass) {
        String owned = "{metadata: {managedFields: [{manager: kubectl, operation: Update,"
                + " fieldsV1: {f:spec: {f:tolerations: {}}}}]}, spec: {" + runtimeClass + "tolerations: [%s]}}";

        assertThatTheWhitelistRefuses(
                webhook.ask(PodReview.create(owned.formatted("{key: a}, " + PAIR + ", {key: forbidden}"))));
        assertThat(webhook.ask(PodReview.create(owned.formatted("{key: a}, " + PAIR)))
                        .allowed())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "0, true, false",
        "0, false, false",
        "1, true, true",
        "1, false, true",
        "1m, false, true",
        "x, true, false"
    })
    void aResourcesTolerationIsExemptIfMoreThanZeroIsAsked(String amount, boolean rule, boolean allowed) {
        WholeProgram program =
                restricting("shop", Map.of(), Map.of("rules.extended-resources.enabled", String.valueOf(rule)));
        String spec = "{tolerations: [{key: example.com/x, operator: Exists, effect: NoSchedule}],"
                + " containers: [{resources: {limits: {example.com/x: '" + amount + "'}}}]}";

        assertThat(program.ask(PodReview.createSpec(spec)).allowed()).isEqualTo(allowed);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    gvisor | {key: sandbox, operator: Exists}                     | true
                    gvisor | {key: sandbox, operator: Exists, effect: NoSchedule} | false
                    gvisor | {key: forbidden}                                     | false
                    ''     | {key: sandbox, operator: Exists}                     | false
                    other  | {key: sandbox, operator: Exists}                     | false
                    """)
    void whatItsRuntimeClassGivesAPodIsExemptIfTheClassIsKnown(String name, String toleration, boolean allowed) {
        WholeProgram program = WholeProgram.ofFiles("""
                apiVersion: v1
                kind: Namespace
                metadata: {name: shop, annotations: {scheduler.alpha.kubernetes.io/tolerationsWhitelist: '[{"key": "a"}]'}}
                ---
                apiVersion: node.k8s.io/v1
                kind: RuntimeClass
                metadata: {name: gvisor}
                handler: runsc
                scheduling: {tolerations: [{key: sandbox, operator: Exists}]}
                """);

        assertThat(program.ask(PodReview.createSpec(
                                "{runtimeClassName: '" + name + "', tolerations: [" + toleration + "]}"))
                        .allowed())
                .isEqualTo(allowed);
    }

    private static void assertThatTheWhitelistRefuses(WholeProgram.Answer answer) {
        assertThat(answer.allowed()).isFalse();
        assertThat(answer.response().at("/status/code").intValue()).isEqualTo(403);
        assertThat(answer.response().at("/status/message").textValue())
                .startsWith("toleration forbidden")
                .contains("is not in the whitelist of namespace shop");
    }
}
