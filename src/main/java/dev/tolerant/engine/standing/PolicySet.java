package dev.tolerant.engine.standing;

import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.words.LabelSelector;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.PodFacts;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All policies, in order of precedence; immutable. Those that ask for a label of the namespace by its value are filed
 * under it, so that a review in a cluster with a policy for each of many teams tests only a few of them.
 *
 * @param byLabel the ranks of policies that match only namespaces with one of these labels, by the label's key and
 *     value
 * @param always the ranks of all others
 * @param asksForNodes true where what is added to a pod can make more policies match
 */
public record PolicySet(
        List<Policy> policies,
        Map<Map.Entry<String, String>, List<Integer>> byLabel,
        List<Integer> always,
        boolean asksForNodes,
        Reservations.Compiled reservations) {
    public static final PolicySet EMPTY = PolicySet.of(List.of());

    /** Files each policy under one condition on its namespace: that which the fewest policies share. */
    public static PolicySet of(Collection<Policy> policies) {
        List<Policy> ranked = policies.stream().sorted(Policy.PRECEDENCE).toList();
        Map<Map.Entry<String, String>, Integer> shared = LabelSelector.shared(
                ranked.stream().map(policy -> policy.match().namespaceSelector()));

        Map<Map.Entry<String, String>, List<Integer>> byLabel = new HashMap<>();
        List<Integer> always = new ArrayList<>();
        for (int rank = 0; rank < ranked.size(); rank++) {
            List<Map.Entry<String, String>> rarest =
                    ranked.get(rank).match().namespaceSelector().rarest(shared);
            if (rarest.isEmpty()) {
                always.add(rank);
            }
            for (Map.Entry<String, String> label : rarest) {
                byLabel.computeIfAbsent(label, any -> new ArrayList<>()).add(rank);
            }
        }
        boolean asksForNodes = ranked.stream().anyMatch(policy -> policy.match().asksForNodes());
        return new PolicySet(
                ranked, Map.copyOf(byLabel), List.copyOf(always), asksForNodes, ReservationsCompiler.compile(ranked));
    }

    /** In every mode and in order of precedence. */
    public List<Policy> matching(PodFacts pod, NamespaceFacts namespace) {
        if (policies.isEmpty()) {
            return List.of();
        }
        BitSet candidates = new BitSet(policies.size());
        always.forEach(candidates::set);
        namespace
                .labels()
                .forEach((key, value) ->
                        byLabel.getOrDefault(Map.entry(key, value), List.of()).forEach(candidates::set));
        List<Policy> matching = new ArrayList<>(4);
        for (int rank = candidates.nextSetBit(0); rank >= 0; rank = candidates.nextSetBit(rank + 1)) {
            Policy policy = policies.get(rank);
            if (policy.matches(pod, namespace)) {
                matching.add(policy.in(namespace));
            }
        }
        return matching;
    }
}
