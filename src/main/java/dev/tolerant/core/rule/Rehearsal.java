package dev.tolerant.core.rule;

import dev.tolerant.core.decision.Step;
import dev.tolerant.core.policy.Policy;
import dev.tolerant.core.policy.PolicyMode;
import java.util.List;

/** What policies that do not enforce have to say once everything else is decided. */
final class Rehearsal {
    private Rehearsal() {}

    /** What a policy would do to a pod as it came, if it were the only one; it works on the draft that it is given. */
    @FunctionalInterface
    interface Performance {
        void of(Policy policy, Draft untouched);
    }

    /** Notes what each policy in mode Warn did as a warning, and what each in mode Audit would have done. */
    static void note(Draft draft, Situation situation, Performance performance) {
        for (Policy policy : situation.policies()) {
            if (policy.mode() == PolicyMode.WARN) {
                warn(draft, Policies.nameOf(policy));
            } else if (policy.mode() == PolicyMode.AUDIT) {
                Draft rehearsed = draft.untouched();
                performance.of(policy, rehearsed);
                rehearsed.steps().forEach(step -> rehearse(draft, step));
            }
        }
    }

    private static void warn(Draft draft, String rule) {
        for (Step step : List.copyOf(draft.steps())) {
            if (step.isEffective() && step.rule().equals(rule)) {
                draft.note(new Step.Warned(rule, step.sentence()));
            }
        }
    }

    private static void rehearse(Draft draft, Step step) {
        if (step instanceof Step.Added added) {
            draft.note(new Step.Rehearsed(step.rule(), "would add " + added.toleration()));
        } else if (step instanceof Step.Retimed retimed) {
            draft.note(new Step.Rehearsed(
                    step.rule(),
                    "would set tolerationSeconds of toleration " + retimed.index() + " (" + retimed.before() + ") to "
                            + retimed.after()));
        } else if (step instanceof Step.NodesRequired required) {
            draft.note(new Step.Rehearsed(step.rule(), "would require nodes with " + required.requirement()));
        }
    }
}
