package dev.tolerant.engine.rule;

import dev.tolerant.engine.model.ControlPlane.AdmissionPlugins;
import dev.tolerant.engine.model.RuleId;
import dev.tolerant.engine.model.Step;

/** Lets pods that are not BestEffort onto nodes under memory pressure, as PodTolerationRestriction does. */
public record MemoryPressure() implements Rule {
    private static final Offer OFFER = Offer.of(RuleId.MEMORY_PRESSURE, AdmissionPlugins.MEMORY_PRESSURE);

    @Override
    public RuleId id() {
        return RuleId.MEMORY_PRESSURE;
    }

    @Override
    public void offer(Situation situation, Offers offers) {
        if (situation.review().pod().isBestEffort()) {
            offers.note(new Step.NotConcerned(id(), "the pod's quality of service is BestEffort"));
            return;
        }
        offers.give(OFFER);
    }
}
