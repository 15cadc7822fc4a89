package dev.tolerant.engine.rule;

import dev.tolerant.engine.model.NamespaceFacts;
import dev.tolerant.engine.model.RuleId;
import dev.tolerant.engine.model.Step;
import dev.tolerant.engine.model.Step.Refusal;
import dev.tolerant.engine.model.Toleration;
import org.jspecify.annotations.Nullable;

/** Applies a namespace's annotations as PodTolerationRestriction does: default tolerations and their whitelist. */
public record NamespaceAnnotations() implements Rule {

    @Override
    public RuleId id() {
        return RuleId.NAMESPACE_ANNOTATIONS;
    }

    @Override
    public void offer(Situation situation, Offers offers) {
        NamespaceFacts namespace = situation.namespace();
        for (String problem : namespace.problems()) {
            offers.note(new Step.Problem(id(), "namespace-annotation", problem));
        }
        if (namespace.defaults().isEmpty()) {
            offers.note(new Step.NotConcerned(id(), "the namespace has no default tolerations"));
        }
        for (Toleration toleration : namespace.defaults()) {
            offers.give(Offer.of(id(), toleration));
        }
    }

    @Override
    public @Nullable Refusal refusal(Situation situation, Whitelist whitelist, Draft draft) {
        Toleration violation = whitelist.violation(draft);
        if (violation == null) {
            return null;
        }
        return new Refusal(
                Refusal.Reason.WHITELIST,
                "toleration " + violation + " is not in the whitelist of namespace "
                        + situation.namespace().name()
                        + "; remove it from spec.tolerations, or have it added to the namespace's annotation "
                        + NamespaceFacts.TOLERATIONS_WHITELIST);
    }
}
