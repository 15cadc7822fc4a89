package dev.tolerant.engine.standing;

import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.words.NamespaceFacts;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The most that policies could give one pod together, as far as labels tell their pods apart: a namespace or a pod has
 * one value of each. The API server works out within a budget what it gives by itself.
 */
final class MostGiven {
    /** {@code InjectionsPolicyTest} shows what so much costs. */
    static final Amount LIMIT = new Amount(400, 290, 500);

    private static final int OF_REQUIREMENT = 8;

    private final Map<Map.Entry<String, String>, Integer> shared;
    private final ByLabel ofNamespaces = new ByLabel();
    private final ByLabel ofPods = new ByLabel();
    private Amount always = Amount.NOTHING;

    /**
     * @param shared the number of policies that each label of namespaces is a condition of
     */
    MostGiven(Map<Map.Entry<String, String>, Integer> shared) {
        this.shared = shared;
    }

    /** True if there is room for what the policy gives; then it counts from now on. */
    boolean takes(Policy policy) {
        Amount own = Amount.of(policy);
        List<Map.Entry<String, String>> namespaces =
                policy.match().criteria().namespaceSelector().rarest(shared);
        List<Map.Entry<String, String>> pods =
                policy.match().criteria().podSelector().rarest(Map.of());
        if (namespaces.isEmpty() && pods.isEmpty()) {
            boolean fits = always.plus(own)
                    .plus(ofNamespaces.total())
                    .plus(ofPods.total())
                    .isWithin(LIMIT);
            always = fits ? always.plus(own) : always;
            return fits;
        }
        boolean byNamespace = !namespaces.isEmpty();
        ByLabel filed = byNamespace ? ofNamespaces : ofPods;
        Amount others = always.plus((byNamespace ? ofPods : ofNamespaces).total());
        return filed.takes(byNamespace ? namespaces : pods, own, others);
    }

    /** True if pods of the namespace may be given so many more tolerations. */
    boolean hasRoom(NamespaceFacts namespace, int tolerations) {
        Amount most = always.plus(ofPods.total()).plus(new Amount(0, tolerations, 0));
        for (Map.Entry<String, String> label : namespace.labels().entrySet()) {
            most = most.plus(ofNamespaces.of(label.getKey(), label.getValue()));
        }
        return most.isWithin(LIMIT);
    }

    /**
     * @param nodes compared by requirements and preferences
     */
    record Amount(int policies, int tolerations, int nodes) {
        static final Amount NOTHING = new Amount(0, 0, 0);

        static Amount of(Policy policy) {
            int required = policy.givenRequirements().stream()
                    .mapToInt(
                            each -> OF_REQUIREMENT + each.requirement().values().size())
                    .sum();
            int preferred = policy.preferredNodeAffinity().stream()
                    .flatMap(each -> each.requirements().stream())
                    .mapToInt(each -> OF_REQUIREMENT + each.values().size())
                    .sum();
            return new Amount(1, policy.givenTolerations().size(), required + preferred);
        }

        Amount plus(Amount other) {
            return new Amount(policies + other.policies, tolerations + other.tolerations, nodes + other.nodes);
        }

        Amount or(Amount other) {
            return new Amount(
                    Math.max(policies, other.policies),
                    Math.max(tolerations, other.tolerations),
                    Math.max(nodes, other.nodes));
        }

        boolean isWithin(Amount limit) {
            return policies <= limit.policies && tolerations <= limit.tolerations && nodes <= limit.nodes;
        }
    }

    private static final class ByLabel {
        private final Map<String, Map<String, Amount>> amounts = new HashMap<>();
        private final Map<String, Amount> most = new HashMap<>();

        Amount total() {
            return most.values().stream().reduce(Amount.NOTHING, Amount::plus);
        }

        Amount of(String key, String value) {
            return amounts.getOrDefault(key, Map.of()).getOrDefault(value, Amount.NOTHING);
        }

        /** @param labels of which an object has one, all of the same key */
        boolean takes(List<Map.Entry<String, String>> labels, Amount own, Amount others) {
            String key = labels.get(0).getKey();
            Amount before = most.getOrDefault(key, Amount.NOTHING);
            Amount after = before;
            for (Map.Entry<String, String> label : labels) {
                after = after.or(of(key, label.getValue()).plus(own));
            }
            most.put(key, after);
            if (!total().plus(others).isWithin(LIMIT)) {
                most.put(key, before);
                return false;
            }
            Map<String, Amount> values = amounts.computeIfAbsent(key, any -> new HashMap<>());
            labels.forEach(label -> values.merge(label.getValue(), own, Amount::plus));
            return true;
        }
    }
}
