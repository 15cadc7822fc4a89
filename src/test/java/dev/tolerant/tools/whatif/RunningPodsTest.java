package dev.tolerant.tools.whatif;

import static dev.tolerant.tools.whatif.ClusterYaml.deployment;
import static dev.tolerant.tools.whatif.ClusterYaml.namespace;
import static dev.tolerant.tools.whatif.ClusterYaml.node;
import static dev.tolerant.tools.whatif.ClusterYaml.pod;
import static dev.tolerant.tools.whatif.ClusterYaml.policy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.tools.whatif.WhatIfAnswer.Impact;
import dev.tolerant.tools.whatif.WhatIfAnswer.WorkloadChange;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the keeper gives pods that run. */
class RunningPodsTest {
    private static final Map<String, String> KEPT =
            Map.of("keeper.mode", "enforce", "keeper.account", "system:serviceaccount:tolerant:tolerant");
    private static final String POLICY = policy("quick", "{match: {}, nodeFailure: {notReady: 30}}");
    private static final String OF_WEB = "apiVersion: apps/v1, kind: ReplicaSet, name: web";
    private static final String CLUSTER = namespace("shop")
            + deployment("web", "").replace("kind: Deployment", "kind: ReplicaSet")
            + node("well", "{}", "[]")
            + node("ill", "{}", "[{key: node.kubernetes.io/not-ready, effect: NoExecute}]")
            + pod("web-1", OF_WEB, "", "nodeName: well, ")
            + pod("web-2", OF_WEB, "", "nodeName: ill, ")
            + pod("web-3", OF_WEB, "", "");

    @Test
    void withoutAKeeperAllStayAsTheyAre() {
        WhatIfAnswer outlook = Question.about(CLUSTER, POLICY).answer();

        assertThat(Question.of(outlook, "replicaset/web").running()).isEqualTo(new RunningPods(3, 0, 0, 3));
        assertThat(WhatIfReport.running(outlook))
                .containsExactly("Nothing changes for 3 running pods until each is recreated; the keeper, with"
                        + " tolerant.keeper.mode=enforce, would change 3 of them.");
    }

    @Test
    void theKeeperWaitsWhereAChangeWouldMoveADeparture() {
        WhatIfAnswer outlook = Question.about(CLUSTER, POLICY).with(KEPT).answer();

        assertThat(Question.of(outlook, "replicaset/web").running()).isEqualTo(new RunningPods(3, 2, 1, 0));
        assertThat(WhatIfReport.running(outlook))
                .containsExactly(
                        "The keeper changes 2 running pods.",
                        "The keeper changes 1 running pod later: once a pod has no scheduling gates, and its node no taint"
                                + " for which the change would move the time of its eviction.");
    }

    @Test
    void theKeeperWaitsForSchedulingGates() {
        String gated = pod("web-4", OF_WEB, "", "schedulingGates: [{name: a.b/c}], ");

        WhatIfAnswer outlook =
                Question.about(CLUSTER + gated, POLICY).with(KEPT).answer();

        assertThat(Question.of(outlook, "replicaset/web").running()).isEqualTo(new RunningPods(4, 2, 2, 0));
    }

    @Test
    void theKeeperNeverTakesAway() {
        WhatIfAnswer outlook =
                Question.about(CLUSTER + POLICY, "").with(KEPT).pruning().answer();

        WorkloadChange web = Question.of(outlook, "replicaset/web");
        assertThat(web.change().impact()).isEqualTo(Impact.LATER);
        assertThat(web.running()).isEqualTo(new RunningPods(3, 0, 0, 0));
        assertThat(WhatIfReport.running(outlook))
                .containsExactly("Nothing changes for 3 running pods until each is recreated.");
    }

    @Test
    void aKeeperThatBeginsToEnforceChangesPodsOfWorkloadsThatStayTheSame() {
        WorkloadChange web =
                Question.about(CLUSTER + POLICY, "").proposing(KEPT).of("replicaset/web");

        assertThat(web.change().impact()).isEqualTo(Impact.OTHER);
        assertThat(web.running()).isEqualTo(new RunningPods(3, 2, 1, 0));
    }

    @Test
    void whatTodaysKeeperDoesAnywayDoesNotCount() {
        WorkloadChange web = Question.about(
                        CLUSTER + POLICY, policy("none", "{match: {namespaceSelector: {matchLabels: {a: b}}}}"))
                .with(KEPT)
                .of("replicaset/web");

        assertThat(web.change().impact()).isEqualTo(Impact.SAME);
        assertThat(web.running()).isEqualTo(new RunningPods(3, 0, 0, 0));
    }

    @Test
    void theKeeperLeavesPodsAloneAboutWhichTheWebhookIsNotAsked() {
        String optedOut = CLUSTER.replace("labels: {app: web}", "labels: {app: web, tolerant.dev/inject: 'false'}")
                .replace("uid:", "labels: {tolerant.dev/inject: 'false'}, uid:");

        WorkloadChange web = Question.about(optedOut, POLICY).with(KEPT).of("replicaset/web");

        assertThat(web.change().impact()).isEqualTo(Impact.SAME);
        assertThat(web.running()).isEqualTo(new RunningPods(3, 0, 0, 0));
    }

    /** The API server asks about a new pod by its own labels, and so does the keeper about one that runs. */
    @Test
    void thePodsOwnLabelsDecideWhetherTheKeeperCaresAndNotThoseOfTheTemplate() {
        String oneOptsOut = CLUSTER.replace("uid: web-1,", "labels: {tolerant.dev/inject: 'false'}, uid: web-1,");
        String nextOptsOut = CLUSTER.replace("labels: {app: web}", "labels: {app: web, tolerant.dev/inject: 'false'}");

        assertThat(Question.about(oneOptsOut, POLICY)
                        .with(KEPT)
                        .of("replicaset/web")
                        .running())
                .isEqualTo(new RunningPods(3, 1, 1, 0));
        assertThat(Question.about(nextOptsOut, POLICY)
                        .with(KEPT)
                        .of("replicaset/web")
                        .running())
                .isEqualTo(new RunningPods(3, 2, 1, 0));
    }

    @Test
    void theKeeperLeavesAPodAloneThatTheRegistrationLeavesOut() {
        String registered = CLUSTER.replace("uid:", "labels: {app: web}, uid:")
                        .replace("labels: {app: web}, uid: web-1,", "uid: web-1,")
                + "---\napiVersion: admissionregistration.k8s.io/v1\nkind: MutatingWebhookConfiguration\n"
                + "metadata: {name: tolerant}\nwebhooks: [{name: create.tolerant.dev,"
                + " rules: [{operations: [CREATE], apiGroups: [''], apiVersions: [v1], resources: [pods]}],"
                + " objectSelector: {matchLabels: {app: web}}}]\n";

        WorkloadChange web = Question.about(registered, POLICY).with(KEPT).of("replicaset/web");

        assertThat(web.change().impact()).isEqualTo(Impact.SOONER);
        assertThat(web.running()).isEqualTo(new RunningPods(3, 1, 1, 0));
    }

    @Test
    void refusedPodsAreNotReplaced() {
        String agents = CLUSTER.replace("spec: {}}", "spec: {tolerations: [{operator: Exists}]}}");

        WhatIfAnswer outlook =
                Question.about(agents, ClusterYaml.KEEP_OUT).with(KEPT).answer();

        assertThat(WhatIfReport.running(outlook))
                .containsExactly("Nothing changes for 3 running pods of refused workloads, but an evicted pod"
                        + " cannot be recreated.");
    }
}
