package dev.tolerant.tools.whatif;

import static dev.tolerant.tools.whatif.ClusterYaml.daemonSet;
import static dev.tolerant.tools.whatif.ClusterYaml.deployment;
import static dev.tolerant.tools.whatif.ClusterYaml.namespace;
import static dev.tolerant.tools.whatif.ClusterYaml.node;
import static dev.tolerant.tools.whatif.ClusterYaml.policy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.tools.whatif.WhatIfAnswer.Change;
import dev.tolerant.tools.whatif.WhatIfAnswer.Change.TolerationChange;
import dev.tolerant.tools.whatif.WhatIfAnswer.Impact;
import dev.tolerant.tools.whatif.WhatIfAnswer.Prospect;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What changes for pods that are admitted before and after: tolerations, seconds, and nodes. */
class ChangesTest {
    private static final String CLUSTER = namespace("shop")
            + node("a1", "{zone: a, disk: ssd}", "[]")
            + node("a2", "{zone: a}", "[]")
            + node("b1", "{zone: b, disk: ssd}", "[{key: dedicated, value: ml, effect: NoSchedule}]")
            + node("b2", "{zone: b}", "[{key: maintenance, effect: NoExecute}]")
            + node("cordoned", "{zone: a}", "[]").replace("taints: []", "unschedulable: true");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                                                                  | a1 a2",
                "nodeSelector: {zone: b}                                             | ",
                "nodeSelector: {disk: ssd}                                           | a1",
                "tolerations: [{operator: Exists}]                                   | a1 a2 b1 b2 cordoned",
                "tolerations: [{key: dedicated, value: ml}]                          | a1 a2 b1",
                "tolerations: [{key: dedicated, value: web}]                         | a1 a2",
                "tolerations: [{key: maintenance, operator: Exists, tolerationSeconds: 5}] | a1 a2 b2",
                "tolerations: [{key: node.kubernetes.io/unschedulable, operator: Exists}]  | a1 a2 cordoned",
                "nodeName: a2                                                        | a2",
                "nodeName: b1                                                        | b1",
                "nodeName: b2                                                        | ",
                "nodeName: cordoned                                                  | cordoned",
                "nodeName: gone                                                      | ",
                "nodeName: a2, nodeSelector: {zone: b}                               | ",
                "required: {matchExpressions: [{key: disk, operator: DoesNotExist}]} | a2",
                "required: {matchExpressions: [{key: zone, operator: NotIn, values: [a]}]} | ",
                "required: {matchFields: [{key: metadata.name, operator: In, values: [a1]}]} | a1",
                "required: {}                                                        | ",
            })
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

        Prospect web = Question.of(outlook, "deployment/web");
        assertThat(web.change().impact()).isEqualTo(Impact.NOWHERE);
        assertThat(outlook.prospects()).first().isEqualTo(web);
        assertThat(WhatIfReport.of(outlook).markdown()).contains("0 of 5 instead of 2: new pods stay Pending");
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

        Prospect web = Question.of(outlook, "deployment/web");
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

        assertThat(outlook.prospects())
                .extracting(prospect -> prospect.maker().name())
                .containsExactly("refused", "moved", "same");
    }
}
