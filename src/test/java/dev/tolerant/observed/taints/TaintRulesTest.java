package dev.tolerant.observed.taints;

import static dev.tolerant.testing.ShortToleration.list;
import static dev.tolerant.testing.ShortToleration.taint;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.words.ControlPlane;
import dev.tolerant.engine.words.ControlPlane.DefaultTolerationSeconds;
import dev.tolerant.engine.words.NodeTaints;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.observed.taints.TaintRules.EvictionTime;
import dev.tolerant.observed.taints.TaintRules.TaintOutcome;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What one taint does to a pod. */
class TaintRulesTest {
    private static final DefaultTolerationSeconds DEFAULTS = DefaultTolerationSeconds.of(300, 200);
    private static final ControlPlane CONTROL_PLANE = new ControlPlane(false, ControlPlane.NODE_MONITOR_GRACE_SECONDS);
    private static final Taint POOL = Taint.of("pool", Effect.NO_SCHEDULE);
    private static final Taint DRAIN = Taint.of("drain", Effect.NO_EXECUTE);

    private static TaintRules rules(String tolerations) {
        return TaintRules.of(list(tolerations), list(tolerations), CONTROL_PLANE);
    }

    @ParameterizedTest
    @CsvSource({
        "pool Ex :NS, NoSchedule, true, schedulable, may be scheduled, 0",
        "'', NoSchedule, false, not-schedulable, not scheduled, -1",
        "'', PreferNoSchedule, true, preferred-away, only if nothing better is left, -1",
        "'x Ex :NS, pool Ex :PN', PreferNoSchedule, true, schedulable, may be scheduled, 1",
        "pool Ex :NX, NoExecute, true, stays, stays, 0",
        "pool Ex :NX @60, NoExecute, true, evicted-later, evicted after 60s, 0",
        "pool Ex :NX @0, NoExecute, true, evicted-at-once, 'may be scheduled, evicted at once', 0",
        "'', NoExecute, false, evicted-at-once, 'not scheduled, evicted at once', -1",
    })
    void aTaintHasOneOutcome(
            String tolerations, String effect, boolean schedulable, String code, String sentence, int toleration) {
        TaintOutcome outcome = rules(tolerations).outcome(Taint.of("pool", Effect.of(effect)));

        assertThat(outcome.schedulable()).isEqualTo(schedulable);
        assertThat(outcome.code()).isEqualTo(code);
        assertThat(outcome.sentence()).isEqualTo(sentence);
        assertThat(outcome.toleration()).isEqualTo(toleration);
        assertThat(outcome.graceSeconds()).isEmpty();
        assertThat(outcome.secondsWithGrace()).isEmpty();
    }

    @Test
    void aFailedNodeIsSilentForItsGracePeriodBeforeTheTaint() {
        TaintOutcome notReady = rules("NR Ex :NX @60").outcome(NodeTaints.NOT_READY);

        assertThat(notReady.graceSeconds()).hasValue(50);
        assertThat(notReady.secondsWithGrace()).hasValue(110);
        assertThat(rules("").outcome(NodeTaints.UNREACHABLE).secondsWithGrace()).hasValue(50);
        assertThat(rules("NR Ex :NX").outcome(NodeTaints.NOT_READY).secondsWithGrace())
                .isEqualTo(OptionalLong.empty());
    }

    @Test
    void theNoScheduleTaintOfAFailedNodeHasNoGracePeriod() {
        assertThat(rules("")
                        .outcome(Taint.of(NodeTaints.NOT_READY.key(), Effect.NO_SCHEDULE))
                        .graceSeconds())
                .isEmpty();
    }

    @Test
    void secondsWhoseNanosecondsOverflowAreWhatTheControlPlaneMakesOfThem() {
        assertThat(rules("NR Ex :NX @9223372036").outcome(NodeTaints.NOT_READY).secondsWithGrace())
                .hasValue(9_223_372_086L);
        assertThat(rules("NR Ex :NX @9223372037").outcome(NodeTaints.NOT_READY).eviction())
                .isEqualTo(EvictionTime.NEVER);
        assertThat(rules("NR Ex :NX @18446744075").outcome(NodeTaints.NOT_READY).eviction())
                .isEqualTo(new EvictionTime(false, 1));
    }

