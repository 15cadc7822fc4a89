package dev.tolerant.tools.lint;

import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.policy.PolicyMode;
import dev.tolerant.engine.policy.Restriction;
import java.util.ArrayList;
import java.util.List;

/** Finds what a policy says without effect. */
final class EffectCheck {
    private EffectCheck() {}

    static List<Finding> findings(CheckedObject object, Policy policy) {
        List<Finding> findings = new ArrayList<>();
        if (policy.mode() == PolicyMode.DISABLED) {
            return findings;
        }
        if (!places(policy) && policy.nodeFailure().equals(Policy.NodeFailure.UNSAID) && !restricts(policy)) {
            findings.add(
                    new Finding(
                            object,
                            "spec",
                            LintCode.NOTHING_TO_DO,
                            "gives pods nothing and refuses none: add nodes, tolerations, node affinity, nodeFailure or restrict"));
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

    private static boolean restricts(Policy policy) {
        if (policy.reserve() != null) {
            return true;
        }
        Restriction restriction = policy.restriction();
        return restriction != null
                && !(restriction.deny().isEmpty() && restriction.allow().isEmpty());
    }
}
