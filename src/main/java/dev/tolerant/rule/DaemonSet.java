package dev.tolerant.rule;

import static dev.tolerant.toleration.NodeTaints.DISK_PRESSURE;
import static dev.tolerant.toleration.NodeTaints.MEMORY_PRESSURE;
import static dev.tolerant.toleration.NodeTaints.NETWORK_UNAVAILABLE;
import static dev.tolerant.toleration.NodeTaints.NOT_READY;
import static dev.tolerant.toleration.NodeTaints.PID_PRESSURE;
import static dev.tolerant.toleration.NodeTaints.UNREACHABLE;
import static dev.tolerant.toleration.NodeTaints.UNSCHEDULABLE;

import dev.tolerant.decision.Step;
import dev.tolerant.pod.Reach;
import dev.tolerant.toleration.Taint;
import dev.tolerant.toleration.Toleration;
import dev.tolerant.toleration.TolerationSeconds;
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
