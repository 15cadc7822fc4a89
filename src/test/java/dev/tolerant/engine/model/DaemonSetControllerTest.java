package dev.tolerant.engine.model;

import static dev.tolerant.engine.model.ShortToleration.toleration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.model.ControlPlane.DaemonSetController;
import java.util.List;
import org.junit.jupiter.api.Test;

class DaemonSetControllerTest {
    private static final Toleration NOT_READY = toleration("NR Ex :NX");
    private static final Toleration OWN = toleration("foo Ex :NS");

    @Test
    void itGivesSixTolerationsInItsOrder() {
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

        assertThat(added).startsWith(OWN, NOT_READY, NOT_READY).hasSize(8);
    }

    @Test
    void anEntryThatTheApiTakesForAnotherStays() {
        Toleration equal = toleration("NR Eq :NX @30");

        List<Toleration> added = DaemonSetController.addedTo(List.of(equal), false);

        assertThat(added).startsWith(equal, NOT_READY).hasSize(7);
    }
}
