package dev.tolerant.observed.findings;

import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.policy.Reserve.ReservedTaint;
import dev.tolerant.engine.words.Mode;
import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.OneLine;
import dev.tolerant.observed.findings.PolicyFinding.Code;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds what is odd about what policies reserve together.
 *
 * @param nodes none if they are not known
 */
record ReservationFindings(Collection<Policy> policies, Collection<Node> nodes, List<PolicyFinding> findings) {
    private static final int MAX_NAMES = 10;

    List<PolicyFinding> all() {
        List<Reserved> all = policies.stream()
                .flatMap(policy -> policy.reservedTaints().stream().map(taint -> new Reserved(policy, taint)))
                .toList();
        Map<String, List<Reserved>> byKey =
                all.stream().collect(Collectors.groupingBy(each -> each.taint().key()));
        policies.stream()
                .filter(policy ->
                        policy.reserve() != null && policy.reservedTaints().isEmpty())
                .forEach(policy -> add(
                        policy,
                        Code.RESERVES_NOTHING,
                        "reserves nothing yet: name the pool's taints in spec.reserve.taints"));
        for (Reserved each : all) {
            addOfNodes(each.policy(), each.taint());
            addOfOthers(each, byKey.getOrDefault(each.taint().key(), List.of()));
        }
        return findings;
    }

    private void add(Policy policy, Code code, String sentence) {
        findings.add(new PolicyFinding(policy.name(), code, "spec.reserve", sentence));
    }

    private record Reserved(Policy policy, ReservedTaint taint) {

        /** True where it refuses the pods of the other's policy. */
        boolean contradicts(Reserved other) {
            return !other.policy.name().equals(policy.name())
                    && taint.isWiderThan(other.taint)
                    && other.policy.mode() == Mode.ENFORCE
                    && policy.mode() == Mode.ENFORCE;
        }
    }

    private void addOfNodes(Policy policy, ReservedTaint taint) {
        if (!policy.hasNodes()) {
            return;
        }
        List<String> others = nodes.stream()
                .filter(node -> node.taints().stream().anyMatch(taint::includes) && !policy.keepsTo(node))
                .map(Node::name)
                .sorted()
                .toList();
        if (!others.isEmpty()) {
            add(
                    policy,
                    Code.ON_OTHER_NODES,
                    "reserves " + taint + ", which is also on nodes outside its pool: "
                            + OneLine.first(MAX_NAMES, others)
                            + "; name its value, or give these nodes a taint of their own");
        }
    }

    /** At most one finding for each other policy. */
    private void addOfOthers(Reserved wider, List<Reserved> ofKey) {
        Set<String> said = new HashSet<>();
        for (Reserved narrower : ofKey) {
            String other = narrower.policy().name();
            if (wider.contradicts(narrower) && said.add(other)) {
                add(
                        wider.policy(),
                        Code.CONTRADICTS,
                        "reserves " + wider.taint() + ", and so refuses the pods of TolerationPolicy " + other
                                + ", which reserves " + narrower.taint()
                                + " alone: give each policy its own value");
            }
        }
    }
}
