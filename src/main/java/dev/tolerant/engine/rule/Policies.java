package dev.tolerant.engine.rule;

import dev.tolerant.engine.model.Mode;
import dev.tolerant.engine.model.Policy;
import dev.tolerant.engine.model.RuleId;
import dev.tolerant.engine.model.Step;

/** Applies the TolerationPolicy objects that match a pod, in order of precedence. */
public record Policies() implements Rule {

    @Override
    public RuleId id() {
        return RuleId.POLICIES;
    }

    @Override
    public void offer(Situation situation, Offers offers) {
        if (situation.policies().isEmpty()) {
            offers.note(new Step.NotConcerned(id(), "no policy matches"));
        }
        for (Policy policy : situation.policies()) {
            if (policy.mode() == Mode.ENFORCE) {
                PolicyOffers.of(policy).toPod(situation.review().pod(), offers);
            }
        }
    }
}
