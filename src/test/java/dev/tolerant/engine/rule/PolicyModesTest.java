package dev.tolerant.engine.rule;

import static dev.tolerant.server.webhook.PodReview.aPod;
import static dev.tolerant.server.webhook.PodReview.tolerating;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.server.webhook.PodReview;
import dev.tolerant.server.webhook.PolicyCluster;
import dev.tolerant.server.webhook.Webhook;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a policy does in each of its modes. */
class PolicyModesTest {
    private static final String POLICY = """
            metadata: {name: p}
            spec:
              mode: %s
              match: {}
              tolerations: [{key: spot, operator: Exists, effect: NoSchedule}]
              requiredNodeAffinity: [{key: spot, operator: Exists}]
              nodeFailure: {notReady: 60, unreachable: 60}
              restrict: {deny: [{key: pool}]}
            """;
    private static final PodReview FORBIDDEN = tolerating("[{key: pool, operator: Exists}]");

    @Test
    void enforceAddsAndRefuses() {
        // When
        Webhook.Answer added = in("Enforce").create(aPod());
        Webhook.Answer refused = in("Enforce").create(FORBIDDEN);

        // Then
        assertThat(PolicyCluster.tolerations(added))
                .containsExactly("not-ready:NoExecute@60", "unreachable:NoExecute@60", "spot:NoSchedule");
        assertThat(terms(added)).hasToString("[{\"matchExpressions\":[{\"key\":\"spot\",\"operator\":\"Exists\"}]}]");
        assertThat(PolicyCluster.warnings(added)).isEmpty();
        assertThat(refused.allowed()).isFalse();
        assertThat(refused.response().has("patch")).isFalse();
    }

    @Test
    void warnAddsAndWarnsOfIt() {
        // When
        Webhook.Answer answer = in("Warn").create(aPod());

        // Then
        assertThat((JsonNode) answer.patch())
                .isEqualTo(in("Enforce").create(aPod()).patch());
        assertThat(PolicyCluster.warnings(answer))
                .containsExactly(
                        "tolerant: policies/p sets tolerationSeconds of toleration 0 (node.kubernetes.io/not-ready"
                                + ":NoExecute op=Exists for 300s), which came from the API server, to 60",
                        "tolerant: policies/p sets tolerationSeconds of toleration 1 (node.kubernetes.io/unreachable"
                                + ":NoExecute op=Exists for 300s), which came from the API server, to 60",
                        "tolerant: policies/p adds spot:NoSchedule op=Exists",
                        "tolerant: policies/p requires nodes with spot");
    }

    @Test
    void warnMakesWarningsOfRefusals() {
        // When
        Webhook.Answer answer = in("Warn").create(FORBIDDEN);

        // Then
        assertThat(answer.allowed()).isTrue();
        assertThat(PolicyCluster.tolerations(answer)).contains("pool", "spot:NoSchedule");
        assertThat(PolicyCluster.warnings(answer))
                .contains("tolerant: policies/p TolerationPolicy p denies toleration pool op=Exists, which tolerates"
                        + " pool; remove it from spec.tolerations, or ask for an exemption in the policy's"
                        + " restrict.exempt");
    }

    @Test
    void auditChangesAndRefusesNothingAndSaysSoToTheAuditLogAlone() {
        // When
        Webhook.Answer answer = in("Audit").create(FORBIDDEN);

        // Then
        assertThat(answer.allowed()).isTrue();
        assertThat((JsonNode) answer.patch()).isEmpty();
        assertThat(PolicyCluster.warnings(answer)).isEmpty();
        assertThat(audited(answer))
                .contains("policies/p would add spot:NoSchedule op=Exists")
                .contains("policies/p would require nodes with spot")
                .contains("policies/p would refuse: TolerationPolicy p denies toleration pool op=Exists");
        assertThat(answer.response().path("auditAnnotations").has("decision")).isFalse();
    }

    @Test
    void auditTellsOfSecondsThatItWouldSet() {
        assertThat(audited(in("Audit").create(aPod())))
                .contains("node.kubernetes.io/not-ready")
                .contains("60");
    }

