package dev.tolerant.server.cluster;

import static dev.tolerant.server.cluster.ClusterFixture.eventually;
import static dev.tolerant.server.cluster.MockApiServer.REGISTRATIONS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The condition Enforced, which says whether an API server that asks nobody lets restrictions be stepped around. */
class EnforcedConditionTest {
    private static final String POLICY =
            "{metadata: {name: %s}, spec: {mode: %s, match: {}, restrict: {deny: [{key: dedicated}]}}}";
    private static final String GUARD = POLICY.formatted("keep-out", "Enforce");
    private static final String STATUS = ".*/tolerationpolicies/keep-out/status";
    private static final String ANY_READ = REGISTRATIONS + ".*";

    private ClusterFixture cluster = new ClusterFixture();

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void aRegistrationThatComesChangesAndGoesIsFollowed() {
        // Given
        cluster.server.apply(GUARD);
        cluster.watching();

        // Then
        eventually(() -> assertEnforced("False", "NoRegistration"));
        String failed = transition();

        // When
        cluster.server.register(RegistrationFixture.chart("tolerant", "caBundle: Q0E=", ""));

        // Then
        eventually(() -> assertEnforced("False", "IncompleteRegistration"));
        assertThat(enforced().path("message").asText()).endsWith("its clientConfig has no caBundle");
        assertThat(transition()).isEqualTo(failed);

        // When
        cluster.server.register(RegistrationFixture.chart("tolerant"));

        // Then
        eventually(() -> assertEnforced("True", "Registered"));
        assertThat(enforced().path("message").asText())
                .endsWith("ValidatingWebhookConfiguration tolerant, except in these namespaces: kube-system,"
                        + " tolerant-system");

        // When
        cluster.server.deleteRegistration("tolerant");

        // Then
        eventually(() -> assertEnforced("False", "NoRegistration"));
    }

    @Test
    void conditionsKeepTheirOrder() {
        // Given
        cluster.server.register(RegistrationFixture.chart("tolerant"));
        cluster.server.apply("{metadata: {name: keep-out}, spec: {match: {}, tolerations: [{key: a, operator: Exists}],"
                + " restrict: {deny: [{key: dedicated}]}}}");

        // When
        cluster.watching();

        // Then
        eventually(() -> assertEnforced("True", "Registered"));
        assertThat(cluster.server.policy("keep-out").at("/status/conditions").findValuesAsText("type"))
                .containsExactly("Accepted", "Enforced", "HalfDedicated");
    }

    @ParameterizedTest
    @ValueSource(ints = {403, 404})
    void withoutTheRightToReadRegistrationsItIsUnknown(int code) {
        // Given
        cluster.server.faults().answer("GET", ANY_READ, code);
        cluster.server.apply(GUARD);

        // When
        cluster.source.start();

        // Then
        eventually(() -> assertEnforced("Unknown", "NotReadable"));
        assertThat(enforced().path("message").asText())
                .endsWith("grant list and watch of validatingwebhookconfigurations.admissionregistration.k8s.io");
        eventually(() -> assertThat(cluster.source.isReady()).isTrue());

        // When
        cluster.server.register(RegistrationFixture.chart("tolerant"));
        cluster.server.faults().heal();

        // Then
        eventually(() -> assertEnforced("True", "Registered"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Warn", "Audit", "Disabled"})
    void aPolicyThatRefusesNothingIsNotEnforced(String mode) {
        // Given
        cluster.server.register(RegistrationFixture.chart("tolerant"));
        cluster.server.apply(POLICY.formatted("keep-out", mode));

        // When
        cluster.watching();

        // Then
        eventually(() -> assertEnforced("False", "PolicyMode"));
    }

    @Test
    void aProgramThatRefusesNothingEnforcesNothing() {
        // Given
        cluster.close();
        cluster = new ClusterFixture(true);
        cluster.server.register(RegistrationFixture.chart("tolerant"));
        cluster.server.apply(GUARD);

        // When
        cluster.watching();

        // Then
        eventually(() -> assertEnforced("False", "AuditMode"));
    }

    @Test
    void aPolicyThatRestrictsNothingHasNoSuchConditionAndNeedsNoRegistration() {
        // Given
        cluster.server.apply("{metadata: {name: keep-out}, spec: {match: {}}}");

        // When
        cluster.watching();
        eventually(() -> assertThat(
                        cluster.server.condition("keep-out", "Accepted").isMissingNode())
                .isFalse());

        // Then
        assertThat(enforced().isMissingNode()).isTrue();
        assertThat(cluster.server.faults().count("GET", ANY_READ)).isZero();

        // When
        cluster.server.apply(GUARD);

        // Then
        eventually(() -> assertEnforced("False", "NoRegistration"));

        // When
        cluster.server.apply("{metadata: {name: keep-out}, spec: {match: {}}}");

        // Then
        eventually(() -> assertThat(enforced().isMissingNode()).isTrue());
        eventually(() -> assertThat(cluster.source.state()).doesNotContainKey(Registrations.PLURAL));
    }

    @Test
    void whileTheWatchIsDownTheLastWordStands() {
        // Given
        cluster.server.register(RegistrationFixture.chart("tolerant"));
        cluster.server.apply(GUARD);
        cluster.watching();
        eventually(() -> assertEnforced("True", "Registered"));

        // When
        cluster.loseWatch(REGISTRATIONS, Registrations.PLURAL);
        cluster.server.deleteRegistration("tolerant");
        cluster.server.apply(POLICY.formatted("keep-out", "Enforce").replace("dedicated", "other"));
        eventually(() -> assertThat(cluster.server
                        .policy("keep-out")
                        .at("/status/observedGeneration")
                        .asLong())
                .isEqualTo(2));

        // Then
        assertEnforced("True", "Registered");
        assertThat(enforced().path("observedGeneration").asLong()).isEqualTo(1);

        // When
        cluster.healExpired(REGISTRATIONS, Registrations.PLURAL);

        // Then
        eventually(() -> assertEnforced("False", "NoRegistration"));
        assertThat(enforced().path("observedGeneration").asLong()).isEqualTo(2);
    }

    @Test
    void whatTheLeaderSeesStandsWhateverAnotherReplicaSees() {
        // Given
        cluster.server.register(RegistrationFixture.chart("tolerant"));
        cluster.server.apply(GUARD);
        cluster.watching();
        eventually(() -> assertEnforced("True", "Registered"));

        // When
        try (var client = cluster.server.client();
                var audit = ClusterFixture.source(client, true, new CurrentSnapshot(), new SimpleMeterRegistry())) {
            audit.start();
            // Each new generation makes both look again.
            for (int i = 2; i <= 5; i++) {
                cluster.server.apply(GUARD.replace("dedicated", "d" + i));
                long generation = i;
                eventually(
                        () -> assertThat(enforced().path("observedGeneration").asLong())
                                .isEqualTo(generation));
            }
        }

        // Then
        assertEnforced("True", "Registered");
        assertThat(cluster.server.faults().bodies("PUT", STATUS)).noneMatch(body -> body.contains("AuditMode"));
    }

    private void assertEnforced(String status, String reason) {
        assertThat(List.of(
                        enforced().path("status").asText(),
                        enforced().path("reason").asText()))
                .containsExactly(status, reason);
    }

    private JsonNode enforced() {
        return cluster.server.condition("keep-out", "Enforced");
    }

    private String transition() {
        return enforced().path("lastTransitionTime").asText();
    }

    private long writes() {
        return cluster.server.faults().count("PUT", STATUS);
    }
}
