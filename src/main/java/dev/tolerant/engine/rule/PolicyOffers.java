package dev.tolerant.engine.rule;

import dev.tolerant.engine.model.KnownPool;
import dev.tolerant.engine.model.NodeAffinity.NodePreference;
import dev.tolerant.engine.model.NodeTaints;
import dev.tolerant.engine.model.PodFacts;
import dev.tolerant.engine.model.Policy;
import dev.tolerant.engine.model.Requirement;
import dev.tolerant.engine.model.RuleId;
import dev.tolerant.engine.model.Step;
import dev.tolerant.engine.model.Taint;
import dev.tolerant.engine.model.Toleration;
import dev.tolerant.engine.model.TolerationSeconds;
import org.jspecify.annotations.Nullable;

/** What one policy offers. */
record PolicyOffers(RuleId id, Policy policy) {
    static PolicyOffers of(Policy policy) {
        return new PolicyOffers(RuleId.policy(policy.name()), policy);
    }

    /** Offers a pod everything: tolerations, seconds, and the nodes that it must run on. */
    void toPod(PodFacts pod, Offers offers) {
        warnOfUnknownPool(offers);
        tolerationsToPod(offers);
        if (pod.isDaemonSetPod()) {
            noteBoundAlready(offers);
        } else {
            nodes(offers);
        }
    }

    /** Offers a pod the tolerations alone. */
    void tolerationsToPod(Offers offers) {
        seconds(NodeTaints.NOT_READY, policy.nodeFailure().notReady(), offers);
        seconds(NodeTaints.UNREACHABLE, policy.nodeFailure().unreachable(), offers);
        tolerations(offers);
    }

    /** Offers a DaemonSet's template everything but seconds, because the controller writes its own. */
    void toTemplate(Offers offers) {
        warnOfUnknownPool(offers);
        tolerations(offers);
        nodes(offers);
    }

    private void warnOfUnknownPool(Offers offers) {
        KnownPool known = policy.known();
        String reason = known == null ? null : known.unknown();
        if (reason != null) {
            offers.note(new Step.Warned(id, "gives nothing of its pool: " + reason));
        }
    }

    private void tolerations(Offers offers) {
        for (Toleration toleration : policy.tolerations()) {
            offers.give(Offer.of(id, toleration));
        }
    }

    private void seconds(Taint taint, @Nullable TolerationSeconds seconds, Offers offers) {
        if (seconds != null) {
            offers.give(Offer.ofSeconds(id, Toleration.of(taint, seconds)));
        }
    }

    private void nodes(Offers offers) {
        for (Requirement requirement : policy.requiredNodeAffinity()) {
            offers.requireNodes(id, requirement);
        }
        for (NodePreference preference : policy.preferredNodeAffinity()) {
            offers.preferNodes(id, preference);
        }
    }

    /** A requirement that the node of a DaemonSet's pod does not meet would leave the pod pending for ever. */
    private void noteBoundAlready(Offers offers) {
        for (Requirement requirement : policy.requiredNodeAffinity()) {
            offers.note(new Step.NotConcerned(
                    id,
                    "the DaemonSet controller has bound the pod to a node already, so the pod need not require nodes with "
                            + requirement));
        }
    }
}
