package dev.tolerant.engine.rule;

import static dev.tolerant.testing.PodReview.aPod;
import static dev.tolerant.testing.PodReview.tolerating;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.testing.PodReview;
import dev.tolerant.testing.PolicyCluster;
import dev.tolerant.testing.WholeProgram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How long policies let their pods stay on failed nodes, and whose seconds they replace. */
class PolicySecondsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    notReady: 60                           | not-ready:NoExecute@60  | unreachable:NoExecute@300
                    unreachable: 60                        | not-ready:NoExecute@300 | unreachable:NoExecute@60
                    notReady: 0, unreachable: 1800  | not-ready:NoExecute@0   | unreachable:NoExecute@1800
                    notReady: Never, unreachable: 5        | not-ready:NoExecute     | unreachable:NoExecute@5
                    notReady: Never, unreachable: Never           | not-ready:NoExecute     | unreachable:NoExecute
                    """)
    void secondsReplaceWhatTheApiServerCertainlyInjected(String nodeFailure, String notReady, String unreachable) {
        assertThat(PolicyCluster.tolerations(with(nodeFailure).create(aPod()))).containsExactly(notReady, unreachable);
    }

    @ParameterizedTest
    @CsvSource({"likely, 60", "proven, 300", "none, 300"})
    void onlyTheSettingLikelyReplacesWhatTheApiServerProbablyInjected(String override, int seconds) {
        PodReview pod = tolerating("[{key: spot, operator: Exists}]");

        WholeProgram.Answer answer = with("notReady: 60, unreachable: 60")
                .setting("rules.node-failure.override", override)
                .create(pod);

        assertThat(PolicyCluster.tolerations(answer))
                .containsExactly("spot", "not-ready:NoExecute@" + seconds, "unreachable:NoExecute@" + seconds);
    }

    @Test
    void whatIsLeftAloneIsSaid() {
        assertThat(with("notReady: 60")
                        .setting("rules.node-failure.override", "none")
                        .steps(aPod()))
                .contains("policies/p left-alone: leaves toleration 0 (node.kubernetes.io/not-ready:NoExecute op=Exists"
                        + " for 300s), which came from the API server, as it is: override is none");
    }

    @Test
    void theAuthorsOwnSecondsStay() {
        PodReview pod = tolerating("""
                [{key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute, tolerationSeconds: 300},
                 {key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute, tolerationSeconds: 300}]""");

        WholeProgram.Answer answer = with("notReady: 60, unreachable: Never").create(pod);

        assertThat((JsonNode) answer.patch()).isEmpty();
    }

    @Test
    void otherSecondsThatAnotherWebhookWroteStayAndItsOtherEntryGetsThePolicys() {
        JsonNode review = aPod().creation();
        ((ObjectNode) review.at("/request/object/spec/tolerations/0")).put("tolerationSeconds", 120);

        WholeProgram.Answer answer =
                with("notReady: 60, unreachable: 60").webhook().ask(review);

        assertThat(PolicyCluster.tolerations(answer))
                .containsExactly("not-ready:NoExecute@120", "unreachable:NoExecute@60");
    }

    @Test
    void withoutManagedFieldsEverySecondIsTheAuthors() {
        assertThat((JsonNode) with("notReady: 60")
                        .webhook()
                        .ask(aPod().creationOfUnknownOrigin())
                        .patch())
                .isEmpty();
    }

    @Test
    void whereTheApiServerInjectsNothingThePolicyDoes() {
        JsonNode review = aPod().creation();
        ((ObjectNode) review.at("/request/object/spec")).remove("tolerations");

        WholeProgram.Answer answer = with("notReady: 60, unreachable: Never")
                .setting("rules.node-failure.enabled", "false")
                .webhook()
                .ask(review);

        assertThat(PolicyCluster.tolerations(answer))
                .containsExactly("not-ready:NoExecute@60", "unreachable:NoExecute");
        assertThat(answer.patch()).singleElement().satisfies(add -> {
            assertThat(add.path("op").asText()).isEqualTo("add");
            assertThat(add.path("path").asText()).isEqualTo("/spec/tolerations");
        });
    }

    /** Each entry at its own index (D13). */
    @Test
    void secondsAreSetInPlaceByAddOrRemove() {
        assertThat((JsonNode)
                        with("notReady: 60, unreachable: Never").create(aPod()).patch())
                .hasToString("[{\"op\":\"add\",\"path\":\"/spec/tolerations/0/tolerationSeconds\",\"value\":60},"
                        + "{\"op\":\"remove\",\"path\":\"/spec/tolerations/1/tolerationSeconds\"}]");
    }

    @Test
    void secondsOfATolerationReplaceToo() {
        PolicyCluster cluster = PolicyCluster.with("""
                metadata: {name: p}
                spec:
                  match: {}
                  tolerations:
                  - {key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute, tolerationSeconds: 9}
                """);

        assertThat(PolicyCluster.tolerations(cluster.create(aPod())))
                .containsExactly("not-ready:NoExecute@300", "unreachable:NoExecute@9");
    }

    @Test
    void theDaemonSetControllersEntriesStay() {
        PodReview pod = PodReview.pod("""
                metadata: {ownerReferences: [{apiVersion: apps/v1, kind: DaemonSet, controller: true}]}
                spec:
                  tolerations:
                  - {key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute}
                  - {key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute}
                """);

        WholeProgram.Answer answer = with("notReady: 60, unreachable: 60").create(pod);

        assertThat(PolicyCluster.tolerations(answer)).startsWith("not-ready:NoExecute", "unreachable:NoExecute");
    }

    private static PolicyCluster with(String nodeFailure) {
        return PolicyCluster.with("{metadata: {name: p}, spec: {match: {}, nodeFailure: {" + nodeFailure + "}}}");
    }
}
