package dev.tolerant.engine.model;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All policies, in order of precedence; immutable. Those that ask for a label of the namespace by its value are filed under it, so that
 * a review in a cluster with a policy for each of many teams tests only a few of them.
 */
public final class PolicySet {
    public static final PolicySet EMPTY = PolicySet.of(List.of());

    private final List<Policy> ranked;
    /** The ranks of policies that match only namespaces with one of these labels, by the label's key and value. */
    private final Map<Map.Entry<String, String>, List<Integer>> byLabel;

    /** The ranks of all others. */
    private final List<Integer> always;

    private final boolean asksForNodes;
    private final Reservations.Compiled reservations;

    private PolicySet(
            List<Policy> ranked, Map<Map.Entry<String, String>, List<Integer>> byLabel, List<Integer> always) {
        this.asksForNodes = ranked.stream().anyMatch(policy -> policy.match().asksForNodes());
        this.ranked = ranked;
        this.byLabel = byLabel;
        this.always = always;
        this.reservations = ReservationsCompiler.compile(ranked);
    }

    /** Ranks the policies, and files each under one condition on its namespace: that which the fewest policies share. */
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
        return new PolicySet(ranked, byLabel, always);
    }

    public List<Policy> policies() {
        return ranked;
    }

    /** The policies of every mode that match the pod, in order of precedence. */
    public List<Policy> matching(PodFacts pod, NamespaceFacts namespace) {
        if (ranked.isEmpty()) {
            return List.of();
        }
        BitSet candidates = new BitSet(ranked.size());
        always.forEach(candidates::set);
        namespace
                .labels()
                .forEach((key, value) ->
                        byLabel.getOrDefault(Map.entry(key, value), List.of()).forEach(candidates::set));
        List<Policy> matching = new ArrayList<>(4);
        for (int rank = candidates.nextSetBit(0); rank >= 0; rank = candidates.nextSetBit(rank + 1)) {
            Policy policy = ranked.get(rank);
            if (policy.matches(pod, namespace)) {
                matching.add(policy.in(namespace));
            }
        }
        return matching;
    }

    public Reservations.Compiled reservations() {
        return reservations;
    }

    /** Whether what is added to a pod can make more policies match. */
    public boolean asksForNodes() {
        return asksForNodes;
    }
}
