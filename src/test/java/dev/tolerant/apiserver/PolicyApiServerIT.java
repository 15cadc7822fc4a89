package dev.tolerant.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

/** What policies give, in each mode, on a real API server. */
@NeedsApiServer
class PolicyApiServerIT {
    private static final String GIVES_DEDICATED = """
            match: {}
            tolerations: [{key: dedicated, operator: Equal, value: ml, effect: NoSchedule}]
            """;

    private final TestNamespace namespace;

    PolicyApiServerIT(ClusterUnderTest cluster) {
        this.namespace = cluster.namespace();
    }

    private static boolean isDedicated(ApiAnswer answer) {
        return Entries.isGiven(Entries.DEDICATED, answer);
    }

    @Test
    void anEnforcedPolicyGivesTolerationsSecondsAndNodes() {
        StoredPolicy policy = namespace.policy("pool", """
                match: {}
                tolerations: [{key: dedicated, operator: Equal, value: ml, effect: NoSchedule}]
                requiredNodeAffinity: [{key: dedicated, operator: In, values: [ml]}]
                nodeFailure: {notReady: 20, unreachable: Never}
                """);
        String pod = """
                apiVersion: v1
                kind: Pod
                metadata: {name: web}
                spec:
                  containers: [{name: web, image: "example.com/web:1"}]
                  affinity:
                    nodeAffinity:
                      requiredDuringSchedulingIgnoredDuringExecution:
                        nodeSelectorTerms:
                        - matchExpressions: [{key: zone, operator: In, values: [a]}]
                        - matchExpressions: [{key: zone, operator: In, values: [b]}, {key: disk, operator: Exists}]
                """;

        namespace.awaitDryRun(pod, PolicyApiServerIT::isDedicated);
        ApiAnswer answer = namespace.create(pod);

        assertThat(answer.tolerations())
                .isEqualTo(ApiObject.list(
                        Entries.notReady(20),
                        "{key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute}",
                        Entries.DEDICATED));
        assertThat(answer.podSpec()
                        .at("/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution/nodeSelectorTerms"))
                .isEqualTo(ApiObject.list("""
                                {matchExpressions: [{key: zone, operator: In, values: [a]},
                                  {key: dedicated, operator: In, values: [ml]}]}
                                """, """
                                {matchExpressions: [{key: zone, operator: In, values: [b]}, {key: disk, operator: Exists},
                                  {key: dedicated, operator: In, values: [ml]}]}
                                """));
        assertThat(answer.warnings()).isEmpty();
        JsonNode accepted = policy.awaitAccepted("True");
        assertThat(accepted.path("reason").asText()).isEqualTo("Valid");
        assertThat(accepted.path("lastTransitionTime").asText()).isNotEmpty();
    }

    @Test
    void aPolicyThatDoesNotActNoLongerGives() {
        StoredPolicy policy = namespace.policy("pool", GIVES_DEDICATED);
        namespace.awaitDryRun(TestNamespace.POD, PolicyApiServerIT::isDedicated);

        policy.patchSpec("{mode: Audit}");
        ApiAnswer answer = namespace.awaitDryRun(TestNamespace.POD, pod -> pod.succeeded() && !isDedicated(pod));

        assertThat(answer.tolerations()).isEqualTo(Entries.nodeFailure(60));
        assertThat(answer.warnings()).isEmpty();
        assertThat(policy.awaitAccepted("True").path("observedGeneration").asLong())
                .isEqualTo(2);
    }

    /**
     * The CRD accepts Lt because some clusters do; the program refuses it because this cluster's feature gate is off.
     */
    @Test
    void aPolicyThatTheProgramRefusesKeepsItsLastGoodVersion() {
        StoredPolicy policy = namespace.policy("pool", GIVES_DEDICATED);
        namespace.awaitDryRun(TestNamespace.POD, PolicyApiServerIT::isDedicated);

        policy.patchSpec("{tolerations: [{key: price, operator: Lt, value: \"100\", effect: NoSchedule}]}");
        JsonNode refused = policy.awaitAccepted("False");

        assertThat(refused.path("reason").asText()).isEqualTo("Invalid");
        assertThat(refused.path("message").asText()).startsWith("spec.tolerations[0]");
        assertThat(namespace.dryRun(TestNamespace.POD).tolerations())
                .isEqualTo(ApiObject.list(Entries.notReady(60), Entries.unreachable(60), Entries.DEDICATED));

        policy.patchSpec("{tolerations: [{key: spot, operator: Exists, effect: NoSchedule}]}");

        namespace.awaitDryRun(TestNamespace.POD, pod -> Entries.isGiven(Entries.SPOT, pod));
        policy.awaitAccepted("True");
    }
}