    @Test
    void comparisonOperatorsMatchOnlyWhereTheClusterKnowsThem() {
        Taint taint = new Taint("level", "3", Effect.NO_SCHEDULE);
        List<Toleration> tolerations = list("level Lt=5 :NS, x Ex :NS");

        assertThat(TaintRules.of(
                                tolerations,
                                tolerations,
                                new ControlPlane(true, ControlPlane.NODE_MONITOR_GRACE_SECONDS))
                        .outcome(taint)
                        .schedulable())
                .isTrue();
        assertThat(TaintRules.of(tolerations, tolerations, CONTROL_PLANE)
                        .outcome(taint)
                        .schedulable())
                .isFalse();
        assertThat(rules("level Lt=5 :NS, x Ex :NS")
                        .outcome(Taint.of("x", Effect.NO_SCHEDULE))
                        .schedulable())
                .isTrue();
    }

    @Test
    void aDaemonSetsPodNeedsItsTemplateToTolerateTheTaintAsWell() {
        TaintRules rules = TaintRules.of(list("pool Ex :NS, drain Ex :NX"), list(""), CONTROL_PLANE);

        assertThat(rules.outcome(POOL).schedulable()).isFalse();
        assertThat(rules.outcome(POOL).toleration()).isEqualTo(-1);
        assertThat(rules.outcome(POOL).eviction()).isEqualTo(EvictionTime.NEVER);
        assertThat(rules.outcome(DRAIN).eviction()).isEqualTo(EvictionTime.AT_ONCE);
    }

    @Test
    void aControlPlaneIsSetUpAsKubernetesIsByDefault() {
        assertThat(CONTROL_PLANE.nodeMonitorGraceSeconds()).isEqualTo(50);
        assertThat(CONTROL_PLANE.tolerationRules().comparisonOperators()).isFalse();
        assertThat(new ControlPlane(true, ControlPlane.NODE_MONITOR_GRACE_SECONDS)
                        .tolerationRules()
                        .comparisonOperators())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "'', 'NR Ex :NX @300, UN Ex :NX @200'",
        "NR Eq=x :NX, UN Ex :NX @200",
        "UN Ex :ANY, NR Ex :NX @300",
        "* Ex :ANY, ''",
        "* Ex :NS, 'NR Ex :NX @300, UN Ex :NX @200'",
        "NR Ex :NS, 'NR Ex :NX @300, UN Ex :NX @200'",
    })
    void defaultTolerationSecondsAppendsWhatKeyAndEffectDoNotSuppress(String tolerations, String appended) {
        assertThat(DEFAULTS.missingFrom(list(tolerations))).isEqualTo(list(appended));
    }

    @Test
    void onlyNoExecuteEvicts() {
        assertThat(EvictionTime.of(list(""), List.of(taint("foo:NS"), taint("foo:PN"))))
                .isEqualTo(EvictionTime.NEVER);
    }

    @Test
    void aTaintBehindOneThatDoesNotEvictCounts() {
        assertThat(EvictionTime.of(list(""), List.of(taint("foo:NS"), taint("foo:NX"))))
                .isEqualTo(EvictionTime.AT_ONCE);
    }

    @Test
    void theSoonestOfSeveralTaintsCounts() {
        List<Toleration> tolerations = list("a Ex :NX @20, b Ex :NX @10, c Ex :NX @30");

        assertThat(EvictionTime.of(tolerations, List.of(taint("a:NX"), taint("b:NX"), taint("c:NX"))))
                .isEqualTo(new EvictionTime(false, 10));
    }

    @Test
    void aCleanNodeKeepsThePod() {
        assertThat(EvictionTime.of(list(""), List.of())).isEqualTo(EvictionTime.NEVER);
    }
}
