package dev.tolerant.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.chart.RenderedChart;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which pods a real API server still makes while nobody answers at the address of the chart's validating registration. */
@NeedsApiServer
class PlainPodsApiServerIT {
    /** Port 1 is reserved for a protocol that nobody speaks any more. */
    private static final String NOBODY = "https://127.0.0.1:1/validate";

    /** The webhooks of this configuration have another name than the program's, so that its condition Enforced ignores it. */
    private static final String REGISTRATION = """
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingWebhookConfiguration
            metadata: {name: nobody}
            webhooks:
            - name: nobody.example.com
              admissionReviewVersions: [v1]
              sideEffects: None
              failurePolicy: Fail
              timeoutSeconds: 2
              matchPolicy: Equivalent
              namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: %s}}
              rules:
              - {apiGroups: [""], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [pods], scope: Namespaced}
              clientConfig: {url: "%s", caBundle: %s}
            """;

    /** It opted out, so that the program, which answers mutations, leaves it as the API server makes it. */
    private static final String POD = """
            apiVersion: v1
            kind: Pod
            metadata: {name: %s, labels: {tolerant.dev/inject: "false"}}
            spec: {%s, containers: [{name: web, image: "example.com/web:1"}]}
            """;

    private static final String WILDCARD = POD.formatted("wildcard", "tolerations: [{operator: Exists}]");

    private final ClusterUnderTest cluster;
    private final TestNamespace namespace;
    private final ApiObject registration;

    PlainPodsApiServerIT(ClusterUnderTest cluster) {
        this.cluster = cluster;
        this.namespace = cluster.namespace();
        this.registration = ApiObject.of(REGISTRATION.formatted(namespace.name(), NOBODY, cluster.caBundle()));
        ArrayNode conditions =
                ((ObjectNode) registration.object().withArray("/webhooks").get(0)).putArray("matchConditions");
        RenderedChart.with("restrictions: {enabled: true}")
                .only(ValidatingWebhookConfiguration.class)
                .getWebhooks()
                .get(0)
                .getMatchConditions()
                .forEach(condition -> conditions
                        .addObject()
                        .put("name", condition.getName())
                        .put("expression", condition.getExpression()));
    }

    @BeforeEach
    void register() {
        cluster.admin().post(registration.collection(), registration.object()).object();
        namespace.awaitDryRun(WILDCARD, PlainPodsApiServerIT::hasNobodyToAsk);
    }

    @AfterEach
    void remove() {
        cluster.admin().delete(registration.path());
    }

    private static boolean hasNobodyToAsk(ApiAnswer answer) {
        return answer.status() == 500
                && answer.body().path("message").asText().contains("failed calling webhook \"nobody.example.com\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "restartPolicy: Always",
                "tolerations: []",
                "tolerations: [{key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute, tolerationSeconds: 300}]",
                "affinity: {nodeAffinity: {}}",
            })
    void plainPodsAreStillMade(String spec) {
        // When
        ApiAnswer made = namespace.create(POD.formatted("plain", spec));

        // Then
        assertThat(made.status()).as(made.body().toString()).isEqualTo(201);
        assertThat(made.tolerations()).isEqualTo(Entries.nodeFailure(300));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tolerations: [{operator: Exists}]",
                "tolerations: [{operator: Exists, effect: NoExecute, tolerationSeconds: 300}]",
                "tolerations: [{key: dedicated, operator: Exists}]",
                "tolerations: [{key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute}]",
                "tolerations: [{key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute, tolerationSeconds: 299}]",
                "tolerations: [{key: node.kubernetes.io/not-ready, operator: Exists, tolerationSeconds: 300, effect: NoExecute},"
                        + " {key: node.kubernetes.io/unreachable, operator: Equal, value: a, effect: NoExecute}]",
                "nodeName: worker",
                "nodeSelector: {disk: ssd}",
            })
    void allOtherPodsAreRefused(String spec) {
        // When
        ApiAnswer refused = namespace.create(POD.formatted("other", spec));

        // Then
        assertThat(hasNobodyToAsk(refused)).as(refused.body().toString()).isTrue();
    }

    @Test
    void anUpdateIsAskedAboutIfItChangesTolerations() {
        // Given
        String pod = POD.formatted("updated", "restartPolicy: Always");
        namespace.create(pod).object();

        // When
        ApiAnswer labelled = namespace.patch(pod, "{metadata: {labels: {tier: web}}}");
        JsonNode tolerations =
                ApiObject.list(Entries.notReady(300), Entries.unreachable(300), "{key: dedicated, operator: Exists}");
        ApiAnswer tolerating = namespace.patch(pod, "{spec: {tolerations: " + tolerations + "}}");

        // Then
        assertThat(labelled.status()).as(labelled.body().toString()).isEqualTo(200);
        assertThat(hasNobodyToAsk(tolerating)).as(tolerating.body().toString()).isTrue();
    }
}
