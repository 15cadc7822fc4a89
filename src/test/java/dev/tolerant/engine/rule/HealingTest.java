package dev.tolerant.engine.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.controlplane.Node;
import dev.tolerant.engine.decision.SkipReason;
import dev.tolerant.server.webhook.PolicyCluster;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a stored pod still gets of what it would get as a new one. */
class HealingTest {
    private static final String OWNED_BY =
            "metadata: {ownerReferences: [{apiVersion: %s, kind: %s, name: x, controller: true}]}";
    private static final String POOL = """
            metadata: {name: ml}
            spec:
              match: {}
              tolerations: [{key: pool, value: ml, effect: NoSchedule}]
              nodeFailure: {notReady: 20}
              requiredNodeAffinity: [{key: pool, operator: In, values: [ml]}]
            """;
    private static final String GPUS = """
            metadata: {name: gpus}
            spec: {match: {ownerKinds: [Job]}, tolerations: [{key: gpu, operator: Exists, effect: NoSchedule}]}
            """;
    private static final String ANY = "{metadata: {name: any}, spec: {match: {}, tolerations: [{key: any}]}}";

    private static PolicyCluster cluster(String... policies) {
        return PolicyCluster.with(String.join("\n---\n", policies));
    }

    @Test
    void aControllerReferenceCountsWhoeverWroteIt() {
        // Given
        RunningPod daemon = RunningPod.of(OWNED_BY.formatted("apps/v1", "DaemonSet"));
        RunningPod job = RunningPod.of(OWNED_BY.formatted("batch/v1", "Job"));

        // Then
        assertThat(daemon.in(cluster(ANY)).tolerations())
                .contains("not-ready:NoExecute", "unschedulable:NoSchedule", "disk-pressure:NoSchedule");
        assertThat(job.in(cluster(GPUS)).tolerations()).contains("gpu:NoSchedule");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                          | Enforce",
                "{}                                          | Warn",
                "{}                                          | Audit",
                "{podSelector: {matchLabels: {app: others}}} | Enforce",
            })
    void aControllerReferenceNeverEarnsATaintThatAnyDenyCovers(String match, String mode) {
        // Given
        String deny = """
                {metadata: {name: deny}, spec: {match: %s, mode: %s, restrict: {deny:
                  [{key: node.kubernetes.io/unschedulable}, {key: gpu, effect: NoSchedule}]}}}
                """.formatted(match, mode);
        PolicyCluster cluster = cluster(GPUS, ANY, deny);
        RunningPod daemon = RunningPod.of(OWNED_BY.formatted("apps/v1", "DaemonSet"));
        RunningPod job = RunningPod.of(OWNED_BY.formatted("batch/v1", "Job"));

        // Then
        assertThat(daemon.in(cluster).tolerations())
                .contains("disk-pressure:NoSchedule", "any")
                .doesNotContain("unschedulable:NoSchedule");
        assertThat(job.in(cluster).tolerations()).contains("any").doesNotContain("gpu:NoSchedule");
        assertThat(job.in(cluster).withheld())
                .containsExactly(
                        "policies/gpus does not give gpu:NoSchedule op=Exists: a policy denies it, and nobody knows"
                                + " whether the stored pod's controller is the one that it names");
    }

    @Test
    void aDisabledDenyCoversNothing() {
        // Given
        String deny = "{metadata: {name: deny}, spec: {match: {}, mode: Disabled, restrict: {deny: [{key: gpu}]}}}";
        RunningPod job = RunningPod.of(OWNED_BY.formatted("batch/v1", "Job"));

        // Then
        assertThat(job.in(cluster(GPUS, deny)).tolerations()).contains("gpu:NoSchedule");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nodeSelector: {pool: ml}    | true",
                "nodeSelector: {pool: web}   | false",
                "schedulerName: default      | false",
                "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms:"
                        + " [{matchExpressions: [{key: pool, operator: In, values: [ml]}]}]}}}  | true",
                "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms:"
                        + " [{matchExpressions: [{key: pool, operator: In, values: [ml]}]}, {matchExpressions:"
                        + " [{key: zone, operator: In, values: [a]}]}]}}}  | false",
                "nodeName: ml-1              | false",
            })
    void tolerationsOfAPolicyThatRequiresAffinityAreAppendedOnlyWhereThePodHasThatAffinity(
            String spec, boolean appended) {
        // Given
        PolicyCluster cluster = cluster(POOL).node(new Node("ml-1", Map.of("pool", "ml"), List.of()));

        // When
        RunningPod.Healed healed = RunningPod.of("spec: {" + spec + "}").in(cluster);

        // Then
        assertThat(healed.tolerations().contains("pool=ml:NoSchedule")).isEqualTo(appended);
        assertThat(healed.tolerations()).contains("not-ready:NoExecute@20");
        assertThat(healed.withheld().isEmpty()).isEqualTo(appended);
        assertThat(healed.after().at("/spec/affinity"))
                .isEqualTo(RunningPod.of("spec: {" + spec + "}").pod().at("/spec/affinity"));
    }

    @ParameterizedTest
    @CsvSource({"ml-1, true", "web-1, false", "unknown, false"})
    void thePodOfADaemonSetGetsThemOnTheNodesOfThePolicy(String node, boolean appended) {
        // Given
        PolicyCluster cluster = cluster(POOL)
                .node(new Node("ml-1", Map.of("pool", "ml"), List.of()))
                .node(new Node("web-1", Map.of("pool", "web"), List.of()));
        RunningPod pod =
                RunningPod.of("{" + OWNED_BY.formatted("apps/v1", "DaemonSet") + ", spec: {nodeName: " + node + "}}");

        // Then
        assertThat(pod.in(cluster).tolerations().contains("pool=ml:NoSchedule")).isEqualTo(appended);
    }

    @Test
    void theNodeThatAPodNamesIsNotJudged() {
        // Given
        String deny =
                "{metadata: {name: deny}, spec: {match: {}, restrict: {deny: [{key: pool, effect: NoSchedule}]}}}";
        RunningPod pod = RunningPod.of("spec: {nodeName: unknown}");

        // Then
        assertThat(pod.in(cluster(deny, ANY)).healed().decision().refusal()).isEmpty();
        assertThat(pod.in(cluster(deny, ANY)).tolerations()).contains("any");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "namespaces: [other]                       | true",
                "namespaces: [shop]                        | false",
                "users: [jane]                             | false",
                "groups: ['system:masters']                | false",
                "{users: [jane], namespaces: [other]}      | false",
            })
    void aRestrictionIsViolatedOnlyIfWhoCreatedThePodCannotBeExempt(String exempt, boolean violated) {
        // Given
        String deny = "{metadata: {name: deny}, spec: {match: {}, restrict: {deny: [{key: secret}], exempt: "
                + (exempt.startsWith("{") ? exempt : "{" + exempt + "}") + "}}}";
        RunningPod.Healed healed =
                RunningPod.tolerating("{key: secret, operator: Exists}").in(cluster(deny, ANY));

        // Then
        assertThat(healed.healed().decision().refusal().isPresent()).isEqualTo(violated);
        assertThat(healed.isPatched()).isEqualTo(!violated);
    }

    @Test
    void aPodThatHasOptedOutIsLeftAlone() {
        // When
        RunningPod.Healed healed = RunningPod.of("metadata: {labels: {tolerant.dev/inject: 'false'}}")
                .in(cluster(ANY));

        // Then
        assertThat(healed.isPatched()).isFalse();
        assertThat(healed.healed().decision().skipReason()).hasValue(SkipReason.POD_OPTED_OUT);
    }
}
