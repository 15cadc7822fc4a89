package dev.tolerant.engine.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.rule.Step.SkipReason;
import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.testing.PolicyCluster;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a stored pod still gets of what it would get as a new one, and the seconds of what it has, while what gives them comes, changes and goes. */
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
    private static final String PAIR = "{key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute,"
            + " tolerationSeconds: %d}, {key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute,"
            + " tolerationSeconds: %<d}";
    private static final String SPOT = "{key: spot, operator: Exists, effect: NoExecute, tolerationSeconds: 40}";
    private static final String QUICK = "{metadata: {name: quick}, spec: {match: {}, nodeFailure: {notReady: 20}}}";
    private static final String SPOT_POLICY = """
            {metadata: {name: spot}, spec: {match: {}, tolerations:
              [{key: spot, operator: Exists, effect: NoExecute, tolerationSeconds: 70}]}}
            """;

    private static PolicyCluster cluster(String... policies) {
        return PolicyCluster.with(String.join("\n---\n", policies));
    }

    @Test
    void aControllerReferenceCountsWhoeverWroteIt() {
        RunningPod daemon = RunningPod.of(OWNED_BY.formatted("apps/v1", "DaemonSet"));
        RunningPod job = RunningPod.of(OWNED_BY.formatted("batch/v1", "Job"));

        assertThat(daemon.in(cluster(ANY)).tolerations())
                .contains("not-ready:NoExecute", "unschedulable:NoSchedule", "disk-pressure:NoSchedule");
        assertThat(job.in(cluster(GPUS)).tolerations()).contains("gpu:NoSchedule");
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
                "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms:"
                        + " [{matchFields: [{key: metadata.name, operator: In, values: [ml-1]}]}]}}}  | true",
                "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms:"
                        + " [{matchFields: [{key: metadata.name, operator: In, values: [web-1]}]}]}}}  | false",
            })
    void tolerationsOfAPolicyThatRequiresAffinityAreAppendedOnlyWhereThePodHasThatAffinity(
            String spec, boolean appended) {
        PolicyCluster cluster = cluster(POOL).node(new Node("ml-1", Map.of("pool", "ml"), List.of()));

        RunningPod.Healed healed = RunningPod.of("spec: {" + spec + "}").in(cluster);

        assertThat(healed.tolerations().contains("pool=ml:NoSchedule")).isEqualTo(appended);
        assertThat(healed.tolerations()).contains("not-ready:NoExecute@20");
        assertThat(healed.withheld().isEmpty()).isEqualTo(appended);
        assertThat(healed.after().at("/spec/affinity"))
                .isEqualTo(RunningPod.of("spec: {" + spec + "}").pod().at("/spec/affinity"));
    }

    @ParameterizedTest
    @CsvSource({
        "Required, pool: ml, true",
        "Required, pool: web, false",
        "Preferred, pool: ml, true",
        "Preferred, pool: web, false",
        "None, pool: ml, true",
        "None, pool: web, false",
    })
    void aPoolsTolerationsAreAppendedOnlyWhereThePodRequiresItsNodesAlready(
            String affinity, String nodeSelector, boolean appended) {
        PolicyCluster cluster = cluster("""
                metadata: {name: ml}
                spec:
                  match: {}
                  nodes: {selector: {matchLabels: {pool: ml}}, taintKeys: [dedicated], affinity: %s}
                  tolerations: [{key: by-hand, operator: Exists}]
                """.formatted(affinity))
                .node(new Node("ml-1", Map.of("pool", "ml"), List.of(new Taint("dedicated", "", Effect.NO_SCHEDULE))));

        RunningPod.Healed healed =
                RunningPod.of("spec: {nodeSelector: {" + nodeSelector + "}}").in(cluster);

        assertThat(healed.tolerations().contains("dedicated:NoSchedule")).isEqualTo(appended);
        assertThat(healed.tolerations().contains("by-hand")).isEqualTo(appended || !affinity.equals("Required"));
    }

    @ParameterizedTest
    @CsvSource({"ml-1, true", "web-1, false", "unknown, false"})
    void thePodOfADaemonSetGetsThemOnTheNodesOfThePolicy(String node, boolean appended) {
        PolicyCluster cluster = cluster(POOL)
                .node(new Node("ml-1", Map.of("pool", "ml"), List.of()))
                .node(new Node("web-1", Map.of("pool", "web"), List.of()));
        RunningPod pod =
                RunningPod.of("{" + OWNED_BY.formatted("apps/v1", "DaemonSet") + ", spec: {nodeName: " + node + "}}");

        assertThat(pod.in(cluster).tolerations().contains("pool=ml:NoSchedule")).isEqualTo(appended);
    }

    /** A new pod of the DaemonSet keeps them too: the policy's toleration has precedence for the taint. */
    @Test
    void thePodOfADaemonSetKeepsItsSecondsWhereAPolicyOfOtherNodesToleratesEverything() {
        PolicyCluster cluster = cluster("""
                metadata: {name: ml}
                spec:
                  match: {}
                  requiredNodeAffinity: [{key: pool, operator: In, values: [ml]}]
                  tolerations: [{operator: Exists, effect: NoExecute}]
                """).setting("rules.daemon-set.seconds", "0");
        RunningPod pod = RunningPod.of("{" + OWNED_BY.formatted("apps/v1", "DaemonSet")
                + ", spec: {tolerations: [{key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute}]}}");

        assertThat(pod.in(cluster).tolerations())
                .contains("not-ready:NoExecute")
                .doesNotContain("not-ready:NoExecute@0");
    }

    /** Nobody knows who created it, so only its namespace and its service account can exempt it. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    namespaces: [other]                       | true
                    namespaces: [shop]                        | false
                    serviceAccounts: [shop/default]           | false
                    users: [jane]                             | true
                    groups: ['system:masters']                | true
                    """)
    void whatIsReservedForOthersIsWithheld(String exempt, boolean withheld) {
        String reserve = "{metadata: {name: reserve}, spec: {match: {namespaceSelector: {matchLabels: {team: ml}}},"
                + " reserve: {taints: [{key: any}], exempt: {" + exempt + "}}}}";

        RunningPod.Healed healed = RunningPod.of("{}").in(cluster(reserve, ANY));

        assertThat(healed.withheld().isEmpty()).isEqualTo(!withheld);
        assertThat(healed.tolerations().contains("any")).isEqualTo(!withheld);
    }

    @Test
    void aPodThatHasOptedOutIsLeftAlone() {
        RunningPod.Healed healed = RunningPod.of("metadata: {labels: {tolerant.dev/inject: 'false'}}")
                .in(cluster(ANY));

        assertThat(healed.isPatched()).isFalse();
        assertThat(healed.healed().decision().skipReason()).hasValue(SkipReason.POD_OPTED_OUT);
    }

    private static PolicyCluster retiming(String... policies) {
        return PolicyCluster.with(String.join("\n---\n", policies)).setting("rules.node-failure.override", "likely");
    }

    @Test
    void onlyTheApiServersExactShapeIsRetimedWhereItIsProvenOrLikelyItsOwn() {
        RunningPod proven = RunningPod.tolerating(PAIR.formatted(300)).unowned();
        RunningPod likely = RunningPod.tolerating(SPOT + ", " + PAIR.formatted(300));
        RunningPod others = RunningPod.tolerating(PAIR.formatted(120)).unowned();
        RunningPod authors = RunningPod.tolerating(PAIR.formatted(300));

        assertThat(proven.in(retiming(QUICK)).tolerations())
                .containsExactly("not-ready:NoExecute@20", "unreachable:NoExecute@300");
        assertThat(likely.in(retiming(QUICK)).tolerations())
                .containsExactly("spot:NoExecute@40", "not-ready:NoExecute@20", "unreachable:NoExecute@300");
        assertThat(others.in(retiming(QUICK)).isPatched()).isFalse();
        assertThat(authors.in(retiming(QUICK)).isPatched()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"300", "60", "20"})
    void inAListThatTheKeeperOwnsNoSecondsChangeAnyMore(int seconds) {
        RunningPod kept =
                RunningPod.tolerating(SPOT + ", " + PAIR.formatted(seconds)).kept();

        assertThat(kept.in(retiming(QUICK, SPOT_POLICY)).isPatched()).isFalse();
        assertThat(kept.in(retiming().setting("rules.node-failure.not-ready", "never"))
                        .isPatched())
                .isFalse();
    }

    @Test
    void toAListThatTheKeeperOwnsItAppendsWhatThePodLacks() {
        String more = "{metadata: {name: more}, spec: {match: {}, tolerations: [{key: more}]}}";

        RunningPod.Healed healed = RunningPod.tolerating(SPOT).kept().in(retiming(more, QUICK));

        assertThat(healed.tolerations())
                .containsExactly("spot:NoExecute@40", "more", "not-ready:NoExecute@20", "unreachable:NoExecute@300");
    }

    @ParameterizedTest
    @CsvSource({"true, true", "false, false"})
    void entriesOfAListThatTheKeeperOwnsAreNotJudgedByTheWhitelist(boolean kept, boolean patched) {
        PolicyCluster cluster = retiming(QUICK)
                .namespace(
                        "shop",
                        Map.of(),
                        Map.of("scheduler.alpha.kubernetes.io/tolerationsWhitelist", "[{\"key\": \"other\"}]"));
        RunningPod pod = RunningPod.tolerating(SPOT);

        RunningPod.Healed healed = (kept ? pod.kept() : pod).in(cluster);

        assertThat(healed.isPatched()).isEqualTo(patched);
        assertThat(healed.healed().decision().refusal() == null).isEqualTo(kept);
    }
}
