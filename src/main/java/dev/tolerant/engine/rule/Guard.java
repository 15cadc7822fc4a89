package dev.tolerant.engine.rule;

import dev.tolerant.engine.controlplane.AdmissionPlugins;
import dev.tolerant.engine.controlplane.DaemonSetController;
import dev.tolerant.engine.controlplane.DefaultTolerationSeconds;
import dev.tolerant.engine.controlplane.Node;
import dev.tolerant.engine.decision.RuleId;
import dev.tolerant.engine.decision.Step;
import dev.tolerant.engine.pod.PodFacts;
import dev.tolerant.engine.pod.ResourceNames;
import dev.tolerant.engine.pod.Review.Operation;
import dev.tolerant.engine.policy.DeniedTaint;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.policy.Restriction;
import dev.tolerant.engine.toleration.Effect;
import dev.tolerant.engine.toleration.Taint;
import dev.tolerant.engine.toleration.Toleration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What {@code deny} lets pass on one pod, whoever wrote it. The same holds for what the pod has and for what rules other
 * than policies would give it.
 */
final class Guard {
    private final Situation situation;
    private final PodFacts pod;
    private final Offers offers;
    private final DefaultTolerationSeconds defaults;
    private final StoredTolerations stored;
    private final boolean finished;
    // Only denials need these, and most pods meet none.
    private @Nullable GivenTolerations given;
    private @Nullable Set<String> resources;

    private Guard(Situation situation, Offers offers, DefaultTolerationSeconds defaults, boolean finished) {
        this.situation = situation;
        this.pod = situation.review().pod();
        this.offers = offers;
        this.defaults = defaults;
        this.stored = new StoredTolerations(situation.review().oldPod());
        this.finished = finished;
    }

    /**
     * The guard of a pod that gets more: what it still lacks of the nodes that policies keep it to, they are about to add.
     *
     * @param situation in which the pod has no controller but one that is believed
     */
    static Guard ofUnfinished(Situation situation, Offers offers, DefaultTolerationSeconds defaults) {
        return new Guard(situation, offers, defaults, false);
    }

    /**
     * The guard of a pod whose nodes nothing changes any more.
     *
     * @param situation in which the pod has no controller but one that is believed
     */
    static Guard ofFinished(Situation situation, Offers offers, DefaultTolerationSeconds defaults) {
        return new Guard(situation, offers, defaults, true);
    }

    /** Takes back the offers of rules that policies deny. */
    void withholdDenied() {
        if (situation.namespace().isUnrestricted()) {
            return;
        }
        for (Policy policy : situation.policies()) {
            withhold(policy);
        }
    }

    private void withhold(Policy policy) {
        Restriction restriction = policy.restriction();
        if (restriction == null || restriction.deny().isEmpty() || isExempt(restriction)) {
            return;
        }
        for (Offer offer : List.copyOf(offers.tolerations())) {
            Toleration toleration = offer.toleration();
            boolean denied = !offer.rule().isPolicy()
                    && restriction.denied(toleration).isPresent()
                    && !isControllers(toleration)
                    && !hasShapeOfApiServers(toleration)
                    && givers(restriction, toleration).isEmpty();
            if (denied) {
                withhold(offer, policy);
            }
        }
    }

    private void withhold(Offer offer, Policy policy) {
        RuleId id = RuleId.policy(policy.name());
        String would = "would withhold " + offer.toleration() + " from rule " + offer.rule() + ", because it denies it";
        switch (policy.mode()) {
            case ENFORCE -> offers.withhold(offer, "TolerationPolicy " + policy.name() + " denies it");
            case WARN -> offers.note(new Step.Warned(id, would));
            case AUDIT -> offers.note(new Step.Audited(id, would));
            case DISABLED -> {}
        }
    }

    private GivenTolerations given() {
        given = given == null ? new GivenTolerations(situation) : given;
        return given;
    }

    boolean isOfUpdate() {
        return situation.review().oldPod() != null;
    }

    /** Whether the pod gets the toleration, or has it stored, whoever wrote it into this review. */
    boolean isGivenAnyway(Toleration toleration) {
        return stored.contains(toleration) || isControlPlanes(toleration) || offers.contains(toleration, defaults);
    }

    /** Whether the pod, or who created it, is exempt from the restriction. */
    boolean isExempt(Restriction restriction) {
        return restriction.exempt().exempts(situation.review().requester(), situation.namespace(), pod);
    }

    /** The entry of {@code deny} because of which the pod may not have the toleration. */
    Optional<DeniedTaint> denied(Restriction restriction, Toleration toleration) {
        return restriction
                .denied(toleration)
                .filter(taint -> !passesAlone(toleration)
                        && givers(restriction, toleration).isEmpty());
    }

