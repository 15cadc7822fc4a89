package dev.tolerant.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.testing.PolicyFile;
import dev.tolerant.testing.Yaml;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The CRD's own validation and defaults, on a real API server. */
@NeedsApiServer
class SchemaApiServerIT {
    private final ApiClient admin;

    SchemaApiServerIT(ClusterUnderTest cluster) {
        this.admin = cluster.admin();
    }

    private ApiAnswer dryRun(JsonNode policy) {
        return admin.post("/apis/tolerant.dev/v1alpha1/tolerationpolicies?dryRun=All", policy);
    }

    @ParameterizedTest
    @MethodSource("dev.tolerant.testing.PolicyFile#valid")
    void aValidPolicyIsAccepted(PolicyFile file) {
        ApiAnswer answer = dryRun(file.object());

        assertThat(answer.status()).as(answer.body().toString()).isEqualTo(201);
        assertThat(answer.warnings()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("dev.tolerant.testing.PolicyFile#invalid")
    void aPolicyThatBreaksARuleIsRefusedForThat(PolicyFile file) {
        ApiAnswer answer = dryRun(file.object());

        assertThat(answer.status()).as(answer.body().toString()).isEqualTo(422);
        assertThat(answer.body().path("reason").asText()).isEqualTo("Invalid");
        // An API server drops a field that it does not know, and judges the rest.
        boolean isUnknown = file.refused().equals("spec.preferredNodeAffinity[0].valuesFrom");
        assertThat(answer.body().path("message").asText())
                .contains(isUnknown ? "must have values where operator is In or NotIn" : file.refused());
    }

    @Test
    void whatIsLeftOutGetsItsDefault() {
        JsonNode spec = dryRun(Yaml.tree("""
                        apiVersion: tolerant.dev/v1alpha1
                        kind: TolerationPolicy
                        metadata: {name: defaults}
                        spec: {match: {}, nodes: {selector: {matchLabels: {pool: ml}}, taintKeys: [dedicated]}, nodeFailure: {notReady: 30}}
                        """)).object().path("spec");

        assertThat(spec).isEqualTo(Yaml.tree("""
                        priority: 0
                        mode: Enforce
                        match: {}
                        daemonSetTemplates: false
                        nodes: {selector: {matchLabels: {pool: ml}}, taintKeys: [dedicated], affinity: Required, weight: 50}
                        nodeFailure: {notReady: 30}
                        """));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "60", "Never"})
    void secondsAreAnIntegerOrNever(String seconds) {
        ApiAnswer answer = dryRun(Yaml.tree("""
                apiVersion: tolerant.dev/v1alpha1
                kind: TolerationPolicy
                metadata: {name: seconds}
                spec: {match: {}, nodeFailure: {notReady: %s, unreachable: %s}}
                """.formatted(seconds, seconds)));

        assertThat(answer.object().at("/spec/nodeFailure/notReady").asText()).isEqualTo(seconds);
        assertThat(answer.object().at("/spec/nodeFailure/unreachable").asText()).isEqualTo(seconds);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "1.5", "'60'", "never", "''", "true", "[60]"})
    void secondsAreNothingElse(String seconds) {
        ApiAnswer answer = dryRun(Yaml.tree("""
                apiVersion: tolerant.dev/v1alpha1
                kind: TolerationPolicy
                metadata: {name: seconds}
                spec: {match: {}, nodeFailure: {notReady: %s}}
                """.formatted(seconds)));

        assertThat(answer.status()).as(answer.body().toString()).isEqualTo(422);
        assertThat(answer.body().path("message").asText()).contains("spec.nodeFailure.notReady");
    }

    @Test
    void aFieldThatIsNotInTheSchemaIsDroppedWithAWarning() {
        ApiAnswer answer = dryRun(Yaml.tree("""
                apiVersion: tolerant.dev/v1alpha1
                kind: TolerationPolicy
                metadata: {name: typo}
                spec: {match: {}, toleration: []}
                """));

        assertThat(answer.object().path("spec").has("toleration")).isFalse();
        assertThat(answer.warnings()).containsExactly("unknown field \"spec.toleration\"");
    }
}
