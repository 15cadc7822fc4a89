package dev.tolerant.tools.drill;

import static dev.tolerant.testing.ClusterFixture.node;
import static dev.tolerant.testing.ClusterFixture.pod;
import static dev.tolerant.testing.ClusterFixture.unreachable;
import static dev.tolerant.testing.ClusterFixture.workload;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.observed.taints.TaintRules.EvictionTime;
import dev.tolerant.testing.ClusterFixture;
import dev.tolerant.tools.drill.DrillAnswer.DrilledPod;
import dev.tolerant.tools.drill.DrillAnswer.DrilledWorkload;
import dev.tolerant.tools.drill.DrillAnswer.Outcome;
import dev.tolerant.tools.drill.DrillAnswer.Replacement;
import dev.tolerant.tools.drill.DrillAnswer.State;
import dev.tolerant.tools.drill.DrillAnswer.Taker;
import dev.tolerant.tools.drill.ZoneLimits.Span;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of the pods of a node, and of their workloads. */
class FailoverTest {
    private static final Duration GRACE = Duration.ofSeconds(50);
    private static final Taint OWN = Taint.of("maintenance", Effect.NO_EXECUTE);
    private static final String PLAIN = "containers: [{name: main}]";
    private static final String SILENT_FOR_200S = node(
            "n2", "", "{key: node.kubernetes.io/unreachable, effect: NoExecute, timeAdded: '2026-01-15T11:56:40Z'}");

    private static DrillAnswer fail(String... objects) {
        return new Failover(ClusterFixture.view(objects), new Scenario(List.of("n1"), List.of(), GRACE, "", false))
                .drill(namespace -> true);
    }

    private static DrillAnswer taint(Taint taint, String... objects) {
        Scenario scenario = new Scenario(List.of("n1"), List.of(taint), Duration.ZERO, "", false);
        return new Failover(ClusterFixture.view(objects), scenario).drill(namespace -> true);
    }

    private static DrilledWorkload only(DrillAnswer answer) {
        assertThat(answer.workloads()).hasSize(1);
        return answer.workloads().get(0);
    }

    private static String deployed(String name, String node, long seconds) {
        return pod(name, node, "apps/v1/ReplicaSet/web-1", unreachable(seconds));
    }

    private static final String DEPLOYMENT = workload("apps/v1", "Deployment", "web", PLAIN);
    private static final String REPLICA_SET = """
            {apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: web-1, namespace: shop,
              ownerReferences: [{apiVersion: apps/v1, kind: Deployment, name: web, uid: u, controller: true}]},
             spec: {template: {spec: {containers: [{name: main}]}}}}""";

    @Test
    void aDeploymentThatLosesAllItsReplicasGetsNewOnesElsewhere() {
        DrillAnswer answer = fail(
                node("n1", "", ""),
                node("n2", "", ""),
                DEPLOYMENT,
                REPLICA_SET,
                deployed("a", "n1", 30),
                deployed("b", "n1", 60));

        DrilledWorkload web = only(answer);
        assertThat(web.owner().title()).isEqualTo("deployment/web");
        assertThat(web.replacement().outcome()).isEqualTo(Outcome.MADE);
        assertThat(web.replacement().nodes()).containsExactly("n2");
        assertThat(web.replacedIn()).isEqualTo(new Span(80, 80));
        assertThat(web.downAfter()).isZero();
        assertThat(web.losesAll()).isTrue();
        assertThat(answer.losesForGood()).isFalse();
        assertThat(answer.pods()).extracting(DrilledPod::state).containsOnly(State.TERMINATING);
        assertThat(answer.pods())
                .extracting(pod -> requireNonNull(pod.leavesIn()).earliest())
                .containsExactly(80L, 110L);
    }

