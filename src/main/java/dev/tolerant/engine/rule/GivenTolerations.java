package dev.tolerant.engine.rule;

import dev.tolerant.engine.controlplane.Node;
import dev.tolerant.engine.pod.PodFacts;
import dev.tolerant.engine.policy.DeniedTaint;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.policy.Restriction;
import dev.tolerant.engine.toleration.Effect;
import dev.tolerant.engine.toleration.Taint;
import dev.tolerant.engine.toleration.Toleration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** What policies give one pod, and so may not be denied to it, and on which nodes; nothing if the pod has opted out. */
final class GivenTolerations {
    private final List<Given> all = new ArrayList<>(2);

    private record Given(Policy giver, Toleration toleration) {}

    private final Situation situation;
    private final PodFacts pod;

    GivenTolerations(Situation situation) {
        this.situation = situation;
        this.pod = situation.review().pod();
        if (situation.optOut() != null) {
            return;
        }
        for (Policy policy : situation.policies()) {
            if (policy.mode().gives()) {
                Offers offers = new Offers();
                PolicyOffers.of(policy).tolerationsToPod(offers);
                offers.tolerations().forEach(offer -> all.add(new Given(policy, offer.toleration())));
            }
        }
    }

    /** The policies that give the pod the toleration, or more. */
    List<Policy> giversOf(Toleration toleration) {
        return givers(given -> given.covers(toleration));
    }

    /** The policies that give the pod a toleration of the same key and of NoSchedule, whatever its value. */
    List<Policy> giversOfKey(Toleration toleration) {
        return givers(given -> given.key().equals(toleration.key())
                && (given.effect() == Effect.NO_SCHEDULE || given.effect() == Effect.ANY));
    }

    /** The policies that give the pod a toleration of this taint. */
    List<Policy> giversOf(Taint taint) {
        return givers(given -> given.tolerates(taint));
    }

    /** The policies that give the pod a toleration of every taint of the set. */
    List<Policy> giversOfAll(DeniedTaint set) {
        return givers(set::isWhollyToleratedBy);
    }

    /**
     * Whether policies give the pod all denied taints that the toleration tolerates, on every known node where it can run:
     * the one that has been chosen, or those that the policy keeps it to.
     */
    boolean givesAllOnItsNodes(Policy policy, Restriction restriction, Toleration toleration) {
        Node chosen = situation.node();
        if (isPinned()) {
            return chosen != null && isGivenOn(chosen, restriction, toleration);
        }
        for (Node node : situation.nodes()) {
            if (isOf(policy, node) && !isGivenOn(node, restriction, toleration)) {
                return false;
            }
        }
        return true;
    }

    boolean isGivenOn(Node node, Restriction restriction, Toleration toleration) {
        for (Taint taint : node.taints()) {
            boolean matters = toleration.tolerates(taint)
                    && restriction.deny().stream().anyMatch(denied -> denied.includes(taint));
            if (matters && giversOf(taint).stream().noneMatch(policy -> isOf(policy, node))) {
                return false;
            }
        }
        return true;
    }

    /** Whether the node is one of those that the policy keeps its pods to. */
    private static boolean isOf(Policy policy, Node node) {
        return policy.requiredNodeAffinity().stream().allMatch(each -> each.matches(node.labels()));
    }

    /** Whether the pod's DaemonSet has chosen its node, in place of the affinity of its template. */
    boolean isPinned() {
        return pod.isDaemonSetPod()
                && !(pod.pinnedNode().isEmpty() && pod.nodeName().isEmpty());
    }

    private List<Policy> givers(Predicate<Toleration> which) {
        List<Policy> givers = new ArrayList<>(0);
        for (Given given : all) {
            if (which.test(given.toleration())) {
                givers.add(given.giver());
            }
        }
        return givers;
    }
}
