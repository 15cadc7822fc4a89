package dev.tolerant.engine.rule;

import static dev.tolerant.server.webhook.PodReview.tolerating;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.controlplane.Node;
import dev.tolerant.engine.toleration.Effect;
import dev.tolerant.engine.toleration.Taint;
import dev.tolerant.server.webhook.PodReview;
import dev.tolerant.server.webhook.PolicyCluster;
import dev.tolerant.server.webhook.Webhook.Answer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code deny} lets pass, and ways around it that were tried. */
class DenyTest {
    static final String KEEP_OUT = """
            metadata: {name: keep-out}
            spec: {match: {}, restrict: {deny: [{key: example.com/pool, effect: NoSchedule}]}}
            """;
    static final String POOL = """
            ---
            metadata: {name: ml-pool}
            spec:
              match: {namespaceSelector: {matchLabels: {team: ml}}}
              tolerations: [{key: example.com/pool, operator: Equal, value: ml, effect: NoSchedule}]
              requiredNodeAffinity: [{key: pool, operator: In, values: [ml]}]
            """;
    private static final String OF_POOL = "[{key: example.com/pool, value: ml, effect: NoSchedule}]";
    private static final String EXISTS = "[{key: example.com/pool, operator: Exists, effect: NoSchedule}]";

    static PolicyCluster cluster(String policies) {
        return PolicyCluster.with(policies).namespace("ml", Map.of("team", "ml"));
    }

    private static PodReview asking(String amount, String tolerations) {
        return PodReview.pod("""
                spec:
                  tolerations: %s
                  containers: [{resources: {limits: {example.com/pool: %s}}}]
                """.formatted(tolerations, amount));
    }

