package dev.tolerant.engine.words;

import dev.tolerant.engine.words.Requirement.Operator;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A label selector with Kubernetes' semantics; an empty one selects every object. */
public record LabelSelector(Map<String, String> matchLabels, List<Requirement> matchExpressions) {
    public static final LabelSelector EVERYTHING = new LabelSelector(Map.of(), List.of());

    /** In whatever order and form. */
    public boolean meansTheSameAs(LabelSelector other) {
        return requirements().equals(other.requirements());
    }

    /** True where the other selects whatever this one does; false also where only values would tell. */
    public boolean isWithin(LabelSelector other) {
        return requirements().containsAll(other.requirements());
    }

    private Set<Requirement> requirements() {
        return all().map(each -> new Requirement(each.key(), each.operator(), Set.copyOf(each.values())))
                .collect(Collectors.toSet());
    }

    /** Each of its labels, and then each expression. */
    public Stream<Requirement> all() {
        return Stream.concat(labels(), matchExpressions.stream());
    }

    private Stream<Requirement> labels() {
        return matchLabels.entrySet().stream()
                .map(label -> new Requirement(label.getKey(), Operator.IN, List.of(label.getValue())));
    }

    /** In an order that is the same each time, and so are the values of each. */
    public List<Requirement> inOrder() {
        return Stream.concat(
                        labels().sorted(Comparator.comparing(Requirement::key)),
                        matchExpressions.stream()
                                .map(each -> new Requirement(
                                        each.key(),
                                        each.operator(),
                                        each.values().stream().sorted().toList())))
                .toList();
    }

    public Set<String> keys() {
        return all().map(Requirement::key).collect(Collectors.toSet());
    }

    /** The number of conditions of these selectors that each label is in. */
    public static Map<Map.Entry<String, String>, Integer> shared(Stream<LabelSelector> selectors) {
        Map<Map.Entry<String, String>, Integer> shared = new HashMap<>();
        selectors
                .flatMap(LabelSelector::conditions)
                .forEach(labels -> labels.forEach(label -> shared.merge(label, 1, Integer::sum)));
        return shared;
    }

    /** Labels of which an object must have one to be selected: those that the fewest others share; empty if it is selected without one. */
    public List<Map.Entry<String, String>> rarest(Map<Map.Entry<String, String>, Integer> shared) {
        return conditions()
                .min(Comparator.comparing(labels -> labels.stream()
                        .mapToInt(label -> shared.getOrDefault(label, 0))
                        .max()
                        .orElse(0)))
                .orElse(List.of());
    }

    /** Labels of which an object must have one of each list to be selected. */
    private Stream<List<Map.Entry<String, String>>> conditions() {
        return all().filter(each -> each.operator() == Operator.IN)
                .map(each -> each.values().stream()
                        .distinct()
                        .map(value -> Map.entry(each.key(), value))
                        .toList());
    }

    public boolean matches(Map<String, String> labels) {
        for (Map.Entry<String, String> label : matchLabels.entrySet()) {
            if (!label.getValue().equals(labels.get(label.getKey()))) {
                return false;
            }
        }
        for (Requirement requirement : matchExpressions) {
            if (!requirement.matches(labels)) {
                return false;
            }
        }
        return true;
    }
}
