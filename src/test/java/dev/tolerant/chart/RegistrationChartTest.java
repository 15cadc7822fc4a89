package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the API server is told to ask about, and how. */
class RegistrationChartTest {
    private static final String NARROWED = """
            webhook:
              failurePolicy: Fail
              timeoutSeconds: 5
              namespaceSelector: {matchLabels: {team: ml}, matchExpressions: [{key: env, operator: Exists}]}
              objectSelector: {matchLabels: {app: train}, matchExpressions: [{key: tier, operator: DoesNotExist}]}
            """;

    /** Values, an object, a place in it, and what is there. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            # every entry fails open, and is asked again when others change the pod
            {}        | Mutating   | /webhooks/*/name                    | [create.tolerant.dev, update.tolerant.dev, daemonsets.tolerant.dev]
            {}        | Mutating   | /webhooks/*/failurePolicy           | [Ignore, Ignore, Ignore]
            {}        | Mutating   | /webhooks/*/timeoutSeconds          | [2, 2, 2]
            {}        | Mutating   | /webhooks/*/reinvocationPolicy      | [IfNeeded, IfNeeded, IfNeeded]
            {}        | Mutating   | /webhooks/*/sideEffects             | [None, None, None]
            {}        | Mutating   | /webhooks/*/matchPolicy             | [Equivalent, Equivalent, Equivalent]
            {}        | Mutating   | /webhooks/*/admissionReviewVersions | [[v1], [v1], [v1]]
            {}        | Mutating   | /webhooks/create.tolerant.dev/rules     | [{apiGroups: [''], apiVersions: [v1], resources: [pods], operations: [CREATE], scope: Namespaced}]
            {}        | Mutating   | /webhooks/update.tolerant.dev/rules     | [{apiGroups: [''], apiVersions: [v1], resources: [pods], operations: [UPDATE], scope: Namespaced}]
            {}        | Mutating   | /webhooks/daemonsets.tolerant.dev/rules | [{apiGroups: [apps], apiVersions: [v1], resources: [daemonsets], operations: [CREATE, UPDATE], scope: Namespaced}]
            # a namespace that opts out is left out; a pod is not, for it cannot lift its namespace's whitelist
            {}        | Mutating   | /webhooks/create.tolerant.dev/namespaceSelector     | {matchExpressions: [LEFT_ALONE, OPT_OUT]}
            {}        | Mutating   | /webhooks/create.tolerant.dev/objectSelector        |
            {}        | Mutating   | /webhooks/update.tolerant.dev/namespaceSelector     | {matchExpressions: [LEFT_ALONE]}
            {}        | Mutating   | /webhooks/update.tolerant.dev/objectSelector        |
            {}        | Mutating   | /webhooks/daemonsets.tolerant.dev/namespaceSelector | {matchExpressions: [LEFT_ALONE, OPT_OUT]}
            {}        | Mutating   | /webhooks/daemonsets.tolerant.dev/objectSelector    |
            # selectors narrow new pods and DaemonSets, and not updates
            NARROWED  | Mutating   | /webhooks/create.tolerant.dev/namespaceSelector     | {matchLabels: {team: ml}, matchExpressions: [LEFT_ALONE, OPT_OUT, {key: env, operator: Exists}]}
            NARROWED  | Mutating   | /webhooks/create.tolerant.dev/objectSelector        | {matchLabels: {app: train}, matchExpressions: [{key: tier, operator: DoesNotExist}]}
            NARROWED  | Mutating   | /webhooks/daemonsets.tolerant.dev/namespaceSelector | {matchLabels: {team: ml}, matchExpressions: [LEFT_ALONE, OPT_OUT, {key: env, operator: Exists}]}
            NARROWED  | Mutating   | /webhooks/update.tolerant.dev/namespaceSelector     | {matchExpressions: [LEFT_ALONE]}
            NARROWED  | Mutating   | /webhooks/*/matchConditions/*/name  | [[not-a-mirror-pod], [not-a-mirror-pod, scheduling-changed], [template-changed]]
            NARROWED  | Mutating   | /webhooks/*/failurePolicy           | [Fail, Fail, Fail]
            NARROWED  | Mutating   | /webhooks/*/timeoutSeconds          | [5, 5, 5]
            # in audit mode every entry fails open
            {settings: {mode: audit}, webhook: {failurePolicy: Fail}}  | Mutating   | /webhooks/*/failurePolicy | [Ignore, Ignore, Ignore]
            # what is called
            NARROWED  | Mutating   | /webhooks/*/clientConfig            | [{service: MUTATE}, {service: MUTATE}, {service: MUTATE}]
            ELSEWHERE | Mutating   | /webhooks/*/clientConfig/url        | ['https://192.0.2.10:8443/mutate', 'https://192.0.2.10:8443/mutate', 'https://192.0.2.10:8443/mutate']
            ELSEWHERE | Mutating   | /webhooks/*/clientConfig/caBundle   | [LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCg==, LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCg==, LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCg==]
            ELSEWHERE | Mutating   | /webhooks/*/clientConfig/service    | []
            ELSEWHERE | *          | /*/kind                             | [CustomResourceDefinition, CustomResourceDefinition, MutatingWebhookConfiguration]
            {}        | Service/tolerant | /metadata/namespace           | tolerant-system
            {}        | Service/tolerant | /spec/ports/https/port        | 443
            # annotations are those that are asked for
            {}        | Mutating   | /metadata/annotations               |
            webhook: {disableAksAdmissionsEnforcer: true} | Mutating | /metadata/annotations | {admissions.enforcer/disabled: 'true'}
            """)
    void theRegistrationsAre(String values, String object, String place, String expected) {
        assertThat(RenderedPlace.of(words(values), words(object), place))
                .isEqualTo(RenderedPlace.expected(words(expected)));
    }

    private static String words(String text) {
        return text == null
                ? null
                : text.replaceFirst("^Mutating$", "MutatingWebhookConfiguration")
                        .replace("NARROWED", NARROWED)
                        .replace("ELSEWHERE", RenderedChart.ciValues("developer"))
                        .replace("MUTATE", "{name: tolerant, namespace: tolerant-system, path: /mutate, port: 443}")
                        .replace("OPT_OUT", "{key: tolerant.dev/inject, operator: NotIn, values: ['false']}")
                        .replace(
                                "LEFT_ALONE",
                                "{key: kubernetes.io/metadata.name, operator: NotIn, values: [kube-system, tolerant-system]}");
    }

    static List<MutatingWebhook> mutating(RenderedChart chart) {
        return chart.only(MutatingWebhookConfiguration.class).getWebhooks();
    }

    static MutatingWebhook entry(RenderedChart chart, String name) {
        return mutating(chart).stream()
                .filter(entry -> entry.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Whether the selector can match a namespace of this name with any labels. */
    static boolean canMatch(LabelSelector selector, String namespace) {
        return selector.getMatchExpressions().stream()
                .noneMatch(expression -> expression.getKey().equals("kubernetes.io/metadata.name")
                        && expression.getOperator().equals("NotIn")
                        && expression.getValues().contains(namespace));
    }
}
