package dev.tolerant.tools.drill;

import static dev.tolerant.observed.facts.ClusterFixture.node;
import static dev.tolerant.observed.facts.ClusterFixture.pod;
import static dev.tolerant.observed.facts.ClusterFixture.unreachable;
import static dev.tolerant.observed.facts.ClusterFixture.workload;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.tolerant.engine.model.Taint;
import dev.tolerant.engine.model.Taint.Effect;
import dev.tolerant.observed.facts.ClusterFixture;
import dev.tolerant.tools.drill.Drill.DrilledWorkload;
import dev.tolerant.tools.drill.Drill.Outcome;
import dev.tolerant.tools.drill.Drill.Replacement;
import dev.tolerant.tools.drill.ZoneLimits.Span;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whether and where pods are made in place of those that leave. */
class ReplacementTest {
    private static final Duration GRACE = Duration.ofSeconds(50);
    private static final String PLAIN = "containers: [{name: main}]";

    private static Drill fail(String... objects) {
        return new Failover(ClusterFixture.view(objects), new Scenario(List.of("n1"), List.of(), GRACE, ""))
                .drill(namespace -> true);
    }

    private static DrilledWorkload only(Drill drill) {
        assertThat(drill.workloads()).hasSize(1);
        return drill.workloads().get(0);
    }

    private static String deployed(String name, String node, long seconds) {
        return pod(name, node, "apps/v1/ReplicaSet/web-1", unreachable(seconds));
    }

    private static final String REPLICA_SET = """
            {apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: web-1, namespace: shop,
              ownerReferences: [{apiVersion: apps/v1, kind: Deployment, name: web, uid: u, controller: true}]},
             spec: {template: {spec: {containers: [{name: main}]}}}}""";

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

    private static Replacement named(String node, String... objects) {
        String[] all = Arrays.copyOf(objects, objects.length + 1);
        all[objects.length] =
                workload("apps/v1", "Deployment", "web", "nodeName: " + node + ", containers: [{name: main}]");
        return only(fail(all)).replacement();
    }

    @Test
    void aPodOnANodeThatFailedBeforeIsReplacedOnceItsTaintEvictsIt() {
        String since = "timeAdded: '" + ClusterFixture.NOW.minusSeconds(200) + "'";
        DrilledWorkload web = only(fail(
                node("n1", "", ""),
                node("n2", "", "{key: node.kubernetes.io/unreachable, effect: NoExecute, " + since + "}"),
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
        String[] objects = {
            node("n1", "", ""),
            node("n2", "", ""),
            workload("apps/v1", "StatefulSet", "db", PLAIN),
            pod("db-0", "n1", "apps/v1/StatefulSet/db", PLAIN + ", terminationGracePeriodSeconds: 1800")
        };

        DrilledWorkload db = only(taint(objects));

        assertThat(db.replacement().outcome()).isEqualTo(Outcome.MADE);
        assertThat(db.replacedIn()).isEqualTo(new Span(0, 1800));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            backoffLimit: 0                                                                     | NOT_MADE
            backoffLimit: 1                                                                     | MADE
            backoffLimitPerIndex: 0                                                             | NOT_MADE
            backoffLimit: 0, podFailurePolicy: {rules: [{action: Ignore, onPodConditions: [{type: DisruptionTarget}]}]} | MADE
            suspend: false                                                                      | MADE
            """)
    void aJobThatAllowsNoMoreFailuresMakesNoPod(String spec, Outcome outcome) {
        DrilledWorkload once = only(taint(
                node("n1", "", ""),
                node("n2", "", ""),
                workload("batch/v1", "Job", "once", PLAIN).replace("spec: {template", "spec: {" + spec + ", template"),
                pod("once-1", "n1", "batch/v1/Job/once", PLAIN)));

        assertThat(once.replacement().outcome()).isEqualTo(outcome);
        assertThat(once.isLost()).isEqualTo(outcome == Outcome.NOT_MADE);
    }

    private static Drill taint(String... objects) {
        Scenario scenario = new Scenario(
                List.of("n1"), List.of(new Taint("maintenance", "", Effect.NO_EXECUTE)), Duration.ZERO, "");
        return new Failover(ClusterFixture.view(objects), scenario).drill(namespace -> true);
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
