package dev.tolerant.engine.rule;

import static dev.tolerant.server.webhook.PodReview.aPod;
import static dev.tolerant.server.webhook.PodReview.tolerating;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.server.webhook.PodReview;
import dev.tolerant.server.webhook.PolicyCluster;
import dev.tolerant.server.webhook.Webhook;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tolerations that policies forbid the authors of pods. */
class PolicyRestrictionsTest {
    private static final String KEEP_OUT =
            "{metadata: {name: keep-out}, spec: {match: {}, restrict: {deny: [{key: pool, effect: NoSchedule}]}}}";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[{key: pool, operator: Exists, effect: NoSchedule}]           | false",
                "[{key: pool, value: ml}]                                      | false",
                "[{operator: Exists}]                                          | false",
                "[{operator: Exists, effect: NoSchedule}]                      | false",
                "[{key: spot, operator: Exists}, {key: pool, operator: Gt, value: '3'}] | false",
                "[{key: pool, operator: Exists, effect: NoExecute}]            | true",
                "[{key: spot, operator: Exists}]                               | true",
                "[]                                                            | true",
            })
    void noTrickReachesADeniedTaint(String tolerations, boolean allowed) {
        assertThat(PolicyCluster.with(KEEP_OUT).create(tolerating(tolerations)).allowed())
                .isEqualTo(allowed);
    }

    @Test
    void aRefusalNamesThePolicyTheTolerationAndTheWayOut() {
        // When
        Webhook.Answer answer = PolicyCluster.with(KEEP_OUT).create(tolerating("[{operator: Exists}]"));

        // Then
        assertThat(answer.response().path("uid").asText()).isEqualTo("uid-1");
        assertThat(answer.allowed()).isFalse();
        assertThat(answer.response().at("/status/code").asInt()).isEqualTo(403);
        assertThat(answer.response().at("/status/reason").asText()).isEqualTo("Forbidden");
        assertThat(answer.response().at("/status/message").asText())
                .isEqualTo("TolerationPolicy keep-out denies toleration op=Exists, which tolerates pool:NoSchedule;"
                        + " remove it from spec.tolerations, or ask for an exemption in the policy's restrict.exempt");
        assertThat(answer.response().has("patch")).isFalse();
        assertThat(answer.response().at("/auditAnnotations/decision").asText()).isEqualTo("refused");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[{key: spot, operator: Exists}]                                                     | true",
                "[{key: spot, value: a, effect: NoSchedule}]                                         | true",
                "[{key: flaky, operator: Exists, effect: NoExecute, tolerationSeconds: 60}]          | true",
                "[{key: flaky, operator: Exists, effect: NoExecute, tolerationSeconds: 61}]          | false",
                "[{key: flaky, operator: Exists, effect: NoExecute}]                                 | false",
                "[{key: flaky, operator: Exists}]                                                    | false",
                "[{key: other, operator: Exists}]                                                    | false",
                "[{operator: Exists}]                                                                | false",
                // Restrictions apply to an author's entry and never to the API server's.
                "[{key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute, tolerationSeconds: 300}] | true",
                "[{key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute, tolerationSeconds: 30}]  | false",
                "[{key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute}]                       | false",
                "[]                                                                                  | true",
            })
    void onlyWhatIsAllowedMayBeWritten(String tolerations, boolean allowed) {
        // Given
        PolicyCluster cluster = PolicyCluster.with("""
                metadata: {name: p}
                spec:
                  match: {}
                  restrict:
                    allow:
                    - {key: spot, operator: Exists}
                    - {key: flaky, operator: Exists, effect: NoExecute, tolerationSeconds: 60}
                """);

        // Then
        assertThat(cluster.create(tolerating(tolerations)).allowed()).isEqualTo(allowed);
    }

    @Test
    void whatIsNotAllowedIsRefusedWithTheWayOut() {
        // Given
        PolicyCluster cluster =
                PolicyCluster.with("{metadata: {name: p}, spec: {match: {}, restrict: {allow: [{key: spot}]}}}");

        // Then
        assertThat(cluster.create(tolerating("[{key: other, operator: Exists}]"))
                        .response()
                        .at("/status/message")
                        .asText())
                .isEqualTo("TolerationPolicy p does not allow toleration other op=Exists; remove it from"
                        + " spec.tolerations, or have it added to the policy's restrict.allow");
    }

    @Test
    void theSecondsOfThePolicyThatRewritesAreAllowedWhoeverWroteThem() {
        // Given
        PolicyCluster cluster = PolicyCluster.with("""
                metadata: {name: p}
                spec: {match: {}, nodeFailure: {notReady: 30}, restrict: {allow: [{key: spot}]}}
                """);
        String own =
                "[{key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute, tolerationSeconds: %d}]";

        // Then
        assertThat(cluster.create(tolerating(own.formatted(30))).allowed()).isTrue();
        assertThat(cluster.create(tolerating(own.formatted(31))).allowed()).isFalse();
    }

    @Test
    void denyBeatsAllow() {
        // Given
        PolicyCluster cluster = PolicyCluster.with("""
                metadata: {name: p}
                spec: {match: {}, restrict: {deny: [{key: pool}], allow: [{operator: Exists}]}}
                """);

        // Then
        assertThat(cluster.create(tolerating("[{key: pool, value: ml}]"))
                        .response()
                        .at("/status/message")
                        .asText())
                .startsWith("TolerationPolicy p denies toleration pool=ml");
        assertThat(cluster.create(tolerating("[{key: spot}]")).allowed()).isTrue();
    }

    @Test
    void policiesOnlyNarrow() {
        // Given
        PolicyCluster cluster = PolicyCluster.with("""
                metadata: {name: strict}
                spec: {priority: -5, match: {}, restrict: {deny: [{key: pool}]}}
                ---
                metadata: {name: generous}
                spec: {priority: 5, match: {}, restrict: {allow: [{key: pool, operator: Exists}, {key: spot}]}}
                ---
                metadata: {name: narrow}
                spec: {match: {}, restrict: {allow: [{key: spot}, {key: flaky}]}}
                """);

        // Then
        assertThat(cluster.create(tolerating("[{key: spot}]")).allowed()).isTrue();
        assertThat(message(cluster, "[{key: pool}]")).startsWith("TolerationPolicy narrow does not allow");
        assertThat(message(cluster, "[{key: flaky}]")).startsWith("TolerationPolicy generous does not allow");
        assertThat(message(PolicyCluster.with("""
                        metadata: {name: strict}
                        spec: {match: {}, restrict: {deny: [{key: pool}]}}
                        ---
                        metadata: {name: generous}
                        spec: {priority: 5, match: {}, restrict: {allow: [{key: pool, operator: Exists}]}}
                        """), "[{key: pool}]")).startsWith("TolerationPolicy strict denies");
    }

    @Test
    void aPolicyThatDoesNotMatchForbidsNothing() {
        // Given
        PolicyCluster cluster =
                PolicyCluster.with("""
                        metadata: {name: p}
                        spec:
                          match: {namespaceSelector: {matchLabels: {team: web}}}
                          restrict: {deny: [{key: pool}]}
                        """).namespace("shop", Map.of("team", "ml")).namespace("web", Map.of("team", "web"));
        PodReview pod = tolerating("[{key: pool}]");

        // Then
        assertThat(cluster.create(pod).allowed()).isTrue();
        assertThat(cluster.create(pod.in("web")).allowed()).isFalse();
    }

    @Test
    void optingOutIsNoWayAround() {
        // Given
        PodReview pod = tolerating("[{key: pool}]").labelled("tolerant.dev/inject", "false");

        // Then
        assertThat(PolicyCluster.with(KEEP_OUT).create(pod).allowed()).isFalse();
        assertThat(PolicyCluster.with(KEEP_OUT)
                        .namespace("shop", Map.of("tolerant.dev/inject", "false"))
                        .create(tolerating("[{key: pool}]"))
                        .allowed())
                .isFalse();
        assertThat(PolicyCluster.with(KEEP_OUT).create(aPod()).allowed()).isTrue();
    }

    @Test
    void inAuditModeOfTheProgramNothingIsRefused() {
        // When
        Webhook.Answer answer =
                PolicyCluster.with(KEEP_OUT).setting("mode", "audit").create(tolerating("[{key: pool}]"));

        // Then
        assertThat(answer.allowed()).isTrue();
        assertThat(answer.response().at("/auditAnnotations/decision").asText()).isEqualTo("would-be-refused");
    }

    private static String message(PolicyCluster cluster, String tolerations) {
        return cluster.create(tolerating(tolerations))
                .response()
                .at("/status/message")
                .asText();
    }
}