    @Test
    void replicasOnNodesThatHaveFailedAlreadyDoNotCount() {
        String key = "key: node.kubernetes.io/unreachable";
        String failed = node("n2", "", "{" + key + ", effect: NoSchedule}, {" + key + ", effect: NoExecute}");

        DrillAnswer answer = fail(
                node("n1", "", ""),
                failed,
                node("n3", "", "{key: pool, effect: NoSchedule}"),
                DEPLOYMENT,
                REPLICA_SET,
                deployed("a", "n1", 30),
                deployed("b", "n2", 60));

        assertThat(only(answer).replicas()).isEqualTo(2);
        assertThat(only(answer).elsewhere()).isZero();
        assertThat(only(answer).replacement().outcome()).isEqualTo(Outcome.NOWHERE);
        assertThat(only(answer).replacement().obstacles())
                .containsKey("taint node.kubernetes.io/unreachable:NoSchedule");
        assertThat(answer.losesForGood()).isTrue();
    }

    @Test
    void aStatefulSetGetsNoNewPodWhileTheOldOneIsTerminating() {
        String[] objects = {
            node("n1", "", ""),
            node("n2", "", ""),
            workload("apps/v1", "StatefulSet", "db", PLAIN),
            pod("db-0", "n1", "apps/v1/StatefulSet/db", unreachable(30))
        };

        assertThat(only(fail(objects)).replacement().outcome()).isEqualTo(Outcome.AFTER_DELETION);
        assertThat(fail(objects).losesForGood()).isTrue();
        assertThat(only(taint(OWN, objects)).replacement().outcome()).isEqualTo(Outcome.MADE);
        assertThat(taint(OWN, objects).losesForGood()).isFalse();
    }

    @Test
    void aNodeThatIsOutOfServiceLetsItsPodsGo() {
        String silent = node(
                "n1",
                "",
                "{key: node.kubernetes.io/unreachable, effect: NoExecute, timeAdded: '2026-01-15T11:59:00Z'}");
        Taint off = new Taint("node.kubernetes.io/out-of-service", "nodeshutdown", Effect.NO_EXECUTE);

        DrillAnswer answer = taint(
                off,
                silent,
                node("n2", "", ""),
                workload("apps/v1", "StatefulSet", "db", PLAIN),
                pod("db-0", "n1", "apps/v1/StatefulSet/db", unreachable(300)));

        assertThat(answer.pods().get(0).state()).isEqualTo(State.FORCE_DELETED);
        assertThat(only(answer).replacement().outcome()).isEqualTo(Outcome.MADE);
        assertThat(only(answer).replacedIn()).isEqualTo(new Span(0, 20));
    }

    @Test
    void aPodWithoutAControllerIsNotMadeAgain() {
        DrillAnswer answer = fail(node("n1", "", ""), node("n2", "", ""), pod("bare", "n1", unreachable(30)));

        assertThat(only(answer).replacement().outcome()).isEqualTo(Outcome.NOT_MADE);
        assertThat(answer.losesForGood()).isTrue();
    }

    @Test
    void podsOfADaemonSetStayAndCountForNoOutage() {
        DrillAnswer answer = fail(
                node("n1", "", ""),
                workload("apps/v1", "DaemonSet", "agent", PLAIN),
                pod("agent-1", "n1", "apps/v1/DaemonSet/agent", "tolerations: [{operator: Exists}]"));

        assertThat(answer.pods().get(0).state()).isEqualTo(State.STAYS);
        assertThat(only(answer).replacement().outcome()).isEqualTo(Outcome.OF_THE_NODE);
        assertThat(only(answer).losesAll()).isFalse();
    }

    @Test
    void theControllerOfADaemonSetDeletesPodsWhoseTemplateDoesNotTolerateTheTaint() {
        DrillAnswer answer = taint(
                OWN,
                node("n1", "", ""),
                workload("apps/v1", "DaemonSet", "agent", PLAIN),
                pod("agent-1", "n1", "apps/v1/DaemonSet/agent", "tolerations: [{operator: Exists}]"));

        assertThat(answer.pods().get(0).leavesIn()).isEqualTo(new Span(0, 0));
        assertThat(answer.pods().get(0).why()).startsWith("is of a DaemonSet whose template does not tolerate");
    }

