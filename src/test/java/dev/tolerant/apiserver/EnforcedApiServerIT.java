package dev.tolerant.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The condition Enforced follows the registration in a real API server. */
@NeedsApiServer
class EnforcedApiServerIT {
    private static final String KEEP_OUT = "{match: {}, restrict: {deny: [{key: dedicated, effect: NoSchedule}]}}";

    private final ClusterUnderTest cluster;
    private final TestNamespace namespace;

    EnforcedApiServerIT(ClusterUnderTest cluster) {
        this.cluster = cluster;
        this.namespace = cluster.namespace();
    }

    @Test
    void aRegistrationThatGuardsIsSaidWithTheNamespacesThatItLeavesOut() {
        // When
        StoredPolicy policy = namespace.policy("keep-out", KEEP_OUT);

        // Then
        JsonNode enforced = policy.awaitCondition("Enforced", "True");
        assertThat(enforced.path("reason").asText()).isEqualTo("Registered");
        assertThat(enforced.path("message").asText())
                .endsWith("by ValidatingWebhookConfiguration tolerant, except in these namespaces: kube-node-lease,"
                        + " kube-public, kube-system");
        policy.awaitAccepted("True");

        // When
        policy.patchSpec("{mode: Audit}");

        // Then
        assertThat(policy.awaitCondition("Enforced", "False").path("reason").asText())
                .isEqualTo("PolicyMode");
    }

    @Test
    void aRegistrationThatFailsOpenOrIsGoneIsSaid() {
        // Given
        StoredPolicy policy = namespace.policy("keep-out", KEEP_OUT);
        policy.awaitCondition("Enforced", "True");
        JsonNode incomplete;
        JsonNode gone;

        // When
        cluster.registration().patchValidating("{failurePolicy: Ignore}");
        try {
            incomplete = policy.awaitCondition("Enforced", "False");
        } finally {
            cluster.registration().patchValidating("{failurePolicy: Fail}");
        }
        policy.awaitCondition("Enforced", "True");
        cluster.registration().deleteValidating();
        try {
            gone = policy.awaitCondition("Enforced", "False");
        } finally {
            cluster.registration().registerValidating();
        }

        // Then
        assertThat(incomplete.path("reason").asText()).isEqualTo("IncompleteRegistration");
        assertThat(incomplete.path("message").asText()).contains("its failurePolicy is Ignore");
        assertThat(gone.path("reason").asText()).isEqualTo("NoRegistration");
        policy.awaitCondition("Enforced", "True");
    }

    @Test
    void withoutTheRightToReadRegistrationsItIsUnknownUntilTheRightIsGranted() throws IOException {
        // Given
        try (ClusterUnderTest blind =
                ClusterUnderTest.startBlind(Assets.in(System.getenv()).orElseThrow())) {
            StoredPolicy policy = blind.namespace().policy("keep-out", KEEP_OUT);

            // Then
            JsonNode unknown = policy.awaitCondition("Enforced", "Unknown");
            assertThat(unknown.path("reason").asText()).isEqualTo("NotReadable");
            assertThat(unknown.path("message").asText())
                    .endsWith("grant list and watch of validatingwebhookconfigurations.admissionregistration.k8s.io");
            policy.awaitAccepted("True");

            // When
            blind.grantRegistrations();

            // Then
            policy.awaitCondition("Enforced", "True");
        }
    }
}
