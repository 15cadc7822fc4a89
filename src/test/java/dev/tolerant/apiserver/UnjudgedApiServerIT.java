package dev.tolerant.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Pods that the program cannot judge, because it may not read their namespace: on a real API server the registration's
 * {@code failurePolicy} decides about them.
 */
@NeedsApiServer
class UnjudgedApiServerIT {
    private static final String TOLERATING = """
            apiVersion: v1
            kind: Pod
            metadata: {name: web}
            spec:
              containers: [{name: web, image: "example.com/web:1"}]
              tolerations: [{key: spot, operator: Exists, effect: NoSchedule}]
            """;
    private static final String VALIDATE = """
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingWebhookConfiguration
            metadata: {name: blind}
            webhooks:
            - name: blind.tolerant.dev
              admissionReviewVersions: [v1]
              sideEffects: None
              failurePolicy: Fail
              timeoutSeconds: 5
              namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: %s}}
              rules:
              - {apiGroups: [""], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [pods], scope: Namespaced}
              clientConfig: {url: "%s/validate", caBundle: %s}
            """;

    private final ClusterUnderTest cluster;
    private final TestNamespace namespace;
    private final ApiObject registration;
    private final ProgramUnderTest blind;

    UnjudgedApiServerIT(ClusterUnderTest cluster) {
        this.cluster = cluster;
        this.namespace = cluster.namespace();
        this.blind = cluster.startWithoutNamespaces();
        this.registration = ApiObject.of(VALIDATE.formatted(namespace.name(), blind.url(), cluster.caBundle()));
    }

    @AfterEach
    void stop() {
        cluster.admin().delete(registration.path());
        blind.close();
    }

    @Test
    void theFailurePolicyDecidesAboutAPodThatCannotBeJudged() {
        // Given
        namespace.policy("keep-out", "match: {}\nrestrict: {deny: [{key: dedicated}]}");
        cluster.admin().post(registration.collection(), registration.object()).object();

        // When
        ApiAnswer failing = namespace.awaitDryRun(TOLERATING, answer -> !answer.succeeded());

        // Then
        assertThat(failing.status()).isEqualTo(500);
        assertThat(failing.kubectl()).contains("failed calling webhook \"blind.tolerant.dev\"");
        // Nothing could forbid a pod whose author wrote nothing.
        assertThat(namespace.dryRun(TestNamespace.POD).status()).isEqualTo(201);

        // When
        ObjectNode ignoring = cluster.admin().get(registration.path()).object().deepCopy();
        ((ObjectNode) ignoring.at("/webhooks/0")).put("failurePolicy", "Ignore");
        cluster.admin().put(registration.path(), ignoring).object();
        ApiAnswer ignored = namespace.awaitDryRun(TOLERATING, ApiAnswer::succeeded);

        // Then
        assertThat(ignored.status()).isEqualTo(201);
    }
}