    @Test
    void podsThatNeverLeaveAFailedNodeAreDownAllTheSame() {
        String stays = "tolerations: [{key: node.kubernetes.io/unreachable, operator: Exists}]";
        DrillAnswer answer =
                fail(node("n1", "", ""), DEPLOYMENT, REPLICA_SET, pod("a", "n1", "apps/v1/ReplicaSet/web-1", stays));

        assertThat(only(answer).replacement().outcome()).isEqualTo(Outcome.NONE_LEAVES);
        assertThat(answer.losesForGood()).isTrue();
        assertThat(taint(
                                OWN,
                                node("n1", "", ""),
                                DEPLOYMENT,
                                REPLICA_SET,
                                pod("a", "n1", "apps/v1/ReplicaSet/web-1", "tolerations: [{operator: Exists}]"))
                        .losesForGood())
                .isFalse();
    }

    @Test
    void secondsOfATaintThatIsThereCountFromItsTime() {
        String tainted = node("n1", "", "{key: maintenance, effect: NoExecute, timeAdded: '2026-01-15T11:59:40Z'}");
        String tolerates =
                "tolerations: [{key: maintenance, operator: Exists, effect: NoExecute, tolerationSeconds: %d}]";

        DrillAnswer answer = fail(
                tainted, pod("later", "n1", tolerates.formatted(60)), pod("overdue", "n1", tolerates.formatted(10)));

        assertThat(answer.pods()).extracting(pod -> pod.pod().object().name()).containsExactly("overdue", "later");
        assertThat(answer.pods())
                .extracting(pod -> requireNonNull(pod.leavesIn()).earliest())
                .containsExactly(0L, 40L);
        assertThat(answer.pods().get(0).why()).endsWith(", and is overdue");
    }

    @Test
    void aTaintWithoutATimeCountsFromNowAndTheNotesSaySo() {
        DrillAnswer answer = fail(
                node("n1", "", "{key: maintenance, effect: NoExecute}"),
                pod("bare", "n1", "tolerations: [{operator: Exists}]"));

        assertThat(new DrillReport(answer).report().notes())
                .anySatisfy(
                        note -> assertThat(note).contains("The taint maintenance:NoExecute on n1 has no timeAdded"));
    }

    @Test
    void aReplacementFollowsTheDemandsOfTheTemplate() {
        DrillAnswer answer = fail(
                node("n1", "", ""),
                node("n2", "pool: web", ""),
                node("n3", "pool: ml", ""),
                "{apiVersion: v1, kind: Node, metadata: {name: n4, labels: {pool: web}}, spec: {unschedulable: true}}",
                workload("apps/v1", "Deployment", "web", "nodeSelector: {pool: web}, containers: [{name: main}]"),
                REPLICA_SET,
                deployed("a", "n1", 30));

        assertThat(only(answer).replacement().nodes()).containsExactly("n2");
        assertThat(only(answer).replacement().obstacles())
                .containsEntry("cordon", 1)
                .containsEntry("node selector or affinity", 1);
    }

    @Test
    void aPodThatIsBeingDeletedCountsForNoWorkload() {
        String deleted =
                deployed("a", "n1", 30).replace("uid: u-a", "uid: u-a, deletionTimestamp: '2026-01-15T11:00:00Z'");

        DrillAnswer answer = fail(node("n1", "", ""), DEPLOYMENT, REPLICA_SET, deleted);

        assertThat(answer.pods()).extracting(DrilledPod::state).containsExactly(State.ALREADY_TERMINATING);
        assertThat(answer.workloads()).isEmpty();
    }

    @Test
    void aReplacementThatThePolicyRefusesIsNotMade() {
        String policy = """
                {apiVersion: tolerant.dev/v1alpha1, kind: TolerationPolicy, metadata: {name: keep-out},
                 spec: {match: {namespaceSelector: {matchLabels: {team: ml}}}, reserve: {taints: [{key: gpu, effect: NoSchedule}]}}}""";
        String template = "tolerations: [{key: gpu, operator: Exists, effect: NoSchedule}], containers: [{name: main}]";

        DrillAnswer answer = fail(
                node("n1", "", ""),
                node("n2", "", ""),
                policy,
                workload("apps/v1", "Deployment", "web", template),
                REPLICA_SET,
                deployed("a", "n1", 30));

        assertThat(only(answer).replacement().outcome()).isEqualTo(Outcome.REFUSED);
        assertThat(only(answer).replacement().problem()).contains("keep-out");
    }

