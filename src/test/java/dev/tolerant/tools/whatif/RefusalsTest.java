package dev.tolerant.tools.whatif;

import static dev.tolerant.tools.whatif.ClusterYaml.KEEP_OUT;
import static dev.tolerant.tools.whatif.ClusterYaml.daemonSet;
import static dev.tolerant.tools.whatif.ClusterYaml.deployment;
import static dev.tolerant.tools.whatif.ClusterYaml.namespace;
import static dev.tolerant.tools.whatif.ClusterYaml.pod;
import static dev.tolerant.tools.whatif.ClusterYaml.policy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.model.Step.Refusal;
import dev.tolerant.tools.whatif.WhatIfAnswer.Impact;
import dev.tolerant.tools.whatif.WhatIfAnswer.Prospect;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Who would be newly refused, and who no longer. */
class RefusalsTest {
    private static final String AGENT = "tolerations: [{operator: Exists}]";

    @Test
    void aPolicyThatKeepsOthersOutRefusesEveryAgentThatIsNotExempt() {
        String cluster = namespace("shop")
                + daemonSet("node-exporter", AGENT)
                + daemonSet("log-agent", AGENT)
                + deployment("web", "hostNetwork: false");

        WhatIfAnswer outlook = Question.about(cluster, KEEP_OUT).answer();

        assertThat(outlook.of(Impact.REFUSED))
                .extracting(prospect -> prospect.maker().title())
                .containsExactly("daemonset/log-agent", "daemonset/node-exporter");
        assertThat(outlook.of(Impact.REFUSED))
                .allSatisfy(prospect -> assertThat(prospect.after().refusal())
                        .extracting(Refusal::message)
                        .asString()
                        .startsWith("TolerationPolicy keep-out reserves taint dedicated, and"));
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

        Prospect agent = Question.about(
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

        Prospect agent = Question.of(outlook, "daemonset/agent");
        assertThat(agent.change().impact()).isEqualTo(Impact.ADMITTED);
        assertThat(agent.before().refusal())
                .extracting(Refusal::message)
                .asString()
                .contains("TolerationPolicy keep-out reserves taint");
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

        assertThat(stays.prospects())
                .allSatisfy(prospect -> assertThat(prospect.change().impact()).isEqualTo(Impact.SAME));
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

        assertThat(outlook.prospects()).hasSize(2);
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
                .extracting(prospect -> prospect.maker().title())
                .containsExactly("deployment/free", "deployment/pinned");
    }
}
