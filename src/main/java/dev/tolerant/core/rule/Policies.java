package dev.tolerant.core.rule;

import dev.tolerant.core.controlplane.NodeTaints;
import dev.tolerant.core.decision.Refusal;
import dev.tolerant.core.decision.RuleId;
import dev.tolerant.core.decision.Step;
import dev.tolerant.core.pod.NodeRequirement;
import dev.tolerant.core.pod.Review;
import dev.tolerant.core.policy.DeniedTaint;
import dev.tolerant.core.policy.Policy;
import dev.tolerant.core.policy.Restriction;
import dev.tolerant.core.toleration.Taint;
import dev.tolerant.core.toleration.Toleration;
import dev.tolerant.core.toleration.TolerationSeconds;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Applies the TolerationPolicy objects that match a pod, in order of precedence. A pod must meet every restriction, and
 * deny beats allow.
 */
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
            if (policy.mode().gives()) {
                give(policy, offers);
            }
        }
    }

    /** What one policy gives a pod. */
    static void give(Policy policy, Offers offers) {
        giveSeconds(policy, NodeTaints.NOT_READY, policy.nodeFailure().notReady(), offers);
        giveSeconds(policy, NodeTaints.UNREACHABLE, policy.nodeFailure().unreachable(), offers);
        giveToTemplate(policy, offers);
    }

    /** What one policy gives a DaemonSet's template: everything but seconds, because the controller writes its own. */
    static void giveToTemplate(Policy policy, Offers offers) {
        RuleId id = RuleId.policy(policy.name());
        for (Toleration toleration : policy.tolerations()) {
            offers.give(Offer.overriding(id, toleration, policy.override()));
        }
        for (NodeRequirement requirement : policy.requiredNodeAffinity()) {
            offers.requireNodes(id, requirement);
        }
    }

    private static void giveSeconds(Policy policy, Taint taint, @Nullable TolerationSeconds seconds, Offers offers) {
        if (seconds != null) {
            RuleId id = RuleId.policy(policy.name());
            offers.give(Offer.ofSeconds(id, Toleration.of(taint, seconds), policy.override()));
        }
    }

    /** The first refusal of a policy in mode Enforce; policies in other modes add a step instead. */
    @Override
    public Step.@Nullable Refused judge(List<Toleration> authors, Situation situation, Draft draft) {
        for (Policy policy : situation.policies()) {
            Refusal refusal = refusal(policy, authors, situation.review());
            if (refusal == null) {
                continue;
            }
            RuleId id = RuleId.policy(policy.name());
            switch (policy.mode()) {
                case ENFORCE -> {
                    return new Step.Refused(id, refusal);
                }
                case WARN -> draft.note(new Step.Warned(id, refusal.message()));
                case AUDIT -> draft.note(new Step.Audited(id, "would refuse: " + refusal.message()));
                case DISABLED -> {}
            }
        }
        return null;
    }

    private static @Nullable Refusal refusal(Policy policy, List<Toleration> authors, Review review) {
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
