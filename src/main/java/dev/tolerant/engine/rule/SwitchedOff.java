package dev.tolerant.engine.rule;

import dev.tolerant.engine.model.RuleId;
import dev.tolerant.engine.model.Step;

/** A rule that the settings switch off; all it does is note that. */
public record SwitchedOff(RuleId id) implements Rule {

    @Override
    public void offer(Situation situation, Offers offers) {
        offers.note(new Step.NotConcerned(id, "it is switched off"));
    }
}
