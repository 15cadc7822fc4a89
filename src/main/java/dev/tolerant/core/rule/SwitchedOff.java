package dev.tolerant.core.rule;

import dev.tolerant.core.decision.Step;

/** A rule that the settings have switched off: it gives nothing, and says so. */
public record SwitchedOff(String name) implements Rule {
    @Override
    public void offer(Situation situation, Offers offers) {
        offers.note(new Step.NotConcerned(name, "it is switched off"));
    }
}
