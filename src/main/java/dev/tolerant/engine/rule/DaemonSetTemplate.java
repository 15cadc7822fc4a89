package dev.tolerant.engine.rule;

import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.rule.Offers.Offer;
import dev.tolerant.engine.rule.Offers.PolicyOffers;
import dev.tolerant.engine.words.Mode;
import dev.tolerant.engine.words.NodeAffinity;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.Requirement;
import dev.tolerant.engine.words.Review;
import dev.tolerant.engine.words.RuleId;
import dev.tolerant.engine.words.Toleration;
import java.util.List;

/**
 * Applies policies to the templates of DaemonSets. Tolerations of the pod alone cannot bring a DaemonSet onto a tainted
 * node, because its controller checks the template (pkg/controller/daemon in k8s.io/kubernetes,
 * NodeShouldRunDaemonPod).
 */
final class DaemonSetTemplate {

    private DaemonSetTemplate() {}

    /** Takes away what policies required before, and nobody owns, and from policies their offers that contradict what stays. */
    static void release(Draft draft, Offers offers) {
        PodFacts stays = released(draft, offers);
        offers.situation()
                .policies()
                .forEach(policy -> withdrawIfContradicted(RuleId.policy(policy.name()), stays, offers));
    }

    /** The template without what policies required before, and nobody owns. */
    private static PodFacts released(Draft draft, Offers offers) {
        Review review = offers.situation().review();
        if (review.affinityOwned() || review.oldPod() == null) {
            return review.pod();
        }
        NodeAffinity affinity = review.pod().nodeAffinity();
        List<Step.NodesReleased> outdated =
                offers.nodes().outdated(affinity, review.oldPod().nodeAffinity());
        outdated.forEach(draft::note);
        return review.pod()
                .withAffinity(affinity.without(
                        outdated.stream().map(Step.NodesReleased::requirement).toList()));
    }

    /** The controller would find no node for a template that requires both. */
    private static void withdrawIfContradicted(RuleId id, PodFacts template, Offers offers) {
        for (Requirement requirement : offers.nodes().requiredBy(id)) {
            String contradiction = template.contradiction(requirement);
            if (contradiction != null) {
                offers.withdraw(id);
                offers.note(new Step.Warned(
                        id,
                        "gives the template nothing: it requires nodes with " + requirement + ", and the template "
                                + contradiction + "; remove that from spec.template.spec"));
                return;
            }
        }
    }

    static Offers offers(Situation situation) {
        Offers offers = new Offers(situation);
        for (Policy policy : situation.policies()) {
            if (policy.mode() == Mode.ENFORCE && policy.daemonSetTemplates()) {
                PolicyOffers.of(policy).toTemplate(offers);
            }
        }
        return offers;
    }

    /**
     * The DaemonSet controller replaces the required node affinity of its pods by one that names their node
     * (ReplaceDaemonSetPodNodeNameNodeAffinity), so a policy may select them by their node selector, and not by that.
     */
    private static boolean selectsPods(Policy policy, Situation situation) {
        return policy.mismatch(situation.review().pod().withAffinity(NodeAffinity.NONE), situation.namespace()) == null;
    }

    /** Warns if this DaemonSet's template lacks a toleration that a policy gives only to pods, or not even to them. */
    static void warn(Draft draft, Policy policy, Offers toPods) {
        boolean selectsPods = selectsPods(policy, toPods.situation());
        for (Offer offer : toPods.tolerations()) {
            Toleration toleration = offer.toleration();
            if (draft.tolerations().stream().noneMatch(own -> own.shadows(toleration))) {
                draft.note(new Step.Warned(
                        offer.rule(),
                        (selectsPods
                                        ? "gives " + toleration
                                                + " to pods, which does not bring a DaemonSet's pods onto tainted nodes;"
                                        : "does not give " + toleration
                                                + " to the pods, because the DaemonSet controller replaces the node affinity by"
                                                + " which it matches the template;")
                                + " set spec.daemonSetTemplates, or add it to spec.template"));
            }
        }
    }
}