    @Test
    void aResourceWithTheNameOfADeniedTaintGivesAndExcusesNothing() {
        // When
        Answer silent = cluster(KEEP_OUT).create(asking("1", "[]"));
        Answer written = cluster(KEEP_OUT).create(asking("1", EXISTS));

        // Then
        assertThat(PolicyCluster.tolerations(silent)).doesNotContain("example.com/pool:NoSchedule");
        assertThat(cluster(KEEP_OUT).steps(asking("1", "[]")))
                .contains("extended-resources withheld: does not give example.com/pool:NoSchedule op=Exists:"
                        + " TolerationPolicy keep-out denies it");
        assertThat(written.allowed()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1"})
    void whatTheApiServerAddsForAResourcePassesOnlyWhereAPolicyGivesThatTaint(String amount) {
        // Given
        PolicyCluster cluster = cluster(KEEP_OUT + POOL);

        // Then
        assertThat(cluster.create(asking(amount, EXISTS)).allowed()).isFalse();
        assertThat(cluster.create(asking(amount, EXISTS).in("ml")).allowed()).isTrue();
        assertThat(cluster.create(tolerating(EXISTS).in("ml")).allowed()).isFalse();
    }

    /** ExtendedResourceToleration's entry is for every value, so it must not open the pool of another value. */
    @ParameterizedTest
    @CsvSource({
        "'[{key: pool, operator: In, values: [ml]}]', true",
        "'[{key: pool, operator: Exists}]', false",
        "'[]', false",
    })
    void aResourceOpensNoOtherPoolOfItsKey(String required, boolean allowed) {
        // Given
        PolicyCluster cluster = cluster(KEEP_OUT + POOL.replace("[{key: pool, operator: In, values: [ml]}]", required))
                .node(new Node(
                        "web-1",
                        Map.of("pool", "web"),
                        List.of(new Taint("example.com/pool", "web", Effect.NO_SCHEDULE))));

        // Then
        assertThat(cluster.create(asking("1", EXISTS).in("ml")).allowed()).isEqualTo(allowed);
        assertThat(PolicyCluster.tolerations(cluster.create(asking("1", "[]").in("ml")))
                        .contains("example.com/pool:NoSchedule"))
                .isEqualTo(allowed);
    }

    @Test
    void aNamespacesDefaultsDoNotBeatADeny() {
        // Given
        PolicyCluster cluster = cluster(KEEP_OUT)
                .namespace(
                        "shop",
                        Map.of(),
                        Map.of("scheduler.alpha.kubernetes.io/defaultTolerations", "[{\"operator\":\"Exists\"}]"));

        // When
        Answer answer = cluster.create(PodReview.aPod());

        // Then
        assertThat(PolicyCluster.tolerations(answer))
                .containsExactly("not-ready:NoExecute@300", "unreachable:NoExecute@300");
        assertThat(cluster.steps(PodReview.aPod()))
                .contains(
                        "namespace-annotations withheld: does not give op=Exists: TolerationPolicy keep-out denies it");
    }

    @ParameterizedTest
    @CsvSource({"Warn, true", "Audit, true", "Enforce, false"})
    void onlyAPolicyInForceWithholds(String mode, boolean given) {
        // Given
        PolicyCluster cluster = cluster(KEEP_OUT.replace("match: {}", "mode: " + mode + ", match: {}"));

        // When
        Answer answer = cluster.create(asking("1", "[]"));

        // Then
        assertThat(PolicyCluster.tolerations(answer).contains("example.com/pool:NoSchedule"))
                .isEqualTo(given);
        assertThat(PolicyCluster.warnings(answer)).hasSize(mode.equals("Warn") ? 1 : 0);
        assertThat(answer.response().at("/auditAnnotations/audited").asText())
                .isEqualTo(
                        mode.equals("Audit")
                                ? "policies/keep-out would withhold example.com/pool:NoSchedule op=Exists from rule"
                                        + " extended-resources, because it denies it"
                                : "");
    }

    @Test
    void whoIsExemptIsGivenWhatIsDenied() {
        // Given
        String exempt = KEEP_OUT.replace("deny:", "exempt: {namespaces: [gpu]}, deny:");

        // Then
        assertThat(PolicyCluster.tolerations(
                        cluster(exempt).create(asking("1", "[]").in("gpu"))))
                .contains("example.com/pool:NoSchedule");
    }

    @ParameterizedTest
    @CsvSource({
        "'namespaces: [agents]', true",
        "'namespaces: [agent]', false",
        "'serviceAccounts: [agents/*]', true",
        "'serviceAccounts: [agent/*]', false",
        "'namespaceSelector: {matchLabels: {team: agents}}', true",
        "'namespaceSelector: {matchExpressions: [{key: team, operator: DoesNotExist}]}', false",
    })
    void namespacesCanBeExempt(String exemption, boolean allowed) {
        // Given
        PolicyCluster cluster = cluster(KEEP_OUT.replace("deny:", "exempt: {" + exemption + "}, deny:"))
                .namespace("agents", Map.of("team", "agents"));

        // Then
        assertThat(cluster.create(tolerating("[{operator: Exists}]").in("agents"))
                        .allowed())
                .isEqualTo(allowed);
    }

    @Test
    void whoOptsOutIsNotExcusedByWhatAPolicyWouldGive() {
        // Given
        PodReview pod = tolerating(OF_POOL).in("ml").labelled("tolerant.dev/inject", "false");

        // Then
        assertThat(cluster(KEEP_OUT + POOL).create(pod).allowed()).isFalse();
        assertThat(cluster(KEEP_OUT + POOL).webhook().judge(pod.creation()).allowed())
                .isFalse();
    }

    @Test
    void aSettingTakesTheOptOutAwayFromPods() {
        // Given
        PolicyCluster cluster = cluster(KEEP_OUT + POOL).setting("pods-opt-out", "false");

        // When
        Answer answer = cluster.create(PodReview.aPod().in("ml").labelled("tolerant.dev/inject", "false"));

        // Then
        assertThat(PolicyCluster.tolerations(answer)).contains("example.com/pool=ml:NoSchedule");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                                                        | false",
                "{nodeSelector: {pool: ml}}                                                | true",
                "{nodeSelector: {pool: web}}                                               | false",
                "{affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{"
                        + "matchExpressions: [{key: pool, operator: In, values: [ml]}]}]}}}}           | true",
                "{affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{"
                        + "matchExpressions: [{key: pool, operator: In, values: [ml]}]}, {matchExpressions: [{key: a,"
                        + " operator: Exists}]}]}}}}                                                   | false",
            })
    void aFinishedPodWithADeniedTolerationStaysOnTheNodesOfItsGiver(String spec, boolean allowed) {
        // Given
        ObjectNode pod = (ObjectNode) PodReview.yaml("{spec: " + spec + "}");
        ((ObjectNode) pod.get("spec")).set("tolerations", PodReview.yaml(OF_POOL));
        PodReview review = PodReview.pod(pod.toString()).in("ml");

        // When
        Answer judged = cluster(KEEP_OUT + POOL).webhook().judge(review.creation());

        // Then
        assertThat(judged.allowed()).isEqualTo(allowed);
        // The webhook that changes pods adds what is missing.
        Answer given = cluster(KEEP_OUT + POOL).create(review);
        assertThat(given.allowed()).isTrue();
        assertThat(cluster(KEEP_OUT + POOL)
                        .webhook()
                        .judge(review.with(given.object()))
                        .allowed())
                .isTrue();
        // Where nothing is denied nothing is demanded.
        assertThat(cluster(POOL.substring(4)).webhook().judge(review.creation()).allowed())
                .isTrue();
    }

    @Test
    void anUpdateThatAddsAGivenTolerationNeedsTheNodesToo() {
        // Given
        JsonNode stored = PodReview.aPod().in("ml").creation().at("/request/object");
        JsonNode tolerating = tolerating(OF_POOL).in("ml").creation().at("/request/object");

        // Then
        assertThat(cluster(KEEP_OUT + POOL)
                        .webhook()
                        .judge(tolerating(OF_POOL).in("ml").update(stored))
                        .allowed())
                .isFalse();
        assertThat(cluster(KEEP_OUT + POOL)
                        .webhook()
                        .judge(tolerating(OF_POOL).in("ml").update(tolerating))
                        .allowed())
                .isTrue();
    }

    @Test
    void anUpdateIsComparedWithTheStoredPodWhoeverOwnsTheList() {
        // Given
        JsonNode stored = PodReview.aPod().creation().at("/request/object");
        // Nobody owns the tolerations, as in the pod of an author who wrote none.
        ObjectNode review = PodReview.aPod().update(stored);
        ((ArrayNode) review.at("/request/object/spec/tolerations"))
                .addObject()
                .put("key", "example.com/pool")
                .put("operator", "Exists");
        PolicyCluster allowing =
                PolicyCluster.with("{metadata: {name: p}, spec: {match: {}, restrict: {allow: [{key: spot}]}}}");

        // Then
        assertThat(cluster(KEEP_OUT).webhook().ask(review).allowed()).isFalse();
        assertThat(allowing.webhook().ask(review).allowed()).isFalse();
    }

    @Test
    void theApiServersOwnTolerationsPassWithTheSecondsOfARule() {
        // Given
        PolicyCluster cluster = cluster("""
                        metadata: {name: no-failed-nodes}
                        spec:
                          match: {}
                          restrict:
                            deny: [{key: node.kubernetes.io/not-ready}, {key: node.kubernetes.io/memory-pressure}]
                        """).setting("rules.node-failure.not-ready", "60");
        PodReview burstable = PodReview.pod("spec: {containers: [{resources: {requests: {cpu: 1}}}]}");

        // When
        Answer answer = cluster.create(burstable);

        // Then
        assertThat(PolicyCluster.tolerations(answer))
                .containsExactly("not-ready:NoExecute@60", "unreachable:NoExecute@300", "memory-pressure:NoSchedule");
        assertThat(cluster.webhook().judge(burstable.with(answer.object())).allowed())
                .isTrue();
        assertThat(cluster.create(tolerating("[{key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute,"
                                + " tolerationSeconds: 900}]"))
                        .allowed())
                .isFalse();
        assertThat(cluster.create(tolerating(
                                "[{key: node.kubernetes.io/memory-pressure, operator: Exists, effect: NoSchedule}]"))
                        .allowed())
                .isFalse();
    }
}
