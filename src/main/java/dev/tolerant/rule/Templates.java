package dev.tolerant.rule;

import dev.tolerant.decision.Decision;
import dev.tolerant.decision.SkipReason;
import dev.tolerant.decision.Step;
import dev.tolerant.pod.ApiServerDefaults;
import dev.tolerant.pod.Origins;
import dev.tolerant.pod.Provenance;
import dev.tolerant.pod.Review;
import dev.tolerant.policy.Policy;
import dev.tolerant.toleration.Toleration;

/**
 * What policies do to the templates of DaemonSets: tolerations given to a pod cannot help a DaemonSet onto a tainted
 * node, because its controller asks the template (pkg/controller/daemon in k8s.io/kubernetes, NodeShouldRunDaemonPod).
 */
record Templates(ApiServerDefaults defaults, Creation creation) {

    Decision decide(Situation situation) {
        Review review = situation.review();
        Draft draft = new Draft(review.pod(), Origins.of(review.pod(), Provenance.UNREADABLE, defaults));
        if (!review.templateChanged()) {
            return Decision.skipped(SkipReason.TEMPLATE_UNCHANGED);
        }
        if (review.pod().isOptedOut()) {
            return Decision.skipped(SkipReason.POD_OPTED_OUT);
        }
        if (situation.namespace().isOptedOut()) {
            return Decision.skipped(SkipReason.NAMESPACE_OPTED_OUT);
        }
        Offers offers = new Offers();
        for (Policy policy : situation.policies()) {
            if (policy.mode().gives() && policy.match().daemonSetTemplates()) {
                Policies.giveToTemplate(policy, offers);
            }
        }
        creation.addTo(draft, situation.namespace(), offers);
        offers.nodes().apply(draft, review.pod().nodeAffinity());
        situation.policies().forEach(policy -> warnOfTemplate(draft, policy));
        Rehearsal.note(draft, situation);
        return draft.decision();
    }

    /** A policy for pods alone that this DaemonSet would need in its template. */
    private static void warnOfTemplate(Draft draft, Policy policy) {
        if (!policy.mode().gives() || policy.match().daemonSetTemplates()) {
            return;
        }
        for (Toleration toleration : policy.tolerations()) {
            boolean needed = draft.tolerations().stream().noneMatch(own -> own.shadows(toleration));
            if (needed) {
                draft.note(new Step.Warned(
                        Policies.nameOf(policy),
                        "gives " + toleration + " to pods, which does not bring a DaemonSet's pods onto tainted nodes;"
                                + " set match.daemonSetTemplates, or add it to spec.template"));
            }
        }
    }
}
