package dev.tolerant.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.server.webhook.DaemonSetTemplatesTest;
import org.junit.jupiter.api.Test;

/** What policies do to the templates of DaemonSets, on a real API server. */
@NeedsApiServer
class DaemonSetApiServerIT {
    private static final String AGENT = """
            apiVersion: apps/v1
            kind: DaemonSet
            metadata: {name: agent}
            spec:
              selector: {matchLabels: {app: agent}}
              template:
                metadata: {labels: {app: agent}}
                spec: {containers: [{name: agent, image: "example.com/agent:1"}]}
            """;
    private static final String GIVES_DEDICATED = """
            match: {}
            daemonSetTemplates: %s
            tolerations: [{key: dedicated, operator: Equal, value: ml, effect: NoSchedule}]
            requiredNodeAffinity: [{key: dedicated, operator: In, values: [ml]}]
            """;

    private final TestNamespace namespace;

    DaemonSetApiServerIT(ClusterUnderTest cluster) {
        this.namespace = cluster.namespace();
    }

    @Test
    void aTemplateGetsThePolicyOnceAndForAll() {
        namespace.policy("agents", GIVES_DEDICATED.formatted(true));
        namespace.awaitDryRun(AGENT, set -> Entries.isGiven(Entries.DEDICATED, set));

        ApiAnswer first = namespace.apply(AGENT);
        ApiAnswer second = namespace.apply(AGENT);
        ApiAnswer replaced = namespace.replace(AGENT);

        assertThat(first.status()).isEqualTo(201);
        assertThat(first.tolerations()).isEqualTo(ApiObject.list(Entries.DEDICATED));
        assertThat(first.podSpec()
                        .at("/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution/nodeSelectorTerms"))
                .isEqualTo(ApiObject.list("{matchExpressions: [{key: dedicated, operator: In, values: [ml]}]}"));
        assertThat(first.warnings()).isEmpty();
        assertThat(second.object().path("spec")).isEqualTo(first.object().path("spec"));
        assertThat(replaced.object().path("spec")).isEqualTo(first.object().path("spec"));
        assertThat(replaced.object().at("/metadata/generation").asInt()).isEqualTo(1);
    }

    @Test
    void aPolicyForPodsAloneIsAWarning() {
        StoredPolicy policy = namespace.policy("pods", GIVES_DEDICATED.formatted(false));

        ApiAnswer answer = namespace.awaitDryRun(AGENT, set -> !set.warnings().isEmpty());

        assertThat(answer.warnings())
                .singleElement()
                .asString()
                .endsWith(DaemonSetTemplatesTest.TO_PODS_ALONE.formatted(policy.name(), "dedicated=ml:NoSchedule"));
        assertThat(answer.tolerations().isMissingNode()).isTrue();
    }
}
