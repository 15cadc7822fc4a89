package dev.tolerant.rule;

import dev.tolerant.decision.Step;
import dev.tolerant.policy.Policy;
import dev.tolerant.policy.PolicyMode;
import java.util.List;

/** What policies that do not enforce have to say once everything else is decided. */
final class Rehearsal {
    private Rehearsal() {}

    /** Notes what each policy in mode Warn did as a warning, and what each in mode Audit would have done. */
    static void note(Draft draft, Situation situation) {
        for (Policy policy : situation.policies()) {
            if (policy.mode() == PolicyMode.WARN) {
                warn(draft, Policies.nameOf(policy));
            } else if (policy.mode() == PolicyMode.AUDIT) {
                rehearse(draft, policy);
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

    private static void rehearse(Draft draft, Policy policy) {
        Offers offers = new Offers();
        Policies.give(policy, offers);
        for (Offer offer : offers.tolerations()) {
            if (offer.coveredBy(draft.tolerations()) < 0) {
                draft.note(new Step.Rehearsed(offer.rule(), "would add " + offer.toleration()));
            }
        }
        policy.requiredNodeAffinity()
                .forEach(requirement -> draft.note(
                        new Step.Rehearsed(Policies.nameOf(policy), "would require nodes with " + requirement)));
    }
}
