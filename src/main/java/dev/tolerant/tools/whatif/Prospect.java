package dev.tolerant.tools.whatif;

import dev.tolerant.observed.facts.Owners.PodOwner;
import java.util.Comparator;

/** What becomes of the pods that a maker makes next, before and after, and of those that run. */
record Prospect(PodOwner maker, Fate before, Fate after, Change change, Running running) {
    /** Worst first, then those with the fewest nodes, then those with the most pods. */
    static final Comparator<Prospect> WORST_FIRST = Comparator.comparing(
                    (Prospect prospect) -> prospect.change().impact())
            .thenComparing(prospect -> prospect.after().nodes().cardinality())
            .thenComparing(prospect -> -prospect.running().pods())
            .thenComparing(prospect -> prospect.maker().namespace())
            .thenComparing(prospect -> prospect.maker().title());
}
