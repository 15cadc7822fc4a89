package dev.tolerant.server.cluster;

import static dev.tolerant.testing.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.crd.SchemaCheck;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An API server takes the status that the program writes, whatever it says of the policy. */
class StatusSchemaTest {
    @AutoClose
    private final WatchedCluster cluster = new WatchedCluster();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{match: {}}",
                "{match: {ownerKinds: [Deployment]}}",
                "{match: {namespaceSelector: {matchLabels: {team: ml}}}, reserve: {taints: [{key: dedicated}]}}",
                "{match: {}, tolerations: [{key: dedicated, operator: Exists}]}",
                "{match: {}, nodes: {selector: {matchLabels: {pool: ml}}, taintKeys: [a, b]}}"
            })
    void theStatusHasTheFormOfTheSchema(String spec) {
        cluster.watching();
        cluster.server.apply("{metadata: {name: p}, spec: " + spec + "}");
        eventually(() ->
                assertThat(policy().at("/status/observedGeneration").asLong()).isEqualTo(1));

        assertThat(policy().at("/status/conditions").isEmpty()).isFalse();
        assertThat(SchemaCheck.violations(policy())).noneMatch(violation -> violation.startsWith("status"));
    }

    @Test
    void aStatusOfAnotherFormWouldBeFound() {
        cluster.server.apply("{metadata: {name: p}, spec: {match: {}}}");
        JsonNode policy = policy();

        ((ObjectNode) policy)
                .putObject("status")
                .putArray("conditions")
                .addObject()
                .put("type", "Accepted")
                .put("status", "Yes")
                .put("reason", "Valid")
                .put("message", "m")
                .put("lastTransitionTime", "today");

        assertThat(SchemaCheck.violations(policy))
                .extracting(violation -> violation.substring(0, violation.indexOf(':')))
                .containsExactlyInAnyOrder("status.conditions[0].status", "status.conditions[0].lastTransitionTime");
    }

    private JsonNode policy() {
        return cluster.server.policy("p");
    }
}
