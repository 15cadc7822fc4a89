package dev.tolerant.explain;

import dev.tolerant.decision.Step;
import java.util.Locale;
import java.util.OptionalInt;

/**
 * One thing that a rule did, or did not do, and why.
 *
 * @param toleration the index of the toleration that it is about, empty if it is about none
 * @param by the rule that came first; empty if none did
 */
public record ExplainedStep(
        String rule, Outcome outcome, String code, String sentence, OptionalInt toleration, String by) {

    /** What came of a rule. */
    public enum Outcome {
        APPLIED,
        SKIPPED,
        ALREADY_COVERED,
        LOST,
        REFUSED,
        WARNED,
        AUDITED,
        PROBLEM;

        public String code() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    static ExplainedStep of(Step step) {
        OptionalInt toleration = OptionalInt.empty();
        String by = "";
        if (step instanceof Step.Covered covered) {
            toleration = OptionalInt.of(covered.index());
            by = covered.giver();
        } else if (step instanceof Step.Retimed retimed) {
            toleration = OptionalInt.of(retimed.index());
        } else if (step instanceof Step.LeftAlone left) {
            toleration = OptionalInt.of(left.index());
        }
        return new ExplainedStep(step.rule(), outcome(step), step.code(), step.sentence(), toleration, by);
    }

    private static Outcome outcome(Step step) {
        if (step instanceof Step.Refused) {
            return Outcome.REFUSED;
        }
        if (step instanceof Step.Covered covered) {
            return covered.isLost() ? Outcome.LOST : Outcome.ALREADY_COVERED;
        }
        if (step instanceof Step.Warned) {
            return Outcome.WARNED;
        }
        if (step instanceof Step.Rehearsed) {
            return Outcome.AUDITED;
        }
        if (step instanceof Step.Problem) {
            return Outcome.PROBLEM;
        }
        return step.isEffective() ? Outcome.APPLIED : Outcome.SKIPPED;
    }
}
