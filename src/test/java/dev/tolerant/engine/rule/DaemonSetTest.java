package dev.tolerant.engine.rule;

import static dev.tolerant.testing.ShortToleration.list;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.rule.Rule.DaemonSet;
import dev.tolerant.engine.rule.Rule.NodeFailure;
import dev.tolerant.engine.rule.Rule.SwitchedOff;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.RuleId;
import dev.tolerant.engine.words.TolerationSeconds;
import dev.tolerant.testing.PodFixture;
import dev.tolerant.testing.ReviewFixture;
import org.junit.jupiter.api.Test;

/** Pods of DaemonSets: the controller's entries, and the operator's own seconds for them. */
class DaemonSetTest {
    private static final String CONTROLLERS =
            "NR Ex :NX, UN Ex :NX, DP Ex :NS, MP Ex :NS, PP Ex :NS, US Ex :NS, NU Ex :NS";
    private static final NodeFailure SIXTY = new NodeFailure(TolerationSeconds.of(60), TolerationSeconds.of(60));

    @Test
    void whatTheControllerWroteStays() {
        DecidedPod outcome = DecidedPod.of(ReviewFixture.creationOf(daemonSetPod(CONTROLLERS)), rule("never"), SIXTY);

        assertThat(outcome.decision().changes()).isEmpty();
    }

    @Test
    void otherSecondsAreSetInPlace() {
        DecidedPod outcome =
                DecidedPod.of(ReviewFixture.creationOf(daemonSetPod("foo Ex :NS, " + CONTROLLERS)), rule("600"), SIXTY);

        assertThat(outcome.secondsSet()).containsExactly("1: 600", "2: 600");
        assertThat(outcome.sentences("daemon-set"))
                .first()
                .isEqualTo(
                        "sets tolerationSeconds of toleration 1 to 600 instead of never (node.kubernetes.io/not-ready:NoExecute"
                                + " op=Exists, from the DaemonSet controller)");
    }

    @Test
    void zeroIsANumberLikeAnyOther() {
        DecidedPod outcome =
                DecidedPod.of(ReviewFixture.creationOf(daemonSetPod("NR Ex :NX, UN Ex :NX")), rule("0"), SIXTY);

        assertThat(outcome.tolerations())
                .isEqualTo(list("NR Ex :NX @0, UN Ex :NX @0, DP Ex :NS, MP Ex :NS, PP Ex :NS, US Ex :NS"));
    }

    @Test
    void theAuthorsOwnSecondsStay() {
        DecidedPod outcome = DecidedPod.of(
                ReviewFixture.creationOf(daemonSetPod("NR Eq= :NX @30, " + CONTROLLERS)), rule("600"), SIXTY);

        assertThat(outcome.tolerations().subList(0, 3))
                .isEqualTo(list("NR Eq= :NX @30, NR Ex :NX @600, UN Ex :NX @600"));
    }

    @Test
    void itsSecondsComeBeforeNodeFailures() {
        DecidedPod outcome = DecidedPod.of(ReviewFixture.creationOf(daemonSetPod("")), rule("600"), SIXTY);

        assertThat(outcome.tolerations())
                .isEqualTo(list("NR Ex :NX @600, UN Ex :NX @600, DP Ex :NS, MP Ex :NS, PP Ex :NS, US Ex :NS"));
    }

    @Test
    void switchedOffItLeavesTheControllersEntriesToNobody() {
        DecidedPod outcome = DecidedPod.of(
                ReviewFixture.creationOf(daemonSetPod(CONTROLLERS)), new SwitchedOff(RuleId.DAEMON_SET), SIXTY);

        assertThat(outcome.decision().changes()).isEmpty();
        assertThat(outcome.sentences("daemon-set")).containsExactly("it is switched off");
    }

    @Test
    void otherPodsAreNotConcerned() {
        PodFacts pod =
                PodFixture.aPod().controlledBy("ReplicaSet").onHostNetwork().build();

        DecidedPod outcome = DecidedPod.of(ReviewFixture.creationOf(pod), rule("600"));

        assertThat(outcome.tolerations()).isEmpty();
        assertThat(outcome.sentences("daemon-set")).containsExactly("the pod's controller is not a DaemonSet");
    }

    private static PodFacts daemonSetPod(String tolerations) {
        return PodFixture.aPod()
                .controlledBy("DaemonSet")
                .tolerating(list(tolerations))
                .build();
    }

    private static DaemonSet rule(String seconds) {
        return new DaemonSet(TolerationSeconds.parse(seconds));
    }
}
