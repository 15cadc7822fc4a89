package dev.tolerant.observed.explain;

import dev.tolerant.engine.model.RuleId;
import dev.tolerant.engine.model.Step;
import java.util.Locale;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * One thing that a rule did or did not do, and why.
 *
 * @param toleration the index of the toleration that the step is about, if any
 * @param by the rule that came first; null if no rule did
 */
public record ExplainedStep(
        RuleId rule,
        Outcome outcome,
        String code,
        String sentence,
        OptionalInt toleration,
        @Nullable RuleId by) {
    /** The code of a policy that does not match the pod. */
    static final String NO_MATCH = "no-match";

    /** What a rule did. */
    public enum Outcome {
        APPLIED,
        SKIPPED,
        ALREADY_COVERED,
        LOST,
        WITHHELD,
        REFUSED,
        WARNED,
        AUDITED,
        PROBLEM;

        public String code() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** The outcome for people. */
        String words() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    static ExplainedStep of(Step step) {
        OptionalInt toleration = OptionalInt.empty();
        RuleId by = null;
        if (step instanceof Step.Covered covered) {
            toleration = OptionalInt.of(covered.index());
            by = covered.giver();
        } else if (step instanceof Step.SecondsSet set) {
            toleration = OptionalInt.of(set.index());
        } else if (step instanceof Step.LeftAlone left) {
            toleration = OptionalInt.of(left.index());
        }
        return new ExplainedStep(step.rule(), outcome(step), step.code(), step.sentence(), toleration, by);
    }

    /** Whether it only says that a policy does not match; a cluster may have thousands of those. */
    boolean isMismatch() {
        return code.equals(NO_MATCH);
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
        if (step instanceof Step.Audited) {
            return Outcome.AUDITED;
        }
        if (step instanceof Step.Problem) {
            return Outcome.PROBLEM;
        }
        if (step instanceof Step.Withheld) {
            return Outcome.WITHHELD;
        }
        return step.isChange() ? Outcome.APPLIED : Outcome.SKIPPED;
    }
}
