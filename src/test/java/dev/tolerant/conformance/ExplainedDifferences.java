package dev.tolerant.conformance;

import dev.tolerant.intree.Difference;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Which differences explain which pods: the smallest set of differences with which the model gives Tolerant's answer. A
 * pod with several smallest sets counts as unexplained.
 */
final class ExplainedDifferences {
    private static final List<Set<Difference>> SETS = Switches.sets();

    private final Map<Difference, Integer> counts = new EnumMap<>(Difference.class);
    private final List<String> unexplained = new ArrayList<>();
    private int alike;

    ExplainedDifferences() {
        for (Difference difference : Switches.all()) {
            counts.put(difference, 0);
        }
    }

    /** How many explanations contain each difference. */
    Map<Difference, Integer> counts() {
        return counts;
    }

    /** How many pods need no difference. */
    int alike() {
        return alike;
    }

    List<String> unexplained() {
        return unexplained;
    }

    /** Explains one pod's answer by the model's answers with each set of differences. */
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
