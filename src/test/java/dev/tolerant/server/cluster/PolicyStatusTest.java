package dev.tolerant.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.observed.findings.PolicyFinding;
import dev.tolerant.observed.findings.PolicyFinding.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the leader writes into a policy's status, and what another replica does. */
class PolicyStatusTest extends PolicyStatusFixture {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{notReady: 0} | notReady",
                "{unreachable: 0, notReady: 30} | unreachable",
                "{notReady: 0, unreachable: 0} | notReady is 0, which evicts the policy's pods at once from a node that"
                        + " becomes not ready, and spec.nodeFailure.unreachable",
            })
    void zeroSecondsAreAcceptedWithAWarning(String nodeFailure, String field) {
        writes("{match: {}, nodeFailure: " + nodeFailure + "}", null);

        assertCondition("Accepted", "True", "EvictsAtOnce");
        assertThat(condition("Accepted").path("message").asText())
                .startsWith("the policy is in use; beware: spec.nodeFailure." + field + " is 0");
    }

    @ParameterizedTest
    @CsvSource({"30", "Never"})
    void otherSecondsNeedNoWarning(String seconds) {
        writes("{match: {}, nodeFailure: {notReady: " + seconds + "}}", null);

        assertCondition("Accepted", "True", "Valid");
    }

    @Test
    void whatIsSelectedInVainIsSaidUntilItIsKnownToBeThere() {
        inVain = List.of(
                new PolicyFinding("p", Code.SELECTS_NO_NODE, "spec.nodes.selector", "selects no node"),
                new PolicyFinding("p", Code.NEVER_WINS, "spec", "never wins"));
        assertThat(writes(PLAIN, null)).isTrue();

        assertCondition("SelectsNothing", "True", "SelectsNoNode");
        assertThat(condition("SelectsNothing").path("message").asText()).isEqualTo("selects no node; never wins");
        assertThat(writes(PLAIN, null)).isFalse();

        inVain = null;
        assertThat(writes(PLAIN, null)).isFalse();

        inVain = List.of();
        assertThat(writes(PLAIN, null)).isTrue();
        assertThat(condition("SelectsNothing").isMissingNode()).isTrue();
    }

    @Test
    void whatALaterVersionHasWrittenStays() throws Exception {
        stored = JSON.readTree("""
                {"observedGeneration": 1, "score": {"of": 7}, "conditions": [
                  {"type": "Later", "status": "True", "reason": "New", "message": "m", "extra": 1,
                   "lastTransitionTime": "2026-01-01T00:00:00Z"}]}""");

        assertThat(writes(PLAIN, null)).isTrue();

        assertThat(stored.at("/score/of").asInt()).isEqualTo(7);
        assertThat(condition("Later").path("extra").asInt()).isEqualTo(1);
        assertThat(condition("Accepted").path("status").asText()).isEqualTo("True");
        assertThat(writes(PLAIN, null)).isFalse();
    }

    @Test
    void theOrderOfConditionsIsNoReasonToWrite() throws Exception {
        writes(PLAIN, null);
        List<JsonNode> reversed = new ArrayList<>();
        stored.path("conditions").forEach(condition -> reversed.add(0, condition));
        stored = JSON.valueToTree(Map.of("observedGeneration", 1, "conditions", reversed));

        assertThat(writes(PLAIN, null)).isFalse();
    }
}
