package dev.tolerant.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.testing.Yaml;
import java.time.Instant;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The status of a policy, which has the form that all of Kubernetes' tools expect, on a real API server. */
@NeedsApiServer
class StatusApiServerIT {
    private static final String TIME = "lastTransitionTime: '2026-11-01T10:00:00Z'";

    /** The first of those tested whose API server says which condition has the wrong field. */
    private static final int MINOR_THAT_NAMES_THE_PLACE = 33;

    private final ClusterUnderTest cluster;
    private final ApiClient admin;
    private final TestNamespace namespace;

    StatusApiServerIT(ClusterUnderTest cluster) {
        this.cluster = cluster;
        this.admin = cluster.admin();
        this.namespace = cluster.namespace();
    }

    private ApiAnswer patchStatus(StoredPolicy policy, String status) {
        return admin.mergePatch(policy.manifest().path() + "/status", Yaml.tree("{status: " + status + "}"));
    }

    @Test
    void aConditionOfTheProgramIsComplete() {
        StoredPolicy policy = namespace.policy("complete", "{match: {}}");

        JsonNode condition = policy.awaitAccepted("True");

        assertThat(condition.path("reason").asText()).isEqualTo("Valid");
        assertThat(condition.path("message").asText()).isNotEmpty();
        assertThat(Instant.parse(condition.path("lastTransitionTime").asText())).isBefore(Instant.now());
        assertThat(condition.path("observedGeneration").asLong()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    {type: A, status: 'True', reason: R, message: m}                       | lastTransitionTime
                    {type: A, status: 'True', reason: R, TIME}                             | message
                    {type: A, status: 'True', message: m, TIME}                            | reason
                    {type: A, status: 'True', reason: 'no word', message: m, TIME}         | reason
                    {type: A, status: 'Yes', reason: R, message: m, TIME}                  | status
                    {type: 'no type', status: 'True', reason: R, message: m, TIME}         | type
                    {type: A, status: 'True', reason: R, message: m, lastTransitionTime: today}      | lastTransitionTime
                    {type: A, status: 'True', reason: R, message: m, TIME, observedGeneration: -1}   | observedGeneration
                    """)
    void aConditionThatToolsCouldNotReadIsRefused(String condition, String field) {
        StoredPolicy policy = namespace.policy("refused", "{match: {}}");

        ApiAnswer answer = patchStatus(policy, "{conditions: [" + condition.replace("TIME", TIME) + "]}");

        assertThat(answer.status()).as(answer.body().toString()).isEqualTo(422);
        assertThat(answer.body().path("message").asText())
                .contains((cluster.minor() < MINOR_THAT_NAMES_THE_PLACE ? "" : "status.conditions[0].") + field);
    }

    @Test
    void aTypeOfConditionIsThereOnce() {
        StoredPolicy policy = namespace.policy("once", "{match: {}}");
        String condition = "{type: A, status: 'True', reason: R, message: m, " + TIME + "}";

        ApiAnswer answer = patchStatus(policy, "{conditions: [" + condition + ", " + condition + "]}");

        assertThat(answer.status()).as(answer.body().toString()).isEqualTo(422);
        assertThat(answer.body().path("message").asText()).contains("Duplicate value");
    }

    /** A list that merges by type; an atomic one would lose the program's condition. */
    @Test
    void aConditionOfAnotherWriterIsAddedToThePrograms() {
        StoredPolicy policy = namespace.policy("reviewed", "{match: {}}");
        policy.awaitAccepted("True");

        ApiAnswer answer =
                admin.apply(policy.manifest().path() + "/status", Yaml.tree("""
                apiVersion: tolerant.dev/v1alpha1
                kind: TolerationPolicy
                metadata: {name: %s}
                status:
                  conditions: [{type: example.com/Reviewed, status: "True", reason: Read, message: m, %s}]
                """.formatted(policy.name(), TIME)));

        assertThat(StreamSupport.stream(answer.object().at("/status/conditions").spliterator(), false)
                        .map(condition -> condition.path("type").asText()))
                .contains("Accepted", "example.com/Reviewed");
    }

    @Test
    void whatAPoolHadIsKept() {
        StoredPolicy policy = namespace.policy("pool", "{mode: Audit, match: {}}");
        policy.awaitAccepted("True");
        String nodes = "{selector: {matchLabels: {pool: ml}},"
                + " taints: [{key: dedicated, value: ml, effect: NoSchedule}, {key: spot, effect: NoExecute}]}";

        ApiAnswer answer = patchStatus(policy, "{nodes: " + nodes + "}");

        assertThat(answer.object().at("/status/nodes")).isEqualTo(Yaml.tree(nodes));
    }
}
