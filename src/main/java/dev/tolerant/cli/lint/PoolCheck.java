package dev.tolerant.cli.lint;

import dev.tolerant.core.policy.DeniedTaint;
import dev.tolerant.core.policy.LabelSelector;
import dev.tolerant.core.policy.Match;
import dev.tolerant.core.policy.Policy;
import dev.tolerant.core.policy.PolicyMode;
import dev.tolerant.core.policy.Restriction;
import dev.tolerant.core.toleration.Toleration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checks all policies of a run together: whom those that guard a node pool refuse, and to whom others open it. */
final class PoolCheck {
    private final List<Checked> policies = new ArrayList<>();

    /** A policy of the run, and where it is from. */
    private record Checked(CheckedObject object, Policy policy) {}

    /** A policy and the taints of one of its denied sets. */
    private record Denial(String policy, DeniedTaint taint) {}

    void add(CheckedObject object, Policy policy) {
        if (policy.mode() != PolicyMode.DISABLED) {
            policies.add(new Checked(object, policy));
        }
    }

    List<Finding> findings() {
        List<Denial> denials = policies.stream()
                .map(Checked::policy)
                .flatMap(policy -> denied(policy).stream().map(taint -> new Denial(policy.name(), taint)))
                .toList();
        List<Finding> findings = new ArrayList<>();
        for (Checked each : policies) {
            if (refusesAgents(each.policy())) {
                findings.add(new Finding(
                        each.object(),
                        "spec.restrict",
                        LintCode.DENY_WITHOUT_EXEMPTION,
                        "refuses node agents that tolerate every taint, and the pods of kubectl debug node: name the"
                                + " agents' namespaces in spec.restrict.exempt.namespaces, and system:masters in"
                                + " spec.restrict.exempt.groups"));
            }
            claimable(each.policy(), denials)
                    .ifPresent(message ->
                            findings.add(new Finding(each.object(), "spec.match", LintCode.CLAIMABLE_POOL, message)));
        }
        return findings;
    }

    private static List<DeniedTaint> denied(Policy policy) {
        return policy.restriction() == null ? List.of() : policy.restriction().deny();
    }

    private static boolean refusesAgents(Policy policy) {
        Restriction restriction = policy.restriction();
        return restriction != null
                && !restriction.deny().isEmpty()
                && isEveryPod(policy.match())
                && restriction.exempt().isEmpty();
    }

    private static boolean isEveryPod(Match match) {
        return match.equals(Match.EVERY_POD);
    }

    private static Optional<String> claimable(Policy policy, List<Denial> denials) {
        if (!policy.match().namespaceSelector().equals(LabelSelector.EVERYTHING)) {
            return Optional.empty();
        }
        for (Toleration toleration : policy.tolerations()) {
            for (Denial denial : denials) {
                if (denial.taint().isToleratedBy(toleration)) {
                    return Optional.of("pods of every namespace can match, and then get " + toleration
                            + ", although policy " + denial.policy() + " denies " + denial.taint()
                            + ": add spec.match.namespaceSelector");
                }
            }
        }
        return Optional.empty();
    }
}
