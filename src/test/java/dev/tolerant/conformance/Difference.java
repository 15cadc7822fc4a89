package dev.tolerant.conformance;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The deliberate differences from the in-tree plugins that new pods can show; each is a switch of the model. */
enum Difference {
    AUTHOR_WINS("an author's own entry wins over a namespace default that covers it, where in-tree drops it"),
    SHORT_DEFAULT("a namespace default shorter than the API server's 300 s works, where in-tree drops it as covered"),
    ZERO_QUANTITY("a resource with a quantity of zero adds nothing"),
    OTHER_VALUE("a not-ready or unreachable entry of another value does not suppress the default"),
    EXEMPT("what a rule or the API server gives this pod is exempt from the whitelist, whoever wrote it"),
    OMITTED_IS_EQUAL("an omitted operator is Equal everywhere, also where in-tree compares its text"),
    NEVER_COLLAPSED("entries of one list are never collapsed into the longest of them");

    private final String sentence;

    Difference(String sentence) {
        this.sentence = sentence;
    }

    static Set<Difference> none() {
        return EnumSet.noneOf(Difference.class);
    }

    static Set<Difference> all() {
        return EnumSet.allOf(Difference.class);
    }

    /** Every set of differences, the smaller ones first. */
    static List<Set<Difference>> sets() {
        List<Set<Difference>> sets = new ArrayList<>();
        for (int bits = 0; bits < 1 << values().length; bits++) {
            Set<Difference> set = none();
            for (Difference difference : values()) {
                if ((bits >> difference.ordinal() & 1) == 1) {
                    set.add(difference);
                }
            }
            sets.add(set);
        }
        sets.sort(Comparator.comparingInt(Set::size));
        return sets;
    }

    @Override
    public String toString() {
        return name() + " (" + sentence + ")";
    }
}
