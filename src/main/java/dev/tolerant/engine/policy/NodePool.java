package dev.tolerant.engine.policy;

import dev.tolerant.engine.words.LabelSelector;
import dev.tolerant.engine.words.Requirement;
import dev.tolerant.engine.words.Requirement.Operator;
import dev.tolerant.engine.words.Taint;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A NodePool of Karpenter, by what it declares of the nodes that it makes, whether it has any yet or not.
 *
 * @param labels that the template sets
 * @param requirements that the template has for other labels; one with an operator that is not known admits nothing of its label
 * @param taints of the template with the effects NoSchedule and NoExecute
 * @param startupTaints that its nodes lose once they have been prepared, so that they are never the pool's
 */
public record NodePool(
        String name,
        Map<String, String> labels,
        List<Requirement> requirements,
        List<Taint> taints,
        List<Taint> startupTaints) {
    /** Every node of a NodePool has it, with the NodePool's name. */
    public static final String NAME_LABEL = "karpenter.sh/nodepool";

    /**
     * True where it sets or admits what each requirement of the selector asks for; a label that it neither sets nor
     * requires counts as absent, even one that nodes have anyway, such as their zone.
     */
    public boolean meets(LabelSelector selector) {
        return selector.all().allMatch(this::meets);
    }

    /** Empty unless all of its nodes have one value of the label. */
    Optional<String> valueOf(String label) {
        return Optional.ofNullable(label.equals(NAME_LABEL) ? name : labels.get(label));
    }

    /** True where its nodes may have any value of the label, but for some at most. */
    boolean admitsAny(String label) {
        List<Requirement> own = requirementsOf(label);
        return valueOf(label).isEmpty()
                && !own.isEmpty()
                && own.stream()
                        .allMatch(
                                each -> Set.of(Operator.EXISTS, Operator.NOT_IN).contains(each.operator()));
    }

    private boolean meets(Requirement asked) {
        @Nullable String value = valueOf(asked.key()).orElse(null);
        if (value != null) {
            return asked.matches(Map.of(asked.key(), value));
        }
        List<Requirement> own = requirementsOf(asked.key());
        if (has(own, Operator.UNKNOWN)) {
            return false;
        }
        return switch (asked.operator()) {
            case IN ->
                (has(own, Operator.IN) || has(own, Operator.EXISTS))
                        && asked.values().stream().anyMatch(each -> admits(own, each));
            case NOT_IN -> !has(own, Operator.IN) || admitsOtherThan(asked.values(), own);
            case EXISTS -> requiresLabel(own) && !has(own, Operator.DOES_NOT_EXIST);
            case DOES_NOT_EXIST -> !requiresLabel(own);
            case GT, LT, UNKNOWN -> false;
        };
    }

    private List<Requirement> requirementsOf(String label) {
        return requirements.stream().filter(each -> each.key().equals(label)).toList();
    }

    private static boolean has(List<Requirement> requirements, Operator operator) {
        return requirements.stream().anyMatch(requirement -> requirement.operator() == operator);
    }

    private static boolean requiresLabel(List<Requirement> own) {
        return has(own, Operator.IN) || has(own, Operator.EXISTS) || has(own, Operator.GT) || has(own, Operator.LT);
    }

    /** Karpenter takes a value only if all requirements for its label do. */
    private static boolean admits(List<Requirement> own, String value) {
        return own.stream().allMatch(requirement -> requirement.matches(Map.of(requirement.key(), value)));
    }

    private static boolean admitsOtherThan(Collection<String> values, List<Requirement> own) {
        return own.stream()
                .filter(requirement -> requirement.operator() == Operator.IN)
                .flatMap(requirement -> requirement.values().stream())
                .anyMatch(value -> !values.contains(value) && admits(own, value));
    }
}
