package dev.tolerant.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Policies with fields of an earlier version, which an API server stored when its CRD did not refuse them. */
@NeedsApiServer
class OldFieldApiServerIT {
    private static final String CRD =
            "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/tolerationpolicies.tolerant.dev";
    private static final String SPEC = "/spec/versions/0/schema/openAPIV3Schema/properties/spec";
    private static final Duration EFFECT = Duration.ofSeconds(60);
    private static final JsonNode OLD = ApiObject.node("""
            apiVersion: tolerant.dev/v1alpha1
            kind: TolerationPolicy
            metadata: {name: old-field}
            spec: {match: {}, restrict: {deny: [{key: a}]}}
            """);

    private final ApiClient admin;
    private final TestNamespace namespace;
    private JsonNode crd = ApiObject.node("{}");

    OldFieldApiServerIT(ClusterUnderTest cluster) {
        this.admin = cluster.admin();
        this.namespace = cluster.namespace();
    }

    @BeforeEach
    void replaceTheCrdByOneThatAllowsOldFields() {
        crd = admin.get(CRD).object();
        ObjectNode lenient = crd.deepCopy();
        ((ObjectNode) lenient.at(SPEC)).remove("x-kubernetes-validations");
        ((ObjectNode) lenient.at(SPEC + "/properties/nodes")).remove("required");
        replaceSpec(lenient.path("spec"));
        awaitAnswer(201);
    }

    @AfterEach
    void restoreTheCrd() {
        replaceSpec(crd.path("spec"));
        awaitAnswer(422);
    }

    private void replaceSpec(JsonNode spec) {
        ObjectNode current = (ObjectNode) admin.get(CRD).object();
        current.set("spec", spec);
        admin.put(CRD, current).object();
    }

    /** An API server validates by a new CRD a moment after it took it. */
    private void awaitAnswer(int status) {
        await("answer " + status + " to an old field")
                .atMost(EFFECT)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> admin.post("/apis/tolerant.dev/v1alpha1/tolerationpolicies?dryRun=All", OLD)
                                .status()
                        == status);
    }

    @Test
    void aStoredPolicyWithoutTaintKeysSaysWhatToWriteAndKeepsTheRest() {
        // Given
        StoredPolicy old = namespace.policy(
                "untainted",
                "{match: {}, nodes: {selector: {matchLabels: {pool: none}}}, tolerations: [{key: a, operator: Exists}]}");

        // When
        JsonNode accepted = old.awaitAccepted("False");

        // Then
        assertThat(accepted.path("reason").asText()).isEqualTo("NoTaintKeys");
        assertThat(accepted.path("message").asText()).contains("spec.nodes.taintKeys is missing");
        namespace.awaitDryRun(
                TestNamespace.POD,
                answer -> answer.tolerations().findValuesAsText("key").contains("a"));

        // When
        restoreTheCrd();
        old.patchSpec("{priority: 1}");

        // Then
        assertThat(old.awaitAccepted("False").path("observedGeneration").asLong())
                .isEqualTo(2);

        // When
        old.patchSpec("{nodes: {taintKeys: []}}");

        // Then
        assertThat(old.awaitAccepted("True").path("reason").asText()).isEqualTo("Valid");
    }

    @Test
    void aStoredPolicyWithAnOldFieldSaysSoAlsoAfterTheCrdRefusesIt() {
        // Given
        StoredPolicy old = namespace.policy("old", "{match: {}, restrict: {deny: [{key: a}]}}");

        // When
        JsonNode accepted = old.awaitAccepted("False");

        // Then
        assertThat(accepted.path("reason").asText()).isEqualTo("Invalid");
        assertThat(accepted.path("message").asText())
                .contains("spec.restrict is an old field")
                .contains("write spec.reserve");

        // When
        restoreTheCrd();
        old.patchSpec("{priority: 1}");

        // Then
        assertThat(old.awaitAccepted("False").path("observedGeneration").asLong())
                .isEqualTo(2);

        // When
        old.patchSpec("{restrict: null}");

        // Then
        assertThat(old.awaitAccepted("True").path("reason").asText()).isEqualTo("Valid");
    }
}
