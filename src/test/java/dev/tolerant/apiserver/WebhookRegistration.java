package dev.tolerant.apiserver;

import static dev.tolerant.testing.Patience.waitingFor;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Registers the program by URL, with failurePolicy Fail so that failures show. */
final class WebhookRegistration {
    static final String NAME = "mutate.tolerant.dev";
    /** What the API server says before the program's sentence. */
    static final String DENIED =
            "Error from server (Forbidden): admission webhook \"" + NAME + "\" denied the request: ";

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

    private final ApiClient admin;
    private final ApiObject registration;
    private final TestNamespace probe;

    WebhookRegistration(ApiClient admin, String url, String caBundle, TestNamespace probe) {
        this.admin = admin;
        this.registration = calling(ApiObject.of(MUTATE), url + "/mutate", caBundle);
        this.probe = probe;
    }

    private static ApiObject calling(ApiObject registration, String url, String caBundle) {
        ObjectNode client =
                ((ObjectNode) registration.object().withArray("/webhooks").get(0)).putObject("clientConfig");
        client.put("url", url);
        client.put("caBundle", caBundle);
        return registration;
    }

    /** Registers it and waits until a pod shows that the API server uses it. */
    void register() {
        admin.post(registration.collection(), registration.object()).object();
        waitingFor("the API server to take note of the registration")
                .untilAsserted(() -> assertThat(probe.dryRun(TestNamespace.POD).tolerations())
                        .isEqualTo(Entries.nodeFailure(60)));
    }
}
