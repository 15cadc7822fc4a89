package dev.tolerant.core.rule;

import static dev.tolerant.core.controlplane.NodeTaints.MEMORY_PRESSURE;

import dev.tolerant.core.decision.Step;
import dev.tolerant.core.pod.Reach;
import dev.tolerant.core.toleration.Toleration;
import dev.tolerant.core.toleration.TolerationSeconds;

/** Lets pods that are not BestEffort onto nodes under memory pressure, as PodTolerationRestriction does. */
public record MemoryPressure() implements Rule {
    public static final String NAME = "memory-pressure";

    private static final Offer OFFER =
            new Offer(NAME, Toleration.of(MEMORY_PRESSURE, TolerationSeconds.NEVER), Reach.NONE, false);

    @Override
    public void offer(Situation situation, Offers offers) {
        if (situation.review().pod().isBestEffort()) {
            offers.note(new Step.NotConcerned(NAME, "the pod's quality of service is BestEffort"));
            return;
        }
        offers.give(OFFER);
    }
}
