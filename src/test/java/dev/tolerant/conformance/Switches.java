package dev.tolerant.conformance;

import dev.tolerant.intree.Difference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The deliberate differences that can show in new pods and that the in-tree model can switch on. */
final class Switches {
    private Switches() {}

    static Set<Difference> none() {
        return EnumSet.noneOf(Difference.class);
    }

    static Set<Difference> all() {
        return EnumSet.range(Difference.AUTHOR_WINS, Difference.NEVER_COLLAPSED);
    }

    /** Every set of differences, smaller sets first. */
    static List<Set<Difference>> sets() {
        List<Set<Difference>> sets = new ArrayList<>();
        for (int bits = 0; bits < 1 << all().size(); bits++) {
            Set<Difference> set = none();
            for (Difference difference : all()) {
                if ((bits >> difference.ordinal() & 1) == 1) {
                    set.add(difference);
                }
            }
            sets.add(set);
        }
        sets.sort(Comparator.comparingInt(Set::size));
        return sets;
    }
}
