package dev.tolerant.core.rule;

import static dev.tolerant.core.controlplane.NodeTaints.DISK_PRESSURE;
import static dev.tolerant.core.controlplane.NodeTaints.MEMORY_PRESSURE;
import static dev.tolerant.core.controlplane.NodeTaints.NETWORK_UNAVAILABLE;
import static dev.tolerant.core.controlplane.NodeTaints.NOT_READY;
import static dev.tolerant.core.controlplane.NodeTaints.PID_PRESSURE;
import static dev.tolerant.core.controlplane.NodeTaints.UNREACHABLE;
import static dev.tolerant.core.controlplane.NodeTaints.UNSCHEDULABLE;

import dev.tolerant.core.decision.Step;
import dev.tolerant.core.pod.Reach;
import dev.tolerant.core.toleration.Taint;
import dev.tolerant.core.toleration.Toleration;
import dev.tolerant.core.toleration.TolerationSeconds;
import java.util.List;

/**
 * What the DaemonSet controller gives its pods (pkg/controller/daemon/util in k8s.io/kubernetes), for DaemonSets of any
 * API group.
 *
 * @param seconds of not-ready and unreachable; never, as the controller has it, unless the operator wants otherwise
 */
public record DaemonSet(TolerationSeconds seconds, Reach reach) implements Rule {
    public static final String NAME = "daemon-set";

    private static final List<Taint> NO_SCHEDULE = List.of(DISK_PRESSURE, MEMORY_PRESSURE, PID_PRESSURE, UNSCHEDULABLE);

    @Override
    public void offer(Situation situation, Offers offers) {
        if (!situation.review().pod().isDaemonSetPod()) {
            offers.note(new Step.NotConcerned(NAME, "the pod's controller is no DaemonSet"));
            return;
        }
        offers.give(new Offer(NAME, Toleration.of(NOT_READY, seconds), reach, false));
        offers.give(new Offer(NAME, Toleration.of(UNREACHABLE, seconds), reach, false));
        for (Taint taint : NO_SCHEDULE) {
            offers.give(noSchedule(taint));
        }
        if (situation.review().pod().hostNetwork()) {
            offers.give(noSchedule(NETWORK_UNAVAILABLE));
        }
        if (!seconds.never()) {
            offers.retimeController();
        }
    }

    private static Offer noSchedule(Taint taint) {
        return new Offer(NAME, Toleration.of(taint, TolerationSeconds.NEVER), Reach.NONE, false);
    }
}
