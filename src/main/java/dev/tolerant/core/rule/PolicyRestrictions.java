package dev.tolerant.core.rule;

import dev.tolerant.core.decision.Refusal;
import dev.tolerant.core.decision.Step;
import dev.tolerant.core.pod.Review;
import dev.tolerant.core.policy.DeniedTaint;
import dev.tolerant.core.policy.Policy;
import dev.tolerant.core.policy.Restriction;
import dev.tolerant.core.toleration.Toleration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What policies forbid the authors of pods. Every matching policy narrows, and deny comes before allow. */
final class PolicyRestrictions {
    private PolicyRestrictions() {}

    /** The first refusal of a policy that enforces; those of others become steps. */
    static Step.@Nullable Refused judge(List<Toleration> authors, Draft draft, Situation situation) {
        for (Policy policy : situation.policies()) {
            Refusal refusal = refusalOf(policy, authors, situation.review());
            if (refusal == null) {
                continue;
            }
            String rule = Policies.nameOf(policy);
            switch (policy.mode()) {
                case ENFORCE -> {
                    return new Step.Refused(rule, refusal);
                }
                case WARN -> draft.note(new Step.Warned(rule, refusal.message()));
                case AUDIT -> draft.note(new Step.Rehearsed(rule, "would refuse: " + refusal.message()));
                case DISABLED -> {}
            }
        }
        return null;
    }

    private static @Nullable Refusal refusalOf(Policy policy, List<Toleration> authors, Review review) {
        Restriction restriction = policy.restriction();
        if (restriction == null || restriction.exempts(review.requester(), review.namespace(), review.pod())) {
            return null;
        }
        for (Toleration toleration : authors) {
            Optional<DeniedTaint> denied = restriction.denied(toleration);
            if (denied.isPresent()) {
                return denial(policy, toleration, denied.get());
            }
        }
        for (Toleration toleration : authors) {
            if (!restriction.allows(toleration)) {
                return notAllowed(policy, toleration);
            }
        }
        return null;
    }

    private static Refusal denial(Policy policy, Toleration toleration, DeniedTaint taint) {
        return new Refusal(
                Refusal.Reason.POLICY_DENY,
                "TolerationPolicy " + policy.name() + " denies toleration " + toleration + ", which tolerates " + taint
                        + "; remove it from spec.tolerations, or ask for an exemption in the policy's restrict.exempt");
    }

    private static Refusal notAllowed(Policy policy, Toleration toleration) {
        return new Refusal(
                Refusal.Reason.POLICY_ALLOW,
                "TolerationPolicy " + policy.name() + " does not allow toleration " + toleration
                        + "; remove it from spec.tolerations, or have it added to the policy's restrict.allow");
    }
}
