package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** That one node, one zone or one rollout does not take the webhook away. */
class AvailabilityChartTest {

    /** Values, the kind of the object, a place in its spec, and what is there; nothing if the last column is empty. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}                                  | Deployment          | /replicas | 2",
                "replicaCount: 4                     | Deployment          | /replicas | 4",
                "{}                                  | Deployment          | /revisionHistoryLimit | 3",
                "{}                                  | Deployment          | /strategy/rollingUpdate | {\"maxSurge\": 1, \"maxUnavailable\": 0}",
                "hostNetwork: true                   | Deployment          | /strategy/rollingUpdate | {\"maxSurge\": 0, \"maxUnavailable\": 1}",
                "hostNetwork: true                   | Deployment          | /template/spec/hostNetwork | true",
                "hostNetwork: true                   | Deployment          | /template/spec/dnsPolicy | \"ClusterFirstWithHostNet\"",
                "{}                                  | Deployment          | /template/spec/dnsPolicy | ",
                "{}                                  | Deployment          | /template/spec/priorityClassName | ",
                "priorityClassName: high             | Deployment          | /template/spec/priorityClassName | \"high\"",
                "{}                                  | PodDisruptionBudget | /maxUnavailable | 1",
                "{}                                  | PodDisruptionBudget | /minAvailable | ",
                "{}                                  | PodDisruptionBudget | /unhealthyPodEvictionPolicy | \"AlwaysAllow\"",
                "{}                                  | Deployment          | /template/spec/topologySpreadConstraints/0/topologyKey | \"kubernetes.io/hostname\"",
                "{}                                  | Deployment          | /template/spec/topologySpreadConstraints/1/topologyKey | \"topology.kubernetes.io/zone\"",
                "{}                                  | Deployment          | /template/spec/topologySpreadConstraints/1/whenUnsatisfiable | \"ScheduleAnyway\"",
                "{}                                  | Deployment          | /template/spec/affinity/podAntiAffinity/preferredDuringSchedulingIgnoredDuringExecution/0/podAffinityTerm/topologyKey | \"kubernetes.io/hostname\"",
                "affinity: {nodeAffinity: {}}        | Deployment          | /template/spec/affinity/podAntiAffinity | ",
                "affinity: {nodeAffinity: {}}        | Deployment          | /template/spec/topologySpreadConstraints/0/topologyKey | \"kubernetes.io/hostname\"",
                "nodeSelector: {pool: system}        | Deployment          | /template/spec/nodeSelector | {\"kubernetes.io/os\": \"linux\", \"pool\": \"system\"}",
                "{}                                  | Deployment          | /template/spec/nodeSelector | {\"kubernetes.io/os\": \"linux\"}",
                "tolerations: [{key: a, operator: Exists}] | Deployment    | /template/spec/tolerations | [{\"key\": \"a\", \"operator\": \"Exists\"}]",
                "{}                                  | Deployment          | /template/spec/tolerations | [{\"key\": \"CriticalAddonsOnly\", \"operator\": \"Exists\"}, {\"key\": \"node-role.kubernetes.io/control-plane\", \"operator\": \"Exists\", \"effect\": \"NoSchedule\"}, {\"key\": \"node.kubernetes.io/not-ready\", \"operator\": \"Exists\", \"effect\": \"NoExecute\", \"tolerationSeconds\": 60}, {\"key\": \"node.kubernetes.io/unreachable\", \"operator\": \"Exists\", \"effect\": \"NoExecute\", \"tolerationSeconds\": 60}]",
                "podAnnotations: {example.com/a: b}  | Deployment          | /template/metadata/annotations/cluster-autoscaler.kubernetes.io~1safe-to-evict-local-volumes | \"tmp\"",
                "podAnnotations: {example.com/a: b}  | Deployment          | /template/metadata/annotations/example.com~1a | \"b\"",
            })
    void theSpecsAre(String values, String kind, String place, String expected) {
        assertThat(RenderedPlace.of(values, kind, "/spec" + place)).isEqualTo(RenderedPlace.expected(expected));
    }
}
