package dev.tolerant.tools.whatif;

import static dev.tolerant.tools.whatif.ClusterYaml.KEEP_OUT;
import static dev.tolerant.tools.whatif.ClusterYaml.daemonSet;
import static dev.tolerant.tools.whatif.ClusterYaml.deployment;
import static dev.tolerant.tools.whatif.ClusterYaml.namespace;
import static dev.tolerant.tools.whatif.ClusterYaml.node;
import static dev.tolerant.tools.whatif.ClusterYaml.pod;
import static dev.tolerant.tools.whatif.ClusterYaml.policy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.rule.Step.Refusal;
import dev.tolerant.text.Report.Palette;
import dev.tolerant.tools.whatif.WhatIfAnswer.Change;
import dev.tolerant.tools.whatif.WhatIfAnswer.Change.TolerationChange;
import dev.tolerant.tools.whatif.WhatIfAnswer.Impact;
import dev.tolerant.tools.whatif.WhatIfAnswer.WorkloadChange;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The changes of next pods: who is refused or admitted, tolerations, seconds, and nodes. */
class ComparisonTest {
    private static final String AGENT = "tolerations: [{operator: Exists}]";
    private static final String CLUSTER = namespace("shop")
            + node("a1", "{zone: a, disk: ssd}", "[]")
            + node("a2", "{zone: a}", "[]")
            + node("b1", "{zone: b, disk: ssd}", "[{key: dedicated, value: ml, effect: NoSchedule}]")
            + node("b2", "{zone: b}", "[{key: maintenance, effect: NoExecute}]")
            + node("cordoned", "{zone: a}", "[]").replace("taints: []", "unschedulable: true");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    ''                                                                  | a1 a2
                    nodeSelector: {zone: b}                                             |
                    nodeSelector: {disk: ssd}                                           | a1
                    tolerations: [{operator: Exists}]                                   | a1 a2 b1 b2 cordoned
                    tolerations: [{key: dedicated, value: ml}]                          | a1 a2 b1
                    tolerations: [{key: dedicated, value: web}]                         | a1 a2
                    tolerations: [{key: maintenance, operator: Exists, tolerationSeconds: 5}] | a1 a2 b2
                    tolerations: [{key: node.kubernetes.io/unschedulable, operator: Exists}]  | a1 a2 cordoned
                    nodeName: a2                                                        | a2
                    nodeName: b1                                                        | b1
                    nodeName: b2                                                        |
                    nodeName: cordoned                                                  | cordoned
                    nodeName: gone                                                      |
                    nodeName: a2, nodeSelector: {zone: b}                               |
                    required: {matchExpressions: [{key: disk, operator: DoesNotExist}]} | a2
                    required: {matchExpressions: [{key: zone, operator: NotIn, values: [a]}]} |
                    required: {matchFields: [{key: metadata.name, operator: In, values: [a1]}]} | a1
                    required: {}                                                        |
                    """)
    void nodesAreOpenByTaintsCordonNodeSelectorAndRequiredAffinity(String spec, String nodes) {
        String written = spec.startsWith("required: ")
                ? "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: ["
                        + spec.substring("required: ".length()) + "]}}}"
                : spec;

        WhatIfAnswer outlook = Question.about(CLUSTER + deployment("web", written), policy("p", "{match: {}}"))
                .answer();

        assertThat(outlook.places()
                        .names(Question.of(outlook, "deployment/web").after().nodes()))
                .isEqualTo(nodes == null ? List.of() : List.of(nodes.split(" ")));
    }

    @Test
    void theTemplateOfADaemonSetSaysWhereItsPodsMayRun() {
        String policy = policy(
                "agents", "{match: {}, daemonSetTemplates: true, tolerations: [{key: dedicated, operator: Exists}]}");
        String withoutTemplates = policy.replace("daemonSetTemplates: true, ", "");
        String cluster = CLUSTER + daemonSet("agent", "");

        Change given = Question.about(cluster, policy).of("daemonset/agent").change();
        Change late =
                Question.about(cluster, withoutTemplates).of("daemonset/agent").change();

        assertThat(given.gained().cardinality()).isEqualTo(1);
        assertThat(late.gained().cardinality()).isZero();
        assertThat(late.impact()).isEqualTo(Impact.OTHER);
    }

    @Test
    void aRequirementThatAPolicyAddsLeavesFewerNodes() {
        WhatIfAnswer outlook = Question.about(
                        CLUSTER + deployment("web", ""),
                        policy("fast", "{match: {}, requiredNodeAffinity: [{key: disk, operator: In, values: [ssd]}]}"))
                .answer();

        Change change = Question.of(outlook, "deployment/web").change();
        assertThat(change.impact()).isEqualTo(Impact.FEWER_NODES);
        assertThat(outlook.places().names(change.lost())).containsExactly("a2");
        assertThat(change.demands()).containsExactly("requires disk in (ssd)");
        assertThat(outlook.notes()).anyMatch(note -> note.startsWith("Nodes are counted by taints"));
    }

    @Test
    void aTolerationThatGoesLeavesFewerNodes() {
        String given = policy("pool", "{match: {}, tolerations: [{key: dedicated, operator: Exists}]}");

        Change change = Question.about(CLUSTER + deployment("web", "") + given, "")
                .pruning()
                .of("deployment/web")
                .change();

        assertThat(change.impact()).isEqualTo(Impact.FEWER_NODES);
        assertThat(change.tolerations()).singleElement().satisfies(each -> {
            assertThat(each.before()).hasToString("dedicated op=Exists");
            assertThat(each.after()).isNull();
        });
    }

    @ParameterizedTest
    @CsvSource({"60, SOONER", "900, LATER", "Never, LATER"})
    void otherSecondsAreWorseIfTheyAreFewer(String seconds, Impact impact) {
        Change change = Question.about(
                        CLUSTER + deployment("web", ""),
                        policy("p", "{match: {}, nodeFailure: {unreachable: " + seconds + "}}"))
                .of("deployment/web")
                .change();

        assertThat(change.impact()).isEqualTo(impact);
        assertThat(change.evictions())
                .singleElement()
                .satisfies(each -> assertThat(each.taint()).hasToString("node.kubernetes.io/unreachable:NoExecute"));
        assertThat(change.tolerations()).extracting(TolerationChange::before).doesNotContainNull();
    }

    @Test
    void secondsThatAreFewerForOneTaintAndMoreForAnotherAreCalledBoth() {
        Change change = Question.about(
                        CLUSTER + deployment("web", ""),
                        policy("p", "{match: {}, nodeFailure: {notReady: 60, unreachable: Never}}"))
                .of("deployment/web")
                .change();

        assertThat(change.impact()).isEqualTo(Impact.SOONER_AND_LATER);
    }

    @Test
    void aWorkloadThatNoNodeTakesAnyMoreStaysPendingAndComesBeforeOthers() {
        WhatIfAnswer outlook = Question.about(
                        CLUSTER
                                + deployment("web", "nodeSelector: {zone: a}")
                                + deployment("any", "tolerations: [{key: dedicated, operator: Exists}]"),
                        policy(
                                "far",
                                "{match: {}, requiredNodeAffinity: [{key: zone, operator: In, values: [b, nowhere]}]}"))
                .answer();

        WorkloadChange web = Question.of(outlook, "deployment/web");
        assertThat(web.change().impact()).isEqualTo(Impact.NOWHERE);
        assertThat(outlook.workloads()).first().isEqualTo(web);
        assertThat(new WhatIfReport(outlook).report().markdown())
                .contains("0 of 5 nodes instead of 2: new pods stay Pending");
    }

    @Test
    void settingsChangeSecondsToo() {
        Change change = Question.about(CLUSTER + deployment("web", ""), "")
                .proposing(Map.of("rules.node-failure.not-ready", "30"))
                .of("deployment/web")
                .change();

        assertThat(change.impact()).isEqualTo(Impact.SOONER);
        assertThat(change.evictions().get(0).after().afterSeconds()).isEqualTo(30);
    }

    @Test
    void thePoolOfAPolicyIsThatOfTheClustersNodes() {
        WhatIfAnswer outlook = Question.about(
                        CLUSTER + deployment("web", ""),
                        policy(
                                "pool",
                                "{match: {}, nodes: {selector: {matchLabels: {zone: b}}, taintKeys: [dedicated]}}"))
                .answer();

        WorkloadChange web = Question.of(outlook, "deployment/web");
        assertThat(outlook.places().names(web.after().nodes())).containsExactly("b1");
        assertThat(web.change().tolerations().get(0).after()).hasToString("dedicated=ml:NoSchedule");
    }

    @Test
    void theWorstComesFirst() {
        String cluster = CLUSTER
                + deployment("same", "tolerations: [{key: a, operator: Exists}]")
                + deployment("moved", "nodeSelector: {zone: a}")
                + deployment("refused", "tolerations: [{key: dedicated, operator: Exists}]");
        String policies = policy(
                        "deny",
                        "{match: {namespaceSelector: {matchLabels: {team: ml}}}, reserve: {taints: [{key: dedicated}]}}")
                + policy(
                        "move",
                        "{match: {nodeSelector: {zone: a}}, requiredNodeAffinity: [{key: disk, operator: Exists}]}");

        WhatIfAnswer outlook = Question.about(cluster, policies).answer();

        assertThat(outlook.workloads())
                .extracting(workload -> workload.maker().name())
                .containsExactly("refused", "moved", "same");
    }

    @Test
    void aPolicyThatKeepsOthersOutRefusesEveryAgentThatIsNotExempt() {
        String cluster = namespace("shop")
                + daemonSet("node-exporter", AGENT)
                + daemonSet("log-agent", AGENT)
                + deployment("web", "hostNetwork: false");

        WhatIfAnswer outlook = Question.about(cluster, KEEP_OUT).answer();

        assertThat(outlook.of(Impact.REFUSED))
                .extracting(workload -> workload.maker().title())
                .containsExactly("daemonset/log-agent", "daemonset/node-exporter");
        assertThat(outlook.of(Impact.REFUSED))
                .allSatisfy(workload -> assertThat(workload.after().refusal())
                        .extracting(Refusal::message)
                        .asString()
                        .startsWith("TolerationPolicy keep-out does not let namespace"));
        assertThat(Question.of(outlook, "deployment/web").change().impact()).isEqualTo(Impact.SAME);
        assertThat(outlook.of(Impact.REFUSED)).isNotEmpty();
        assertThat(outlook.leavesOut()).isFalse();
    }

    @Test
    void anExemptionLetsTheAgentsIn() {
        String exempting = policy(
                "keep-out",
                "{match: {namespaceSelector: {matchLabels: {team: ml}}}, reserve: {taints: [{key: dedicated}], exempt: {namespaces: [shop]}}}");

        WhatIfAnswer outlook = Question.about(namespace("shop") + daemonSet("agent", AGENT), exempting)
                .answer();

        assertThat(outlook.of(Impact.REFUSED)).isEmpty();
    }

    @Test
    void whoIsRefusedAlreadyIsNotRefusedNewly() {
        String cluster = namespace("shop") + daemonSet("agent", AGENT) + KEEP_OUT;

        WorkloadChange agent = Question.about(
                        cluster,
                        policy(
                                "other",
                                "{match: {namespaceSelector: {matchLabels: {team: ml}}}, reserve: {taints: [{key: dedicated}]}}"))
                .of("daemonset/agent");

        assertThat(agent.change().impact()).isEqualTo(Impact.SAME);
        assertThat(agent.after().isRefused()).isTrue();
    }

    @Test
    void withoutThePolicyItIsNoLongerRefused() {
        String cluster = namespace("shop") + daemonSet("agent", AGENT) + KEEP_OUT;

        WhatIfAnswer outlook = Question.about(cluster, "").pruning().answer();

        WorkloadChange agent = Question.of(outlook, "daemonset/agent");
        assertThat(agent.change().impact()).isEqualTo(Impact.ADMITTED);
        assertThat(agent.before().refusal())
                .extracting(Refusal::message)
                .asString()
                .contains("TolerationPolicy keep-out does not let namespace");
        assertThat(outlook.of(Impact.REFUSED)).isEmpty();
        assertThat(outlook.effects()).containsExactly(Map.entry("keep-out", Proposal.Effect.REMOVED));
    }

    @Test
    void aPolicyOfTheSameNameReplacesThatOfTheCluster() {
        String cluster = namespace("shop") + daemonSet("agent", AGENT) + KEEP_OUT;

        WhatIfAnswer outlook = Question.about(
                        cluster,
                        policy(
                                "keep-out",
                                "{mode: Audit, match: {namespaceSelector: {matchLabels: {team: ml}}}, reserve: {taints: [{key: dedicated}]}}"))
                .answer();

        assertThat(Question.of(outlook, "daemonset/agent").change().impact()).isEqualTo(Impact.ADMITTED);
        assertThat(outlook.effects()).containsExactly(Map.entry("keep-out", Proposal.Effect.CHANGED));
    }

    @Test
    void inAuditModeNobodyIsRefusedAndWithEnforceEverybodyWhoWouldBeIs() {
        String cluster =
                namespace("shop") + daemonSet("agent", AGENT) + deployment("web", "hostNetwork: false") + KEEP_OUT;
        Question audit = Question.about(cluster, "").with(Map.of("mode", "audit"));

        WhatIfAnswer stays = audit.proposing(Map.of("mode", "audit", "rules.node-failure.not-ready", "60"))
                .answer();
        WhatIfAnswer enforces = audit.proposing(Map.of("mode", "enforce", "rules.node-failure.not-ready", "60"))
                .answer();

        assertThat(stays.workloads())
                .allSatisfy(workload -> assertThat(workload.change().impact()).isEqualTo(Impact.SAME));
        assertThat(Question.of(enforces, "daemonset/agent").change().impact()).isEqualTo(Impact.REFUSED);
        assertThat(Question.of(enforces, "deployment/web").change().impact()).isEqualTo(Impact.SOONER);
    }

    @Test
    void theGuardLeavesKubeSystemAndTheMirrorsOfStaticPodsAlone() {
        String mirror = pod(
                        "etcd-n1",
                        "apiVersion: v1, kind: Node, name: n1",
                        "annotations: {kubernetes.io/config.mirror: abc}, ",
                        "")
                .replace("tolerations: [", "tolerations: [{operator: Exists, effect: NoSchedule},")
                .replace("managedFields: [{", "generation: 1, unmanaged: [{");
        String system = daemonSet("proxy", AGENT).replace("namespace: shop", "namespace: kube-system");

        WhatIfAnswer outlook = Question.about(namespace("shop") + namespace("kube-system") + mirror + system, KEEP_OUT)
                .answer();

        assertThat(outlook.workloads()).hasSize(2);
        assertThat(outlook.of(Impact.REFUSED)).isEmpty();
    }

    @Test
    void whoAPolicyInAuditWouldRefuseIsListedAndNotRefused() {
        String cluster = namespace("shop") + daemonSet("agent", AGENT) + deployment("web", "hostNetwork: false");
        String audit = policy(
                "pool",
                "{mode: Audit, match: {namespaceSelector: {matchLabels: {team: ml}}}, reserve: {taints: [{key: gpu}]}}");

        WhatIfAnswer outlook = Question.about(cluster, audit).answer();

        assertThat(outlook.of(Impact.REFUSED)).isEmpty();
        assertThat(outlook.notes())
                .contains(
                        "If their mode were Enforce, policies that audit would refuse the pods of shop/daemonset/agent.");
    }

    @Test
    void whoNamesANodeIsRefusedWhicheverItIs() {
        String cluster = namespace("shop")
                + ClusterYaml.node("tainted", "{}", "[{key: dedicated, effect: NoSchedule}]")
                + ClusterYaml.node("plain", "{}", "[]")
                + deployment("pinned", "nodeName: tainted")
                + deployment("free", "nodeName: plain");

        WhatIfAnswer outlook = Question.about(
                        cluster,
                        policy(
                                "keep-out",
                                "{match: {namespaceSelector: {matchLabels: {team: ml}}}, reserve: {taints: [{key: dedicated, effect: NoSchedule}]}}"))
                .answer();

        assertThat(outlook.of(Impact.REFUSED))
                .extracting(workload -> workload.maker().title())
                .containsExactly("deployment/free", "deployment/pinned");
    }

    @Test
    void aPodThatAPolicyKeptInItsPoolAndKeepsNoMoreIsOutsideIt() {
        String pool = "{match: {}, nodes: {selector: {matchLabels: {zone: %s}}, taintKeys: [dedicated]}}";
        String cluster = CLUSTER
                + deployment("free", "")
                + deployment("own", "nodeSelector: {zone: b}")
                + policy("pool", pool.formatted("b"));

        WhatIfAnswer answer =
                Question.about(cluster, policy("pool", pool.formatted("typo"))).answer();

        assertThat(Question.of(answer, "deployment/free").change().impacts())
                .containsExactlyInAnyOrder(Impact.OUTSIDE_POOL, Impact.FEWER_NODES);
        assertThat(Question.of(answer, "deployment/own").change().impacts())
                .containsExactlyInAnyOrder(Impact.NOWHERE, Impact.FEWER_NODES);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {match: {}, requiredNodeAffinity: [{key: zone, operator: Exists}]}                 | OTHER
                    {match: {}, requiredNodeAffinity: [{key: disk, operator: Exists}]}                 | OUTSIDE_POOL
                    {match: {}, preferredNodeAffinity: [{weight: 1, key: disk, operator: Exists}]}     | OTHER
                    """)
    void onlyNodesThatWereClosedAreOutsideAPool(String today, Impact impact) {
        Change change = Question.about(CLUSTER + deployment("web", "") + policy("p", today), "")
                .pruning()
                .of("deployment/web")
                .change();

        assertThat(change.impact()).isEqualTo(impact);
    }

    @Test
    void whoHasNoNodeTodayOrIsRefusedTodayHasNotLostAny() {
        String cluster = CLUSTER
                + deployment("lost", "nodeSelector: {zone: none}")
                + deployment("refused", "nodeSelector: {zone: none}, tolerations: [{operator: Exists}]")
                + KEEP_OUT;

        WhatIfAnswer answer = Question.about(cluster, "").pruning().answer();

        assertThat(Question.of(answer, "deployment/lost").change().impact()).isEqualTo(Impact.SAME);
        assertThat(Question.of(answer, "deployment/refused").change().impacts()).containsExactly(Impact.ADMITTED);
        assertThat(answer.has(Impact.of("nowhere"))).isFalse();
        assertThat(answer.has(Impact.of("any"))).isTrue();
    }

    @Test
    void aProposedPolicyThatMatchesNothingIsSaidFirst() {
        String cluster = CLUSTER
                + namespace("kube-system")
                + deployment("web", "")
                + deployment("proxy", "").replace("namespace: shop", "namespace: kube-system")
                + policy("old", "{match: {podSelector: {matchLabels: {app: wbe}}}, nodeFailure: {notReady: 5}}");
        String proposed = policy(
                        "typo", "{match: {podSelector: {matchLabels: {app: wbe}}}, nodeFailure: {notReady: 5}}")
                + policy("web", "{match: {podSelector: {matchLabels: {app: web}}}, nodeFailure: {notReady: 5}}")
                + policy("unasked", "{match: {podSelector: {matchLabels: {app: proxy}}}, nodeFailure: {notReady: 5}}");

        WhatIfAnswer answer = Question.about(cluster, proposed).answer();

        assertThat(new WhatIfReport(answer).report().text(Palette.PLAIN, 110))
                .startsWith("""
                        What would change in cluster test
                          TolerationPolicy typo matches no pod or workload of this cluster.

                        The next pod of each workload
                        """)
                .contains("""
                        Policies that match no pod
                          old
                          unasked
                        """);
        assertThat(Question.json(answer).at("/proposal/policies"))
                .extracting(policy -> policy.get("name").asText() + " " + policy.path("matches"))
                .contains("typo false", "web true", "unasked true");
    }
}
