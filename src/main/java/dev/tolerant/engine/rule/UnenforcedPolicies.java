package dev.tolerant.engine.rule;

import dev.tolerant.engine.model.Mode;
import dev.tolerant.engine.model.Policy;
import dev.tolerant.engine.model.Step;

/** Reports what policies in mode Audit would do, after everything else is decided. */
final class UnenforcedPolicies {
    private UnenforcedPolicies() {}

    /** Applies one policy to an unchanged draft of the pod, as if it were the only policy. */
    @FunctionalInterface
    interface Trial {
        void apply(Policy policy, Draft untouched);
    }

    /** Adds a step for each change that a policy in mode Audit would make. */
    static void note(Draft draft, Situation situation, Trial trial) {
        for (Policy policy : situation.policies()) {
            if (policy.mode() == Mode.AUDIT) {
                Draft tried = draft.untouched();
                trial.apply(policy, tried);
                tried.steps().forEach(step -> audit(draft, step));
            }
        }
    }

    private static void audit(Draft draft, Step step) {
        if (step instanceof Step.Added added) {
            draft.note(new Step.Audited(step.rule(), "would add " + added.toleration()));
        } else if (step instanceof Step.SecondsSet set) {
            draft.note(new Step.Audited(
                    step.rule(),
                    "would set tolerationSeconds of toleration " + set.index() + " (" + set.before() + ") to "
                            + set.after()));
        } else if (step instanceof Step.NodesRequired required) {
            draft.note(new Step.Audited(step.rule(), "would require nodes with " + required.requirement()));
        } else if (step instanceof Step.NodesPreferred preferred) {
            draft.note(new Step.Audited(step.rule(), "would prefer nodes with " + preferred.preference()));
        }
    }
}
