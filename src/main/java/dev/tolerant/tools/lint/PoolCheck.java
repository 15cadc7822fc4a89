package dev.tolerant.tools.lint;

import dev.tolerant.engine.controlplane.Node;
import dev.tolerant.engine.policy.DeniedTaint;
import dev.tolerant.engine.policy.LabelSelector;
import dev.tolerant.engine.policy.Match;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.policy.PolicyMode;
import dev.tolerant.engine.policy.Pool;
import dev.tolerant.engine.policy.Restriction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checks all policies of a run together: whom those that guard a node pool refuse, and to whom others open it. */
final class PoolCheck {
    private final List<Checked> policies = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();

    /** A policy of the run, and where it is from. */
    private record Checked(CheckedObject object, Policy policy) {}

    /** A policy and the taints of one of its denied sets. */
    private record Denial(String policy, DeniedTaint taint) {}

    void add(CheckedObject object, Policy policy) {
        if (policy.mode() != PolicyMode.DISABLED) {
            policies.add(new Checked(object, policy));
        }
    }

    /** A node of the run, which says what the pools that select it give. */
    void add(Node node) {
        nodes.add(node);
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

    private Optional<String> claimable(Policy policy, List<Denial> denials) {
        if (!policy.match().namespaceSelector().equals(LabelSelector.EVERYTHING)) {
            return Optional.empty();
        }
        return denials.stream()
                .flatMap(denial -> claimed(policy, denial.taint()).stream()
                        .map(gets -> "pods of every namespace can match, and then " + gets + ", although policy "
                                + denial.policy() + " denies " + denial.taint() + ": add spec.match.namespaceSelector"))
                .findFirst();
    }

    /** What the policy gives pods of the taints that are denied, as the end of a sentence. */
    private Optional<String> claimed(Policy policy, DeniedTaint denied) {
        Pool pool = policy.pool();
        Optional<String> given = policy.withNodes(nodes).tolerations().stream()
                .filter(denied::isToleratedBy)
                .map(toleration -> "get " + toleration)
                .findFirst();
        return given.isPresent() || pool == null || nodes.stream().anyMatch(pool::selects)
                ? given
                : named(pool, denied);
    }

    /** Without any node of a pool, its labels are what its taints may be called too. */
    private static Optional<String> named(Pool pool, DeniedTaint denied) {
        return pool.selector().matchLabels().entrySet().stream()
                .filter(label -> denied.key().equals(label.getKey())
                        && (denied.value() == null || denied.value().equals(label.getValue())))
                .map(label -> "tolerate the taints of nodes with " + label.getKey() + "=" + label.getValue())
                .findFirst();
    }
}
