package dev.tolerant.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;

/** Registers the program's two paths by URL, with failurePolicy Fail so that failures show. */
final class WebhookRegistration {
    static final String MUTATING = "mutate.tolerant.dev";
    static final String VALIDATING = "validate.tolerant.dev";

    private static final Duration EFFECT = Duration.ofSeconds(60);
    private static final String MUTATE = """
            apiVersion: admissionregistration.k8s.io/v1
            kind: MutatingWebhookConfiguration
            metadata: {name: tolerant}
            webhooks:
            - name: mutate.tolerant.dev
              admissionReviewVersions: [v1]
              sideEffects: None
              failurePolicy: Fail
              timeoutSeconds: 5
              matchPolicy: Equivalent
              reinvocationPolicy: IfNeeded
              namespaceSelector: {matchExpressions: [
                {key: kubernetes.io/metadata.name, operator: NotIn, values: [kube-system, kube-public, kube-node-lease]}]}
              rules:
              - {apiGroups: [""], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [pods], scope: Namespaced}
              - {apiGroups: [apps], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [daemonsets], scope: Namespaced}
            """;
    private static final String VALIDATE = """
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingWebhookConfiguration
            metadata: {name: tolerant}
            webhooks:
            - name: validate.tolerant.dev
              admissionReviewVersions: [v1]
              sideEffects: None
              failurePolicy: Fail
              timeoutSeconds: 5
              matchPolicy: Equivalent
              namespaceSelector: {matchExpressions: [
                {key: kubernetes.io/metadata.name, operator: NotIn, values: [kube-system, kube-public, kube-node-lease]}]}
              rules:
              - {apiGroups: [""], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [pods], scope: Namespaced}
            """;

    private final ApiClient admin;
    private final ApiObject mutating;
    private final ApiObject validating;
    private final TestNamespace probe;

    WebhookRegistration(ApiClient admin, String url, String caBundle, TestNamespace probe) {
        this.admin = admin;
        this.mutating = calling(ApiObject.of(MUTATE), url + "/mutate", caBundle);
        this.validating = calling(ApiObject.of(VALIDATE), url + "/validate", caBundle);
        this.probe = probe;
    }

    private static ApiObject calling(ApiObject registration, String url, String caBundle) {
        ObjectNode client =
                ((ObjectNode) registration.object().withArray("/webhooks").get(0)).putObject("clientConfig");
        client.put("url", url);
        client.put("caBundle", caBundle);
        return registration;
    }

    void registerAll() {
        registerValidating();
        registerMutating();
    }

    void registerValidating() {
        admin.post(validating.collection(), validating.object()).object();
    }

    /** Changes the first webhook of the validating registration; a merge patch replaces lists as a whole. */
    void patchValidating(String mergePatch) {
        ObjectNode webhook =
                (ObjectNode) validating.object().withArray("/webhooks").get(0).deepCopy();
        ApiObject.node(mergePatch).properties().forEach(field -> webhook.set(field.getKey(), field.getValue()));
        ObjectNode patch = validating.object().objectNode();
        patch.putArray("webhooks").add(webhook);
        admin.mergePatch(validating.path(), patch).object();
    }

    void deleteValidating() {
        admin.delete(validating.path()).object();
    }

    /** Registers the mutating path and waits until a pod shows that the API server uses it. */
    void registerMutating() {
        admin.post(mutating.collection(), mutating.object()).object();
        awaitSeconds(60);
    }

    void deleteMutating() {
        admin.delete(mutating.path()).object();
        awaitSeconds(300);
    }

    private void awaitSeconds(int seconds) {
        await("the API server to take note of the registration")
                .atMost(EFFECT)
                .pollInterval(Duration.ofMillis(100))
                .untilAsserted(() -> assertThat(probe.dryRun(TestNamespace.POD).tolerations())
                        .isEqualTo(Entries.nodeFailure(seconds)));
    }
}
