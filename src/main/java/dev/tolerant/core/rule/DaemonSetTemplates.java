package dev.tolerant.core.rule;

import dev.tolerant.core.controlplane.AdmissionPlugins;
import dev.tolerant.core.decision.Decision;
import dev.tolerant.core.decision.RuleId;
import dev.tolerant.core.decision.SkipReason;
import dev.tolerant.core.decision.Step;
import dev.tolerant.core.policy.Policy;
import dev.tolerant.core.toleration.Toleration;
import java.util.List;

/**
 * Applies policies to the templates of DaemonSets. Tolerations of the pod alone cannot bring a DaemonSet onto a tainted
 * node, because its controller checks the template (pkg/controller/daemon in k8s.io/kubernetes,
 * NodeShouldRunDaemonPod).
 */
record DaemonSetTemplates(AdmissionPlugins plugins) {

    Decision decide(Draft draft, Situation situation) {
        SkipReason skip = situation.review().templateChanged() ? situation.optOut() : SkipReason.TEMPLATE_UNCHANGED;
        if (skip != null) {
            return draft.skipped(skip);
        }
        List<Policy> giving = situation.policies().stream()
                .filter(policy -> policy.mode().gives() && policy.match().daemonSetTemplates())
                .toList();
        apply(giving, draft, situation);
        situation.policies().forEach(policy -> warnOfTemplate(draft, policy));
        UnenforcedPolicies.note(draft, situation, (policy, untouched) -> {
            if (policy.match().daemonSetTemplates()) {
                apply(List.of(policy), untouched, situation);
            }
        });
        return draft.decision();
    }

    private void apply(List<Policy> policies, Draft draft, Situation situation) {
        Offers offers = new Offers();
        policies.forEach(policy -> Policies.giveToTemplate(policy, offers));
        new Creation(draft, situation, offers, plugins).addTolerationsAndAffinity();
    }

    /** Warns if this DaemonSet's template lacks a toleration that a policy gives only to pods. */
    private static void warnOfTemplate(Draft draft, Policy policy) {
        if (!policy.mode().gives() || policy.match().daemonSetTemplates()) {
            return;
        }
        for (Toleration toleration : policy.tolerations()) {
            boolean needed = draft.tolerations().stream().noneMatch(own -> own.shadows(toleration));
            if (needed) {
                draft.note(new Step.Warned(
                        RuleId.policy(policy.name()),
                        "gives " + toleration + " to pods, which does not bring a DaemonSet's pods onto tainted nodes;"
                                + " set match.daemonSetTemplates, or add it to spec.template"));
            }
        }
    }
}
