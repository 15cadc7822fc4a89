package dev.tolerant.core.rule;

import dev.tolerant.core.decision.Step;
import dev.tolerant.core.pod.Reach;
import dev.tolerant.core.toleration.Toleration;

/** The tolerations that a namespace's annotation gives its pods, as PodTolerationRestriction does. */
public record NamespaceAnnotations() implements Rule {
    public static final String NAME = "namespace-annotations";

    @Override
    public void offer(Situation situation, Offers offers) {
        for (String problem : situation.namespace().problems()) {
            offers.note(new Step.Problem(NAME, "namespace-annotation", problem));
        }
        if (situation.namespace().defaults().isEmpty()) {
            offers.note(new Step.NotConcerned(NAME, "the namespace has no default tolerations"));
        }
        for (Toleration toleration : situation.namespace().defaults()) {
            offers.give(new Offer(NAME, toleration, Reach.LIKELY, false));
        }
    }
}
