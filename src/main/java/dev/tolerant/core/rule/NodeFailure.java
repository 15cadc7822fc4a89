package dev.tolerant.core.rule;

import static dev.tolerant.core.controlplane.NodeTaints.NOT_READY;
import static dev.tolerant.core.controlplane.NodeTaints.UNREACHABLE;

import dev.tolerant.core.pod.Reach;
import dev.tolerant.core.toleration.Toleration;
import dev.tolerant.core.toleration.TolerationSeconds;

/**
 * How long every pod stays on a node that is not ready or cannot be reached, as DefaultTolerationSeconds has it, but
 * also where the API server has written its own seconds already.
 */
public record NodeFailure(TolerationSeconds notReady, TolerationSeconds unreachable, Reach reach) implements Rule {
    public static final String NAME = "node-failure";

    @Override
    public void offer(Situation situation, Offers offers) {
        offers.give(new Offer(NAME, Toleration.of(NOT_READY, notReady), reach, true));
        offers.give(new Offer(NAME, Toleration.of(UNREACHABLE, unreachable), reach, true));
    }
}
