package dev.tolerant.observed.explain;

import static dev.tolerant.testing.ShortToleration.list;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.words.ControlPlane;
import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.NodeAffinity;
import dev.tolerant.engine.words.NodeTaints;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.Requirement;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.observed.explain.Placement.NodeOutcome;
import dev.tolerant.observed.explain.Placement.Places;
import dev.tolerant.observed.taints.TaintRules;
import dev.tolerant.observed.taints.TaintRules.EvictionTime;
import dev.tolerant.testing.PodFixture;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where a pod may run, and the first reason why not. */
class PlacementTest {
    private static final ControlPlane CONTROL_PLANE = new ControlPlane(false, ControlPlane.NODE_MONITOR_GRACE_SECONDS);
    private static final Taint POOL = Taint.of("pool", Effect.NO_SCHEDULE);
    private static final Taint DRAIN = Taint.of("drain", Effect.NO_EXECUTE);
    private static final Node PLAIN = new Node("plain", Map.of("zone", "a"), List.of());
    private static final Node TAINTED = new Node("tainted", Map.of("zone", "b"), List.of(POOL));
    private static final Node DRAINED = new Node("drained", Map.of("zone", "b"), List.of(POOL, DRAIN));
    private static final Node CORDONED = new Node("cordoned", Map.of("zone", "a"), List.of(NodeTaints.UNSCHEDULABLE));

    private static Placement of(PodFacts pod) {
        return Placement.of(pod, TaintRules.of(pod.tolerations(), pod.tolerations(), CONTROL_PLANE));
    }

    private static Placement tolerating(String tolerations) {
        return of(PodFixture.aPod().tolerating(list(tolerations)).build());
    }

    private static String reasons(PodFixture pod) {
        List<String> reasons = new Places(List.of(PLAIN, TAINTED, DRAINED, CORDONED))
                .obstacles(of(pod.build())).stream()
                        .map(obstacle -> obstacle == null ? "-" : obstacle.toString())
                        .toList();
        return String.join(", ", reasons);
    }

    @Test
    void aNodeIsClosedByAllItsTaintsThatAreNotTolerated() {
        assertThat(reasons(PodFixture.aPod()))
                .isEqualTo("cordon, taint pool:NoSchedule and taint drain:NoExecute, -, taint pool:NoSchedule");
        assertThat(reasons(PodFixture.aPod().tolerating(list("pool Ex :NS"))))
                .isEqualTo("cordon, taint drain:NoExecute, -, -");
        assertThat(reasons(PodFixture.aPod().tolerating(list("* Ex :ANY")))).isEqualTo("-, -, -, -");
    }

    @Test
    void whatAPodAsksForComesBeforeTaints() {
        Requirement zone = new Requirement("zone", Requirement.Operator.IN, List.of("a"));
        NodeAffinity affinity = new NodeAffinity(
                NodeAffinity.Depth.REQUIRED,
                List.of(new NodeAffinity.NodeSelectorTerm(List.of(zone), List.of())),
                List.of());

        String expected = "cordon, node selector or affinity, -, node selector or affinity";
        assertThat(reasons(PodFixture.aPod().selecting(Map.of("zone", "a")))).isEqualTo(expected);
        assertThat(reasons(PodFixture.aPod().requiring(affinity))).isEqualTo(expected);
    }

    /** No scheduler is asked, and of taints the kubelet asks only those with NoExecute. */
    @ParameterizedTest
    @CsvSource({
        "plain,    spec.nodeName plain | spec.nodeName plain | - | spec.nodeName plain",
        "tainted,  spec.nodeName tainted | spec.nodeName tainted | spec.nodeName tainted | -",
        "cordoned, - | spec.nodeName cordoned | spec.nodeName cordoned | spec.nodeName cordoned",
        "drained,  spec.nodeName drained | taint drain:NoExecute | spec.nodeName drained | spec.nodeName drained",
    })
    void aPodThatNamesItsNodeRunsThereOrNowhere(String node, String expected) {
        assertThat(reasons(PodFixture.aPod().on(node))).isEqualTo(expected.replace(" |", ","));
    }

    @Test
    void theKubeletAsksWhatAPodThatNamesItsNodeDemands() {
        assertThat(of(PodFixture.aPod()
                                .on("tainted")
                                .selecting(Map.of("zone", "a"))
                                .build())
                        .obstacle(TAINTED))
                .hasToString("node selector or affinity");
    }

    @Test
    void aStaticPodRunsWhateverTaintsItsNodeHas() {
        assertThat(of(PodFixture.aPod().mirror().on("drained").build()).obstacle(DRAINED))
                .isNull();
    }

    @Test
    void placesAnswerLikeAPlacementInTheOrderOfNames() {
        Places places = new Places(List.of(TAINTED, PLAIN, CORDONED, DRAINED));
        Placement pod = tolerating("pool Ex :NS");

        assertThat(places.names()).containsExactly("cordoned", "drained", "plain", "tainted");
        assertThat(places.names(places.open(pod))).containsExactly("plain", "tainted");
        assertThat(places.obstacles(pod))
                .containsExactly(
                        pod.obstacle(CORDONED), pod.obstacle(DRAINED), pod.obstacle(PLAIN), pod.obstacle(TAINTED));
        assertThat(places.evictingTaints()).containsExactly(NodeTaints.NOT_READY, NodeTaints.UNREACHABLE, DRAIN);
    }

    @ParameterizedTest
    @CsvSource({
        "'', false, 'not scheduled (taint pool:NoSchedule and taint drain:NoExecute), lacks pool:NoSchedule op=Equal and drain:NoExecute op=Equal; evicted at once'",
        "'pool Ex :NS, drain Ex :NX', true, 'may be scheduled, stays'",
        "drain Ex :NX, false, 'not scheduled (taint pool:NoSchedule), lacks pool:NoSchedule op=Equal; stays if it runs there'",
        "'pool Ex :NS, drain Ex :NX @60', true, 'may be scheduled, evicted after 60s'",
        "'pool Ex :NS, drain Ex :NX @0', true, 'may be scheduled, evicted at once'",
    })
    void aNodeDoesWhatItsTaintsTogetherDo(String tolerations, boolean schedulable, String sentence) {
        NodeOutcome outcome = tolerating(tolerations).outcome(DRAINED);

        assertThat(outcome.name()).isEqualTo("drained");
        assertThat(outcome.schedulable()).isEqualTo(schedulable);
        assertThat(outcome.sentence()).isEqualTo(sentence);
    }

    @Test
    void theEarliestEvictionOfANodesTaintsCounts() {
        Node node = new Node("n1", Map.of(), List.of(DRAIN, NodeTaints.NOT_READY));

        assertThat(tolerating("drain Ex :NX @90, NR Ex :NX @30").outcome(node).eviction())
                .isEqualTo(new EvictionTime(false, 30));
        assertThat(tolerating("drain Ex :NX @30, NR Ex :NX @90").outcome(node).eviction())
                .isEqualTo(new EvictionTime(false, 30));
        assertThat(tolerating("drain Ex :NX, NR Ex :NX @90").outcome(node).eviction())
                .isEqualTo(new EvictionTime(false, 90));
    }
}