    @Test
    void auditDoesNotTellOfWhatIsThereAlready() {
        // Given
        PolicyCluster cluster = PolicyCluster.with("""
                metadata: {name: p}
                spec: {mode: Audit, match: {}, requiredNodeAffinity: [{key: spot, operator: Exists}]}
                """);

        // When
        Webhook.Answer answer = cluster.create(PodReview.withAffinity("""
                {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [
                  {matchExpressions: [{key: spot, operator: Exists}]}]}}}"""));

        // Then
        assertThat(audited(answer)).isEmpty();
    }

    @Test
    void disabledDoesNothingAndSaysNothing() {
        // When
        Webhook.Answer answer = in("Disabled").create(FORBIDDEN);

        // Then
        assertThat(answer.allowed()).isTrue();
        assertThat((JsonNode) answer.patch()).isEmpty();
        assertThat(PolicyCluster.warnings(answer)).isEmpty();
        assertThat(answer.response().has("auditAnnotations")).isFalse();
        assertThat(in("Disabled").steps(FORBIDDEN)).noneMatch(step -> step.startsWith("policies/p"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Audit", "Disabled"})
    void aPolicyThatDoesNotGiveTakesNoPartInPrecedence(String mode) {
        // Given
        PolicyCluster cluster = PolicyCluster.with("""
                metadata: {name: first}
                spec:
                  priority: 9
                  mode: %s
                  match: {}
                  tolerations: [{key: flaky, operator: Exists, effect: NoExecute, tolerationSeconds: 5}]
                  nodeFailure: {notReady: 5, override: None}
                ---
                metadata: {name: second}
                spec:
                  match: {}
                  tolerations: [{key: flaky, operator: Exists, effect: NoExecute, tolerationSeconds: 600}]
                  nodeFailure: {notReady: 60}
                """.formatted(mode));

        // Then
        assertThat(PolicyCluster.tolerations(cluster.create(aPod())))
                .containsExactly("not-ready:NoExecute@60", "unreachable:NoExecute@300", "flaky:NoExecute@600");
        assertThat(cluster.steps(aPod())).noneMatch(step -> step.startsWith("policies/second lost"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Audit", "Disabled"})
    void whatAPolicyWouldOnlyGiveIsNotExempt(String mode) {
        // Given
        PolicyCluster cluster = PolicyCluster.with("""
                metadata: {name: giver}
                spec: {mode: %s, match: {}, tolerations: [{key: pool, operator: Exists}]}
                ---
                metadata: {name: keep-out}
                spec: {match: {}, restrict: {deny: [{key: pool}]}}
                """.formatted(mode));

        // Then
        assertThat(cluster.create(FORBIDDEN).allowed()).isFalse();
    }

    @Test
    void whereAnotherPolicyRefusesAWarningIsStillGiven() {
        // Given
        PolicyCluster cluster = PolicyCluster.with("""
                {metadata: {name: a}, spec: {mode: Warn, match: {}, restrict: {deny: [{key: pool}]}}}
                ---
                {metadata: {name: b}, spec: {match: {}, restrict: {deny: [{key: pool}]}}}
                """);

        // When
        Webhook.Answer answer = cluster.create(FORBIDDEN);

        // Then
        assertThat(answer.allowed()).isFalse();
        assertThat(answer.response().at("/status/message").asText()).startsWith("TolerationPolicy b denies");
        assertThat(PolicyCluster.warnings(answer)).singleElement().asString().contains("TolerationPolicy a denies");
    }

    @Test
    void askedAgainEveryModeGivesNoPatch() {
        for (String mode : new String[] {"Enforce", "Warn", "Audit", "Disabled"}) {
            Webhook webhook = in(mode).webhook();
            JsonNode review = aPod().creation();
            Webhook.Answer again =
                    webhook.ask(Webhook.withObject(review, webhook.ask(review).object()));
            assertThat((JsonNode) again.patch()).as(mode).isEmpty();
            assertThat(PolicyCluster.warnings(again)).as(mode).isEmpty();
        }
    }

    private static PolicyCluster in(String mode) {
        return PolicyCluster.with(POLICY.formatted(mode));
    }

    private static String audited(Webhook.Answer answer) {
        return answer.response().at("/auditAnnotations/audited").asText();
    }

    private static JsonNode terms(Webhook.Answer answer) {
        return answer.object()
                .at("/spec/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution/nodeSelectorTerms");
    }
}
