package dev.tolerant.engine.rule;

import dev.tolerant.engine.decision.OneLine;
import dev.tolerant.engine.decision.Refusal;
import dev.tolerant.engine.decision.RuleId;
import dev.tolerant.engine.decision.Step;
import dev.tolerant.engine.pod.Requirement;
import dev.tolerant.engine.policy.DeniedTaint;
import dev.tolerant.engine.policy.NamespaceFacts;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.policy.PolicySet;
import dev.tolerant.engine.policy.Restriction;
import dev.tolerant.engine.toleration.Toleration;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Applies the TolerationPolicy objects that match a pod, in order of precedence. A pod must meet every restriction, and
 * deny beats allow.
 */
public record Policies() implements Rule {
    private static final int MAX_NAME = 100;

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
                PolicyOffers.of(policy).toPod(situation.review().pod(), offers);
            }
        }
    }

    @Override
    public boolean restricts(PolicySet policies, NamespaceFacts namespace) {
        return policies.refuses();
    }

    /** The first refusal of a policy in mode Enforce; policies in other modes add a step instead. */
    @Override
    public Step.@Nullable Refused judge(JudgedTolerations judged, Situation situation, Draft draft) {
        for (Policy policy : situation.policies()) {
            Refusal refusal = refusal(policy, judged, situation);
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

    private static @Nullable Refusal refusal(Policy policy, JudgedTolerations judged, Situation situation) {
        Restriction restriction = policy.restriction();
        Guard guard = judged.guard();
        if (restriction == null || guard.isExempt(restriction)) {
            return null;
        }
        for (Toleration toleration : judged.all()) {
            Optional<DeniedTaint> denied = guard.denied(restriction, toleration);
            if (denied.isPresent()) {
                return denial(policy, toleration, denied.get());
            }
        }
        Optional<DeniedTaint> ofNode = guard.deniedNode(restriction);
        if (ofNode.isPresent()) {
            return nodeDenial(policy, situation, ofNode.get());
        }
        for (Toleration toleration : judged.all()) {
            Optional<Policy> giver = guard.strayed(restriction, toleration);
            if (giver.isPresent()) {
                return straying(policy, toleration, giver.get());
            }
        }
        for (Toleration toleration : judged.authors()) {
            if (!restriction.allows(toleration)) {
                return notAllowed(policy, toleration);
            }
        }
        return null;
    }

    private static Refusal nodeDenial(Policy policy, Situation situation, DeniedTaint taint) {
        String node = OneLine.quoted(situation.review().pod().nodeName(), MAX_NAME);
        return new Refusal(
                Refusal.Reason.POLICY_NODE,
                "TolerationPolicy " + policy.name() + " does not let pods name a node with taint " + taint
                        + ", and spec.nodeName is " + node
                        + (situation.node() == null ? ", which is not known to lack it" : ", which has it")
                        + "; remove spec.nodeName and let the scheduler choose, or ask for an exemption in the policy's"
                        + " restrict.exempt");
    }

    private static Refusal straying(Policy policy, Toleration toleration, Policy giver) {
        String nodes =
                giver.requiredNodeAffinity().stream().map(Requirement::toString).collect(Collectors.joining(", "));
        return new Refusal(
                Refusal.Reason.POLICY_AFFINITY,
                "TolerationPolicy " + policy.name() + " denies toleration " + toleration
                        + " except to pods that stay on the nodes of TolerationPolicy " + giver.name() + "; require "
                        + nodes
                        + " in every term of the pod's required node affinity, or in spec.nodeSelector; the pod of a"
                        + " DaemonSet must be on a node that is known to be one of them");
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
