package dev.tolerant.tools.lint;

import dev.tolerant.engine.policy.Policy;
import java.util.ArrayList;
import java.util.List;

/** Finds what a policy says without effect. */
final class EffectCheck {
    private EffectCheck() {}

    static List<Finding> findings(CheckedObject object, Policy policy) {
        List<Finding> findings = new ArrayList<>();
        if (!places(policy) && policy.nodeFailure().equals(Policy.NodeFailure.UNSAID) && policy.reserve() == null) {
            findings.add(
                    new Finding(
                            object,
                            "spec",
                            LintCode.NOTHING_TO_DO,
                            "gives pods nothing and reserves nothing: add nodes, tolerations, node affinity, nodeFailure or reserve"));
        }
        if (places(policy) && policy.match().isOfAgents() && !policy.daemonSetTemplates()) {
            findings.add(new Finding(
                    object,
                    "spec.daemonSetTemplates",
                    LintCode.TEMPLATES_LEFT_ALONE,
                    "is false, so that the DaemonSets' controller, which asks the template where pods may run, makes none for"
                            + " the nodes that this policy opens: set it to true"));
        }
        return findings;
    }

    /** Whether it changes where pods run. */
    private static boolean places(Policy policy) {
        return policy.pool() != null
                || !policy.tolerations().isEmpty()
                || !policy.requiredNodeAffinity().isEmpty()
                || !policy.preferredNodeAffinity().isEmpty();
    }
}
