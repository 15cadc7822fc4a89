package dev.tolerant.engine.rule;

import dev.tolerant.engine.model.ControlPlane.DaemonSetController;
import dev.tolerant.engine.model.NodeTaints;
import dev.tolerant.engine.model.RuleId;
import dev.tolerant.engine.model.Step;
import dev.tolerant.engine.model.Toleration;
import dev.tolerant.engine.model.TolerationSeconds;

/**
 * Gives pods of DaemonSets of any API group what the DaemonSet controller gives its own.
 *
 * @param seconds the seconds for not-ready and unreachable; {@code never} is what the controller sets, and any other
 *     value also replaces the controller's
 */
public record DaemonSet(TolerationSeconds seconds) implements Rule {

    @Override
    public RuleId id() {
        return RuleId.DAEMON_SET;
    }

    @Override
    public void offer(Situation situation, Offers offers) {
        if (!situation.review().pod().isDaemonSetPod()) {
            offers.note(new Step.NotConcerned(id(), "the pod's controller is not a DaemonSet"));
            return;
        }
        boolean hostNetwork = situation.review().pod().hostNetwork();
        for (Toleration toleration : DaemonSetController.tolerations(hostNetwork)) {
            offers.give(
                    NodeTaints.isOfFailure(toleration.key())
                            ? new Offer(id(), toleration.withSeconds(seconds), false, !seconds.never())
                            : Offer.of(id(), toleration));
        }
    }
}
