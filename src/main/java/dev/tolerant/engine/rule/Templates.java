package dev.tolerant.engine.rule;

import dev.tolerant.engine.model.ControlPlane.AdmissionPlugins;
import dev.tolerant.engine.model.Decision;
import dev.tolerant.engine.model.Mode;
import dev.tolerant.engine.model.Policy;
import dev.tolerant.engine.model.RuleId;
import dev.tolerant.engine.model.Step;
import dev.tolerant.engine.model.Toleration;
import dev.tolerant.engine.rule.Offers.PolicyOffers;

/**
 * Applies policies to the templates of DaemonSets. Tolerations of the pod alone cannot bring a DaemonSet onto a tainted
 * node, because its controller checks the template (pkg/controller/daemon in k8s.io/kubernetes,
 * NodeShouldRunDaemonPod).
 */
record Templates(AdmissionPlugins plugins) {

    Decision decide(Draft draft, Offers offers) {
        Situation situation = offers.situation();
        new CreatedPod(draft, offers, plugins).applyToTemplate();
        situation.policies().forEach(policy -> warnOfTemplate(draft, policy));
        CreatedPod.noteUnenforced(draft, situation, (policy, untouched) -> {
            if (policy.daemonSetTemplates()) {
                Offers own = new Offers(situation);
                PolicyOffers.of(policy).toTemplate(own);
                new CreatedPod(untouched, own, plugins).applyToTemplate();
            }
        });
        return draft.decision();
    }

    /** What policies give the template. */
    static Offers offers(Situation situation) {
        Offers offers = new Offers(situation);
        for (Policy policy : situation.policies()) {
            if (policy.mode() == Mode.ENFORCE && policy.daemonSetTemplates()) {
                PolicyOffers.of(policy).toTemplate(offers);
            }
        }
        return offers;
    }

    /** Warns if this DaemonSet's template lacks a toleration that a policy gives only to pods. */
    private static void warnOfTemplate(Draft draft, Policy policy) {
        if (policy.mode() != Mode.ENFORCE || policy.daemonSetTemplates()) {
            return;
        }
        for (Toleration toleration : policy.tolerations()) {
            boolean needed = draft.tolerations().stream().noneMatch(own -> own.shadows(toleration));
            if (needed) {
                draft.note(new Step.Warned(
                        RuleId.policy(policy.name()),
                        "gives " + toleration + " to pods, which does not bring a DaemonSet's pods onto tainted nodes;"
                                + " set spec.daemonSetTemplates, or add it to spec.template"));
            }
        }
    }
}
