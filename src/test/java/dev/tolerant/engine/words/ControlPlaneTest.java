package dev.tolerant.engine.words;

import static dev.tolerant.engine.words.NodeTaints.NOT_READY;
import static dev.tolerant.engine.words.NodeTaints.UNREACHABLE;
import static dev.tolerant.testing.ShortToleration.toleration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.words.ControlPlane.DaemonSetController;
import dev.tolerant.engine.words.ControlPlane.DefaultTolerationSeconds;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the API server and the DaemonSet controller give pods by themselves. */
class ControlPlaneTest {
    private static final Toleration NOT_READY_FOR_100 = Toleration.of(NOT_READY, TolerationSeconds.of(100));
    private static final Toleration UNREACHABLE_FOR_200 = Toleration.of(UNREACHABLE, TolerationSeconds.of(200));
    private static final Toleration CONTROLLERS_NOT_READY = toleration("NR Ex :NX");
    private static final Toleration OWN = toleration("foo Ex :NS");

    private final DefaultTolerationSeconds defaults = DefaultTolerationSeconds.of(100, 200);

    @Test
    void bothHaveTheSecondsOfTheirFlags() {
        assertThat(defaults.contains(NOT_READY_FOR_100)).isTrue();
        assertThat(defaults.contains(UNREACHABLE_FOR_200)).isTrue();
    }

    @Test
    void otherSecondsAreOfTheShapeButNotTheDefault() {
        Toleration other = NOT_READY_FOR_100.withSeconds(TolerationSeconds.of(200));

        assertThat(defaults.contains(other)).isFalse();
        assertThat(defaults.hasShapeOf(other)).isTrue();
        assertThat(defaults.hasShapeOf(UNREACHABLE_FOR_200.withSeconds(TolerationSeconds.NEVER)))
                .isTrue();
    }

    @Test
    void anotherKeyIsOfAnotherShape() {
        Toleration other = Toleration.exists("foo", NOT_READY.effect());

        assertThat(defaults.contains(other)).isFalse();
        assertThat(defaults.hasShapeOf(other)).isFalse();
    }

    @Test
    void theDaemonSetControllerGivesSixTolerationsInItsOrder() {
        assertThat(DaemonSetController.tolerations(false))
                .extracting(Toleration::toString)
                .containsExactly(
                        "node.kubernetes.io/not-ready:NoExecute op=Exists",
                        "node.kubernetes.io/unreachable:NoExecute op=Exists",
                        "node.kubernetes.io/disk-pressure:NoSchedule op=Exists",
                        "node.kubernetes.io/memory-pressure:NoSchedule op=Exists",
                        "node.kubernetes.io/pid-pressure:NoSchedule op=Exists",
                        "node.kubernetes.io/unschedulable:NoSchedule op=Exists");
    }

    @Test
    void hostNetworkGetsNetworkUnavailableAsWell() {
        assertThat(DaemonSetController.tolerations(true))
                .hasSize(7)
                .contains(toleration("node.kubernetes.io/network-unavailable Ex :NS"));
    }

    @Test
    void anEntryOfItsOwnLosesItsSecondsInPlace() {
        List<Toleration> added = DaemonSetController.addedTo(
                List.of(OWN, toleration("NR Ex :NX @30"), toleration("NR Ex :NX @60")), false);

        assertThat(added)
                .startsWith(OWN, CONTROLLERS_NOT_READY, CONTROLLERS_NOT_READY)
                .hasSize(8);
    }

    @Test
    void anEntryThatTheApiTakesForAnotherStays() {
        Toleration equal = toleration("NR Eq :NX @30");

        List<Toleration> added = DaemonSetController.addedTo(List.of(equal), false);

        assertThat(added).startsWith(equal, CONTROLLERS_NOT_READY).hasSize(7);
    }
}
