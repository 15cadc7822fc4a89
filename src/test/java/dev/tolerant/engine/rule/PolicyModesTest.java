package dev.tolerant.engine.rule;

import static dev.tolerant.testing.PodReview.aPod;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.testing.PodReview;
import dev.tolerant.testing.PolicyCluster;
import dev.tolerant.testing.WholeProgram;
import org.junit.jupiter.api.Test;

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
            """;

    @Test
    void enforceAdds() {
        WholeProgram.Answer added = in("Enforce").create(aPod());

        assertThat(PolicyCluster.tolerations(added))
                .containsExactly("not-ready:NoExecute@60", "unreachable:NoExecute@60", "spot:NoSchedule");
        assertThat(terms(added)).hasToString("[{\"matchExpressions\":[{\"key\":\"spot\",\"operator\":\"Exists\"}]}]");
        assertThat(PolicyCluster.warnings(added)).isEmpty();
    }

    @Test
    void auditChangesNothingAndSaysSoToTheAuditLogAlone() {
        WholeProgram.Answer answer = in("Audit").create(aPod());

        assertThat(answer.allowed()).isTrue();
        assertThat((JsonNode) answer.patch()).isEmpty();
        assertThat(PolicyCluster.warnings(answer)).isEmpty();
        assertThat(audited(answer))
                .contains("policies/p would add spot:NoSchedule op=Exists")
                .contains("policies/p would require nodes with spot");
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
        PolicyCluster cluster = PolicyCluster.with("""
                metadata: {name: p}
                spec: {mode: Audit, match: {}, requiredNodeAffinity: [{key: spot, operator: Exists}]}
                """);

        WholeProgram.Answer answer = cluster.create(PodReview.withAffinity("""
                {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [
                  {matchExpressions: [{key: spot, operator: Exists}]}]}}}"""));

        assertThat(audited(answer)).isEmpty();
    }

    @Test
    void aPolicyThatDoesNotGiveTakesNoPartInPrecedence() {
        PolicyCluster cluster = PolicyCluster.with("""
                metadata: {name: first}
                spec:
                  priority: 9
                  mode: Audit
                  match: {}
                  tolerations: [{key: flaky, operator: Exists, effect: NoExecute, tolerationSeconds: 5}]
                  nodeFailure: {notReady: 5}
                ---
                metadata: {name: second}
                spec:
                  match: {}
                  tolerations: [{key: flaky, operator: Exists, effect: NoExecute, tolerationSeconds: 600}]
                  nodeFailure: {notReady: 60}
                """);

        assertThat(PolicyCluster.tolerations(cluster.create(aPod())))
                .containsExactly("not-ready:NoExecute@60", "unreachable:NoExecute@300", "flaky:NoExecute@600");
        assertThat(cluster.steps(aPod())).noneMatch(step -> step.startsWith("policies/second lost"));
    }

    @Test
    void askedAgainEveryModeGivesNoPatch() {
        for (String mode : new String[] {"Enforce", "Audit"}) {
            WholeProgram webhook = in(mode).webhook();
            JsonNode review = aPod().creation();
            WholeProgram.Answer again = webhook.ask(
                    WholeProgram.withObject(review, webhook.ask(review).object()));
            assertThat((JsonNode) again.patch()).as(mode).isEmpty();
            assertThat(PolicyCluster.warnings(again)).as(mode).isEmpty();
        }
    }

    private static PolicyCluster in(String mode) {
        return PolicyCluster.with(POLICY.formatted(mode));
    }

    private static String audited(WholeProgram.Answer answer) {
        return answer.response().at("/auditAnnotations/audited").asText();
    }

    private static JsonNode terms(WholeProgram.Answer answer) {
        return answer.object()
                .at("/spec/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution/nodeSelectorTerms");
    }
}
