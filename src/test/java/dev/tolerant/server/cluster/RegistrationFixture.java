package dev.tolerant.server.cluster;

import dev.tolerant.observed.registration.GuardConditions;
import dev.tolerant.server.webhook.Webhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.Map;

/** Registrations of the program's validating webhook, as the chart makes them and as they should not be. */
final class RegistrationFixture {
    /** Those of the default settings. */
    static final GuardConditions CONDITIONS = GuardConditions.of(Webhook.config(Map.of()));

    private static final String CHART = """
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingWebhookConfiguration
            metadata: {name: %s}
            webhooks:
            - name: validate.tolerant.dev
              admissionReviewVersions: [v1]
              sideEffects: None
              matchPolicy: Equivalent
              failurePolicy: Fail
              timeoutSeconds: 2
              clientConfig:
                caBundle: Q0E=
                service: {name: tolerant, namespace: tolerant-system, path: /validate, port: 443}
              rules:
              - {apiGroups: [""], apiVersions: [v1], resources: [pods], operations: [CREATE, UPDATE], scope: Namespaced}
              namespaceSelector:
                matchExpressions:
                - {key: kubernetes.io/metadata.name, operator: NotIn, values: [tolerant-system, kube-system]}
            """;

    private static final String CHARTS_CONDITIONS = """
            sideEffects: None
              matchConditions:
              - name: not-a-mirror-pod
                expression: >-
                  !(has(object.metadata.annotations)
                  && 'kubernetes.io/config.mirror' in object.metadata.annotations
                  && has(request.userInfo.groups) && 'system:nodes' in request.userInfo.groups
                  && request.userInfo.username.startsWith('system:node:'))
              - name: tolerations-changed
                expression: |-
                  request.operation != 'UPDATE'
                  || has(object.spec.tolerations) != has(oldObject.spec.tolerations)
                  || (has(object.spec.tolerations) && object.spec.tolerations != oldObject.spec.tolerations)
              - name: could-be-restricted
                expression: |-
                  request.operation != 'CREATE' || request.kind.kind != 'Pod'
                  || has(object.spec.nodeName) || has(object.spec.nodeSelector)
                  || (has(object.spec.tolerations) && !object.spec.tolerations.all(t, size(t) == 4
                  && has(t.key) && has(t.operator) && has(t.effect) && has(t.tolerationSeconds)
                  && t.operator == 'Exists' && t.effect == 'NoExecute'
                  && ((t.key == 'node.kubernetes.io/not-ready' && t.tolerationSeconds == %1$d)
                  || (t.key == 'node.kubernetes.io/unreachable' && t.tolerationSeconds == %1$d))))""";

    private RegistrationFixture() {}

    /** The conditions that the chart writes for these seconds of the API server, in place of {@code sideEffects: None}. */
    static String conditions(int seconds) {
        return CHARTS_CONDITIONS.formatted(seconds);
    }

    /** As the chart registers the program under this name. */
    static ValidatingWebhookConfiguration chart(String name) {
        return of(CHART.formatted(name));
    }

    /** As the chart registers the program, with a part of the text replaced. */
    static ValidatingWebhookConfiguration chart(String name, String part, String instead) {
        String text = CHART.formatted(name);
        if (!text.contains(part)) {
            throw new IllegalArgumentException("the registration has no " + part);
        }
        return of(text.replace(part, instead));
    }

    private static ValidatingWebhookConfiguration of(String yaml) {
        return Serialization.unmarshal(yaml, ValidatingWebhookConfiguration.class);
    }
}
