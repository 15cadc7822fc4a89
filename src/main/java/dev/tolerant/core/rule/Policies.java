package dev.tolerant.core.rule;

import dev.tolerant.core.controlplane.NodeTaints;
import dev.tolerant.core.decision.Step;
import dev.tolerant.core.pod.NodeRequirement;
import dev.tolerant.core.policy.Policy;
import dev.tolerant.core.toleration.Taint;
import dev.tolerant.core.toleration.Toleration;
import dev.tolerant.core.toleration.TolerationSeconds;
import org.jspecify.annotations.Nullable;

/** What TolerationPolicy objects give the pods that they match, in their order of precedence. */
public record Policies() implements Rule {
    public static final String NAME = "policies";

    @Override
    public void offer(Situation situation, Offers offers) {
        if (situation.policies().isEmpty()) {
            offers.note(new Step.NotConcerned(NAME, "no policy matches"));
        }
        for (Policy policy : situation.policies()) {
            if (policy.mode().gives()) {
                give(policy, offers);
            }
        }
    }

    /** The rule's name with the policy's, for steps. */
    public static String nameOf(Policy policy) {
        return NAME + "/" + policy.name();
    }

    static void give(Policy policy, Offers offers) {
        giveSeconds(policy, NodeTaints.NOT_READY, policy.nodeFailure().notReady(), offers);
        giveSeconds(policy, NodeTaints.UNREACHABLE, policy.nodeFailure().unreachable(), offers);
        giveToTemplate(policy, offers);
    }

    /** What helps a DaemonSet's template; its controller has seconds of its own for failed nodes. */
    static void giveToTemplate(Policy policy, Offers offers) {
        for (Toleration toleration : policy.tolerations()) {
            offers.give(new Offer(nameOf(policy), toleration, policy.reach(), false));
        }
        for (NodeRequirement requirement : policy.requiredNodeAffinity()) {
            offers.nodes().add(nameOf(policy), requirement);
        }
    }

    private static void giveSeconds(Policy policy, Taint taint, @Nullable TolerationSeconds seconds, Offers offers) {
        if (seconds != null) {
            offers.give(new Offer(nameOf(policy), Toleration.of(taint, seconds), policy.reach(), true));
        }
    }
}
