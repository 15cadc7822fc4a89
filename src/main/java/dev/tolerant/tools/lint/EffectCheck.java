package dev.tolerant.tools.lint;

import dev.tolerant.engine.model.NodeTaints;
import dev.tolerant.engine.model.Policy;
import dev.tolerant.engine.model.Pool;
import dev.tolerant.engine.model.Toleration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds what a policy says without effect. */
final class EffectCheck {
    private EffectCheck() {}

    /** @param written the policy's tolerations, each at its place */
    static List<Finding> findings(CheckedObject object, Policy policy, List<Toleration> written) {
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
        if (!policy.match().isOfAgents()) {
            addPassing(findings, object, policy.pool(), written);
        }
        return findings;
    }

    private static void addPassing(
            List<Finding> findings, CheckedObject object, @Nullable Pool pool, List<Toleration> written) {
        List<String> keys = pool == null ? List.of() : pool.taintKeys();
        for (int i = 0; i < keys.size(); i++) {
            addPassing(findings, object, "spec.nodes.taintKeys[" + i + "]", keys.get(i));
        }
        for (int i = 0; i < written.size(); i++) {
            addPassing(
                    findings,
                    object,
                    "spec.tolerations[" + i + "].key",
                    written.get(i).key());
        }
    }

    private static void addPassing(List<Finding> findings, CheckedObject object, String path, String key) {
        NodeTaints.passing(key)
                .ifPresent(passing -> findings.add(new Finding(
                        object,
                        path,
                        LintCode.PASSING_TAINT,
                        "covers " + passing
                                + ", which others put on nodes that start, leave or are not ready, to keep such pods"
                                + " off: leave it out, unless these pods prepare nodes")));
    }

    /** Whether it changes where pods run. */
    private static boolean places(Policy policy) {
        return policy.pool() != null
                || !policy.tolerations().isEmpty()
                || !policy.requiredNodeAffinity().isEmpty()
                || !policy.values().isEmpty()
                || !policy.preferredNodeAffinity().isEmpty();
    }
}