    @Test
    void whatLeavesAndWhatIsFreeAreSummedByRequests() {
        String has = "kind: Node, status: {allocatable: {cpu: '%s', memory: %s}}, metadata";
        String requests = "containers: [{name: main, resources: {requests: {cpu: 500m, memory: 1Gi}}}], ";
        String[] objects = {
            node("n1", "", ""),
            node("n2", "", "").replace("kind: Node, metadata", has.formatted("2", "4Gi")),
            node("n3", "", "").replace("kind: Node, metadata", has.formatted("1", "512Mi")),
            DEPLOYMENT,
            REPLICA_SET,
            pod("a", "n1", "apps/v1/ReplicaSet/web-1", requests + unreachable(30)),
            pod("b", "n2", requests + unreachable(30)),
            pod("c", "n3", requests + unreachable(30))
        };

        assertThat(fail(objects).room().requested()).hasToString("0.5 cpu and 1Gi of memory");
        assertThat(fail(objects).room().free()).hasToString("2 cpu and 3Gi of memory");

        objects[2] = node("n3", "", "");
        assertThat(fail(objects).room().free()).isNull();
    }

    @Test
    void nothingIsSaidToBeFreeWherePodsOfOneNamespaceAloneMayBeKnown() {
        String has = "kind: Node, status: {allocatable: {cpu: 1, memory: 1Gi}}, metadata";
        DrillAnswer answer = new Failover(
                        ClusterFixture.view(
                                node("n1", "", ""),
                                node("n2", "", "").replace("kind: Node, metadata", has),
                                DEPLOYMENT,
                                REPLICA_SET,
                                deployed("a", "n1", 30)),
                        new Scenario(List.of("n1"), List.of(), GRACE, "", false))
                .drill("shop"::equals);

        assertThat(answer.leaving()).isOne();
        assertThat(answer.room().free()).isNull();
    }

    @Test
    void inAZoneWithoutEvictionsAWorkloadIsDownUntilSomebodyActs() {
        DrillAnswer answer = fail(node("n1", "", ""), DEPLOYMENT, REPLICA_SET, deployed("a", "n1", 30));

        assertThat(only(answer).replacement().outcome()).isEqualTo(Outcome.NONE_LEAVES);
        assertThat(answer.losesForGood()).isTrue();
    }

    @Test
    void aReplacementThatNamesItsNodePassesTheSchedulerButNotTheKubelet() {
        String[] objects = {
            node("n1", "", ""),
            node("n2", "", "{key: pool, effect: NoSchedule}"),
            node("n3", "", "{key: drain, effect: NoExecute}"),
            REPLICA_SET,
            deployed("a", "n1", 30)
        };

        Replacement tainted = named("n2", objects);
        Replacement drained = named("n3", objects);

        assertThat(tainted.nodes()).containsExactly("n2");
        assertThat(drained.nodes()).isEmpty();
        assertThat(drained.obstacles()).containsOnly(entry("spec.nodeName n3", 1), entry("taint drain:NoExecute", 1));
    }

    @Test
    void aReplacementThatNamesAFailedNodeHangsThere() {
        Replacement named = named("n1", node("n1", "", ""), node("n2", "", ""), REPLICA_SET, deployed("a", "n1", 30));

        assertThat(named.outcome()).isEqualTo(Outcome.HANGS);
        assertThat(named.takers()).containsExactly(new Taker("n1", new EvictionTime(false, 300), "names the node"));
        assertThat(named.goesNowhere()).isTrue();
    }

    private static Replacement named(String node, String... objects) {
        String[] all = Arrays.copyOf(objects, objects.length + 1);
        all[objects.length] =
                workload("apps/v1", "Deployment", "web", "nodeName: " + node + ", containers: [{name: main}]");
        return only(fail(all)).replacement();
    }

