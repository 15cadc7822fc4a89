package dev.tolerant.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which pods policies refuse, and whom they exempt, on a real API server. */
@NeedsApiServer
class RestrictionApiServerIT {
    private static final String TRESPASSER = """
            apiVersion: v1
            kind: Pod
            metadata: {name: trespasser}
            spec:
              containers: [{name: web, image: "example.com/web:1"}]
              tolerations: [{operator: Exists, effect: NoSchedule}]
            """;
    private static final String KEEP_OUT = """
            match: {}
            restrict:
              deny: [{key: dedicated, effect: NoSchedule}]
              exempt: {users: [%s], serviceAccounts: [%s/trainer]}
            """;

    private final ClusterUnderTest cluster;
    private final TestNamespace namespace;

    RestrictionApiServerIT(ClusterUnderTest cluster) {
        this.cluster = cluster;
        this.namespace = cluster.namespace();
    }

    private String keepOut() {
        return KEEP_OUT.formatted(ClusterUnderTest.releaseBotName(), namespace.name());
    }

    private static boolean isForbidden(ApiAnswer answer) {
        return answer.status() == 403;
    }

    @Test
    void aDenialNamesThePolicyTheTolerationAndTheWayOut() {
        // Given
        StoredPolicy policy = namespace.policy("keep-out", keepOut());

        // When
        namespace.awaitDryRun(TRESPASSER, RestrictionApiServerIT::isForbidden);
        ApiAnswer refused = namespace.create(TRESPASSER);

        // Then
        assertThat(refused.kubectl())
                .isEqualTo("Error from server (Forbidden): admission webhook \"" + WebhookRegistration.NAME
                        + "\" denied the request: TolerationPolicy " + policy.name()
                        + " denies toleration :NoSchedule op=Exists, which tolerates dedicated:NoSchedule; remove it from"
                        + " spec.tolerations, or ask for an exemption in the policy's restrict.exempt");
        assertThat(namespace.get(TRESPASSER).status()).isEqualTo(404);
        assertThat(namespace.create(TestNamespace.POD).tolerations()).isEqualTo(Entries.nodeFailure(60));
    }

    @Test
    void anExemptUserAndAnExemptServiceAccountAreNotRefused() {
        // Given
        namespace.policy("keep-out", keepOut());
        namespace.awaitDryRun(TRESPASSER, RestrictionApiServerIT::isForbidden);

        // When
        ApiAnswer ofUser = namespace.as(cluster.releaseBot()).create(TRESPASSER);
        ApiAnswer ofAccount = namespace.create("""
                apiVersion: v1
                kind: Pod
                metadata: {name: trainer}
                spec:
                  serviceAccountName: trainer
                  containers: [{name: web, image: "example.com/web:1"}]
                  tolerations: [{operator: Exists, effect: NoSchedule}]
                """);

        // Then
        assertThat(ofUser.status()).isEqualTo(201);
        assertThat(ofAccount.status()).isEqualTo(201);
    }

    @Test
    void aRestrictionThatWarnsRefusesNothing() {
        // Given
        StoredPolicy policy = namespace.policy("keep-out", "mode: Warn\n" + keepOut());

        // When
        ApiAnswer answer =
                namespace.awaitDryRun(TRESPASSER, pod -> !pod.warnings().isEmpty());

        // Then
        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.warnings())
                .anySatisfy(warning -> assertThat(warning)
                        .contains("TolerationPolicy " + policy.name() + " denies toleration :NoSchedule op=Exists"));
    }

    @Test
    void aPodThatIsOlderThanTheRestrictionCanStillBeLabelled() {
        // Given
        namespace.create(TRESPASSER).object();
        namespace.policy("keep-out", keepOut());
        namespace.awaitDryRun(TRESPASSER, RestrictionApiServerIT::isForbidden);

        // When
        ApiAnswer answer = namespace.patch(TRESPASSER, "{metadata: {labels: {tier: web}}}");

        // Then
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.object().at("/metadata/labels/tier").asText()).isEqualTo("web");
    }
}
