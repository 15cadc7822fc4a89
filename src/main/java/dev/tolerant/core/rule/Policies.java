package dev.tolerant.core.rule;

import dev.tolerant.core.controlplane.NodeTaints;
import dev.tolerant.core.decision.OneLine;
import dev.tolerant.core.decision.Refusal;
import dev.tolerant.core.decision.RuleId;
import dev.tolerant.core.decision.Step;
import dev.tolerant.core.pod.NodePreference;
import dev.tolerant.core.pod.NodeRequirement;
import dev.tolerant.core.policy.DeniedTaint;
import dev.tolerant.core.policy.NamespaceFacts;
import dev.tolerant.core.policy.Policy;
import dev.tolerant.core.policy.PolicySet;
import dev.tolerant.core.policy.Restriction;
import dev.tolerant.core.toleration.Taint;
import dev.tolerant.core.toleration.Toleration;
import dev.tolerant.core.toleration.TolerationSeconds;
import java.util.List;
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
                giveAll(policy, situation, offers);
            }
        }
    }

    /** What one policy gives a pod: tolerations, and the nodes that it must run on. */
    static void giveAll(Policy policy, Situation situation, Offers offers) {
        give(policy, offers);
        // Its controller has pinned a DaemonSet's pod to a node already; a requirement beside that which the node does
        // not
        // meet would leave the pod pending for ever.
        if (situation.review().pod().isDaemonSetPod()) {
            policy.requiredNodeAffinity()
                    .forEach(requirement -> offers.note(new Step.NotConcerned(
                            RuleId.policy(policy.name()),
                            "the DaemonSet controller has bound the pod to a node already, so the pod need not require nodes with "
                                    + requirement)));
        } else {
            requireNodes(policy, offers);
        }
    }

    /** The tolerations that one policy gives a pod. */
    static void give(Policy policy, Offers offers) {
        giveSeconds(policy, NodeTaints.NOT_READY, policy.nodeFailure().notReady(), offers);
        giveSeconds(policy, NodeTaints.UNREACHABLE, policy.nodeFailure().unreachable(), offers);
        giveTolerations(policy, offers);
    }

    /** What one policy asks of the nodes of its pods. */
    static void requireNodes(Policy policy, Offers offers) {
        for (NodeRequirement requirement : policy.requiredNodeAffinity()) {
            offers.requireNodes(RuleId.policy(policy.name()), requirement);
        }
        for (NodePreference preference : policy.preferredNodeAffinity()) {
            offers.preferNodes(RuleId.policy(policy.name()), preference);
        }
    }

    /** What one policy gives a DaemonSet's template: everything but seconds, because the controller writes its own. */
    static void giveToTemplate(Policy policy, Offers offers) {
        giveTolerations(policy, offers);
        requireNodes(policy, offers);
    }

    private static void giveTolerations(Policy policy, Offers offers) {
        RuleId id = RuleId.policy(policy.name());
        for (Toleration toleration : policy.tolerations()) {
            offers.give(Offer.overriding(id, toleration, policy.override()));
        }
    }

    private static void giveSeconds(Policy policy, Taint taint, @Nullable TolerationSeconds seconds, Offers offers) {
        if (seconds != null) {
            RuleId id = RuleId.policy(policy.name());
            offers.give(Offer.ofSeconds(id, Toleration.of(taint, seconds), policy.override()));
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
        for (Toleration toleration : judged.finished() ? judged.all() : List.<Toleration>of()) {
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
        String nodes = giver.requiredNodeAffinity().stream()
                .map(NodeRequirement::toString)
                .collect(Collectors.joining(", "));
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