    @Test
    void aPodOnANodeThatFailedBeforeIsReplacedOnceItsTaintEvictsIt() {
        DrilledWorkload web = only(fail(
                node("n1", "", ""),
                SILENT_FOR_200S,
                node("n3", "", ""),
                node("n4", "", ""),
                REPLICA_SET,
                pod("stays", "n1", "apps/v1/ReplicaSet/web-1", "tolerations: [{operator: Exists}]"),
                deployed("leaves", "n2", 300)));

        assertThat(web.earlier()).hasSize(1);
        assertThat(web.replacement().outcome()).isEqualTo(Outcome.MADE);
        assertThat(web.replacedIn()).isEqualTo(new Span(100, 100));
    }

    @Test
    void aStatefulSetAwaitsThatThePodHasEnded() {
        DrilledWorkload db = only(taint(
                OWN,
                node("n1", "", ""),
                node("n2", "", ""),
                workload("apps/v1", "StatefulSet", "db", PLAIN),
                pod("db-0", "n1", "apps/v1/StatefulSet/db", PLAIN + ", terminationGracePeriodSeconds: 1800")));

        assertThat(db.replacement().outcome()).isEqualTo(Outcome.MADE);
        assertThat(db.replacedIn()).isEqualTo(new Span(0, 1800));
    }

    @Test
    void aStatefulSetDoesNotAwaitThePodThatNeverEnds() {
        assertThat(only(taint(
                                OWN,
                                node("n1", "", ""),
                                SILENT_FOR_200S,
                                node("n3", "", ""),
                                workload("apps/v1", "StatefulSet", "db", PLAIN),
                                pod(
                                        "db-0",
                                        "n1",
                                        "apps/v1/StatefulSet/db",
                                        "tolerations: [{key: maintenance, tolerationSeconds: 900}]"),
                                pod("db-1", "n2", "apps/v1/StatefulSet/db", unreachable(300))))
                        .replacedIn())
                .isEqualTo(new Span(900, 930));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            podFailurePolicy: {rules: [{action: FailJob, onPodConditions: [{type: DisruptionTarget}]}]} | NOT_MADE
            backoffLimit: 0                                                                     | NOT_MADE
            backoffLimit: 1                                                                     | MADE
            backoffLimitPerIndex: 0                                                             | NOT_MADE
            backoffLimit: 0, podFailurePolicy: {rules: [{action: Ignore, onPodConditions: [{type: DisruptionTarget}]}]} | MADE
            suspend: false                                                                      | MADE
            """)
    void aJobThatAllowsNoMoreFailuresMakesNoPod(String spec, Outcome outcome) {
        DrilledWorkload once = only(taint(
                OWN,
                node("n1", "", ""),
                node("n2", "", ""),
                workload("batch/v1", "Job", "once", PLAIN).replace("spec: {template", "spec: {" + spec + ", template"),
                pod("once-1", "n1", "batch/v1/Job/once", PLAIN)));

        assertThat(once.replacement().outcome()).isEqualTo(outcome);
        assertThat(once.isLost()).isEqualTo(outcome == Outcome.NOT_MADE);
    }

    @Test
    void whatAnOperatorControlsReplacesItsPodsByItsOwnRules() {
        String owned = "namespace: shop, ownerReferences: [{apiVersion: x.example/v1, kind: Stack, name: s, uid: u,"
                + " controller: true}]";
        String[] stateful = {
            node("n1", "", ""),
            node("n2", "", ""),
            workload("apps/v1", "StatefulSet", "db", PLAIN).replace("namespace: shop", owned),
            pod("db-0", "n1", "apps/v1/StatefulSet/db", unreachable(30))
        };
        String[] agents = {
            node("n1", "", ""),
            node("n2", "", ""),
            workload("apps/v1", "DaemonSet", "agent", PLAIN).replace("namespace: shop", owned),
            pod("agent-1", "n1", "apps/v1/DaemonSet/agent", unreachable(30))
        };

        assertThat(only(fail(stateful)).owner().title()).isEqualTo("statefulset/db");
        assertThat(only(fail(stateful)).replacement().outcome()).isEqualTo(Outcome.AFTER_DELETION);
        assertThat(only(fail(agents)).replacement().outcome()).isEqualTo(Outcome.OF_THE_NODE);
    }
}