    /** The policies by which a denied toleration passes. */
    private List<Policy> givers(Restriction restriction, Toleration toleration) {
        List<Policy> givers = given().giversOf(toleration);
        if (isOfAskedResource(toleration)) {
            for (Policy policy : given().giversOfKey(toleration)) {
                if (given().givesAllOnItsNodes(policy, restriction, toleration)) {
                    givers.add(policy);
                }
            }
        }
        return givers;
    }

    /**
     * The policy that gives a finished pod a denied toleration together with nodes that the pod does not keep to, so that it
     * could run elsewhere.
     */
    Optional<Policy> strayed(Restriction restriction, Toleration toleration) {
        if (!finished || restriction.denied(toleration).isEmpty() || passesAlone(toleration)) {
            return Optional.empty();
        }
        if (pod.isDaemonSetPod()) {
            boolean stays = !given().isPinned() || staysOnChosenNode(restriction, toleration);
            return stays
                    ? Optional.empty()
                    : givers(restriction, toleration).stream().findFirst();
        }
        List<Policy> givers = givers(restriction, toleration);
        return givers.stream().anyMatch(situation::keepsToNodesOf)
                ? Optional.empty()
                : givers.stream().findFirst();
    }

    /**
     * Whether the denied taints of the node that a DaemonSet has chosen are given there. A node that is not known yet may have
     * any: the controller creates its pods as soon as a node appears, and tries again.
     */
    private boolean staysOnChosenNode(Restriction restriction, Toleration toleration) {
        Node node = situation.node();
        return node == null
                ? givers(restriction, toleration).stream()
                        .anyMatch(policy -> policy.requiredNodeAffinity().isEmpty())
                : given().isGivenOn(node, restriction, toleration);
    }

    /** The entry of {@code deny} because of which a new pod may not name its node. */
    Optional<DeniedTaint> deniedNode(Restriction restriction) {
        if (pod.nodeName().isEmpty() || situation.review().operation() != Operation.CREATE) {
            return Optional.empty();
        }
        return restriction.deny().stream().filter(this::keepsOffNode).findFirst();
    }

    /** The kubelet checks no NoSchedule taints of a node that the pod names, so only this stops such a pod. */
    private boolean keepsOffNode(DeniedTaint denied) {
        if (denied.effect() != Effect.NO_SCHEDULE && denied.effect() != Effect.ANY) {
            return false;
        }
        Node node = situation.node();
        if (node == null) {
            return given().giversOfAll(denied).stream().noneMatch(this::willKeepToNodesOf);
        }
        for (Taint taint : node.taints()) {
            if (denied.includes(taint) && given().giversOf(taint).stream().noneMatch(this::willKeepToNodesOf)) {
                return true;
            }
        }
        return false;
    }

    /** A pod that is not finished gets the requirements of its policies. */
    private boolean willKeepToNodesOf(Policy policy) {
        return !finished || situation.keepsToNodesOf(policy);
    }

    /** Whether the toleration passes without a policy that gives it. */
    private boolean passesAlone(Toleration toleration) {
        return stored.containsEntry(toleration) || isControlPlanes(toleration);
    }

    /** Whether the DaemonSet controller or the API server writes the toleration into such a pod, whatever rules are on. */
    private boolean isControlPlanes(Toleration toleration) {
        return isControllers(toleration) || isApiServers(toleration);
    }

    private boolean isControllers(Toleration toleration) {
        return pod.isDaemonSetPod()
                && DaemonSetController.tolerations(pod.hostNetwork()).contains(toleration);
    }

    /**
     * Whether the API server's ExtendedResourceToleration may have added the toleration, which it also does for a
     * quantity of zero.
     */
    private boolean isOfAskedResource(Toleration toleration) {
        if (!ResourceNames.isExtended(toleration.key())
                || !toleration.equals(AdmissionPlugins.ofResource(toleration.key()))) {
            return false;
        }
        resources = resources == null ? pod.resourceNames() : resources;
        return resources.contains(toleration.key());
    }

    private boolean hasShapeOfApiServers(Toleration toleration) {
        return defaults.hasShapeOf(toleration) || isOfMemoryPressure(toleration);
    }

    private boolean isOfMemoryPressure(Toleration toleration) {
        return toleration.equals(AdmissionPlugins.MEMORY_PRESSURE) && !pod.isBestEffort();
    }

    /** Also with the seconds that a rule sets in the API server's entries, or that an update restores. */
    private boolean isApiServers(Toleration toleration) {
        return isOfMemoryPressure(toleration)
                || offers.isApiServers(toleration, defaults)
                || (defaults.hasShapeOf(toleration) && stored.restores(toleration));
    }
}
