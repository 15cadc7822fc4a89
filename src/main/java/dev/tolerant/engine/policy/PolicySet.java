package dev.tolerant.engine.policy;

import dev.tolerant.engine.pod.PodFacts;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All policies, indexed by the labels, resources, owner kinds and priority classes that they match on, so that a review
 * tests only a few of them; immutable.
 */
public final class PolicySet {
    private static final int[] NONE = {};

    public static final PolicySet EMPTY = PolicySet.of(List.of());

    private final List<Policy> ranked;
    private final Map<AccessKey, int[]> byKey;
    private final int[] always;
    private final boolean asksForNodes;
    private final Reservations.Compiled reservations;

    private PolicySet(List<Policy> ranked, Map<AccessKey, int[]> byKey, int[] always) {
        this.asksForNodes = ranked.stream().anyMatch(policy -> policy.match().asksForNodes());
        this.ranked = ranked;
        this.byKey = byKey;
        this.always = always;
        this.reservations = Reservations.of(ranked);
    }

    /**
     * Indexes the policies. Each is filed under one condition that every matching pod meets; if there are several,
     * under the one that the fewest policies share.
     */
    public static PolicySet of(Collection<Policy> policies) {
        List<Policy> ranked = policies.stream().sorted(Policy.PRECEDENCE).toList();
        List<List<List<AccessKey>>> choices = ranked.stream()
                .map(policy -> AccessKey.choices(policy.match().criteria()))
                .toList();
        Map<AccessKey, Integer> shared = new HashMap<>();
        choices.forEach(ways -> ways.forEach(way -> way.forEach(key -> shared.merge(key, 1, Integer::sum))));

        Map<AccessKey, List<Integer>> filed = new HashMap<>();
        List<Integer> always = new ArrayList<>();
        for (int rank = 0; rank < ranked.size(); rank++) {
            List<AccessKey> rarest = rarest(choices.get(rank), shared);
            if (rarest.isEmpty()) {
                always.add(rank);
            }
            for (AccessKey key : rarest) {
                filed.computeIfAbsent(key, any -> new ArrayList<>()).add(rank);
            }
        }
        Map<AccessKey, int[]> byKey = new HashMap<>();
        filed.forEach((key, ranks) -> byKey.put(key, array(ranks)));
        return new PolicySet(ranked, byKey, array(always));
    }

    private static List<AccessKey> rarest(List<List<AccessKey>> ways, Map<AccessKey, Integer> shared) {
        List<AccessKey> rarest = List.of();
        int fewest = Integer.MAX_VALUE;
        for (List<AccessKey> way : ways) {
            int most = way.stream()
                    .mapToInt(key -> shared.getOrDefault(key, 0))
                    .max()
                    .orElse(0);
            if (most < fewest) {
                fewest = most;
                rarest = way;
            }
        }
        return rarest;
    }

    private static int[] array(List<Integer> ranks) {
        return ranks.stream().mapToInt(Integer::intValue).toArray();
    }

    /** The policies in order of precedence. */
    public List<Policy> policies() {
        return ranked;
    }

    /** The policies of every mode that match the pod, in order of precedence. */
    public List<Policy> matching(PodFacts pod, NamespaceFacts namespace) {
        if (ranked.isEmpty()) {
            return List.of();
        }
        BitSet candidates = new BitSet(ranked.size());
        mark(candidates, always);
        if (!byKey.isEmpty()) {
            for (AccessKey key : AccessKey.of(pod, namespace.matchedLabels())) {
                mark(candidates, byKey.getOrDefault(key, NONE));
            }
        }
        List<Policy> matching = new ArrayList<>(4);
        for (int rank = candidates.nextSetBit(0); rank >= 0; rank = candidates.nextSetBit(rank + 1)) {
            Policy policy = ranked.get(rank);
            if (policy.match().matches(pod, namespace)) {
                matching.add(policy);
            }
        }
        return matching;
    }

    /** What the policies reserve. */
    public Reservations.Compiled reservations() {
        return reservations;
    }

    /** Whether what is added to a pod can make more policies match. */
    public boolean asksForNodes() {
        return asksForNodes;
    }

    private static void mark(BitSet candidates, int[] ranks) {
        for (int rank : ranks) {
            candidates.set(rank);
        }
    }
}
