package dev.tolerant.engine.rule;

import static dev.tolerant.engine.model.NodeTaints.NOT_READY;
import static dev.tolerant.engine.model.NodeTaints.UNREACHABLE;

import dev.tolerant.engine.model.RuleId;
import dev.tolerant.engine.model.Toleration;
import dev.tolerant.engine.model.TolerationSeconds;

/**
 * Sets how long every pod stays on a node that is not ready or unreachable, as DefaultTolerationSeconds does, but also
 * where the API server has already written its own seconds.
 */
public record NodeFailure(TolerationSeconds notReady, TolerationSeconds unreachable) implements Rule {

    @Override
    public RuleId id() {
        return RuleId.NODE_FAILURE;
    }

    @Override
    public void offer(Situation situation, Offers offers) {
        offers.give(Offer.ofSeconds(id(), Toleration.of(NOT_READY, notReady)));
        offers.give(Offer.ofSeconds(id(), Toleration.of(UNREACHABLE, unreachable)));
    }
}
