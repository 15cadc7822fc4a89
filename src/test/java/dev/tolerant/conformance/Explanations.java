package dev.tolerant.conformance;

import dev.tolerant.intree.Difference;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Which differences account for what: a pod's explanation is the smallest set of them with which the model comes to
 * Tolerant's answer, and there must be only one of that size.
 */
final class Explanations {
    private static final List<Set<Difference>> SETS = Switches.sets();

    private final Map<Difference, Integer> counts = new EnumMap<>(Difference.class);
    private final List<String> unexplained = new ArrayList<>();
    private int alike;

    Explanations() {
        for (Difference difference : Switches.all()) {
            counts.put(difference, 0);
        }
    }

    /** In how many explanations each difference stands. */
    Map<Difference, Integer> counts() {
        return counts;
    }

    /** How many pods need no explanation. */
    int alike() {
        return alike;
    }

    List<String> unexplained() {
        return unexplained;
    }

    /** Explains one pod's answer by what the model says with each set of differences. */
    void explain(RecordedCase pod, Meaning answer, Function<Set<Difference>, Meaning> model) {
        List<Set<Difference>> smallest = new ArrayList<>();
        for (Set<Difference> set : SETS) {
            if (!smallest.isEmpty() && set.size() > smallest.get(0).size()) {
                break;
            }
            if (model.apply(set).equals(answer)) {
                smallest.add(set);
            }
        }
        if (smallest.size() != 1) {
            unexplained.add(pod + ": explanations " + smallest);
            return;
        }
        alike += smallest.get(0).isEmpty() ? 1 : 0;
        smallest.get(0).forEach(difference -> counts.merge(difference, 1, Integer::sum));
    }
}
