package dev.tolerant.engine.rule;

import dev.tolerant.engine.decision.RuleId;
import dev.tolerant.engine.decision.Step;

/** A rule that the settings switch off; all it does is note that. */
public record SwitchedOff(RuleId id) implements Rule {

    @Override
    public void offer(Situation situation, Offers offers) {
        offers.note(new Step.NotConcerned(id, "it is switched off"));
    }
}
