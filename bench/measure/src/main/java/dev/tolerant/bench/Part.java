package dev.tolerant.bench;

import dev.tolerant.bench.Checkout.Need;
import java.util.EnumSet;
import java.util.Set;

/** The parts of the benchmark, which do not need each other. */
enum Part {
    LOADS(true, Need.PROGRAM, Need.CEILING),
    STARTS(true, Need.PROGRAM, Need.CEILING, Need.CACHE),
    COLD(true, Need.PROGRAM, Need.CACHE),
    ENGINE(true),
    NODES(false, Need.PROGRAM),
    FLEET(false, Need.PROGRAM),
    QUESTIONS(false, Need.PROGRAM);

    private final boolean comparesCommits;
    private final Set<Need> needs;

    Part(boolean comparesCommits, Need... needs) {
        this.comparesCommits = comparesCommits;
        this.needs = needs.length == 0 ? EnumSet.noneOf(Need.class) : EnumSet.of(needs[0], needs);
    }

    /** Whether it can compare two commits. */
    boolean comparesCommits() {
        return comparesCommits;
    }

    /** What has to be built to measure these parts. */
    static Set<Need> needsOf(Set<Part> parts) {
        Set<Need> needs = EnumSet.noneOf(Need.class);
        parts.forEach(part -> needs.addAll(part.needs));
        return needs;
    }

    /** What has to be built of another commit to compare the program with it, which these parts do without the ceiling. */
    static Set<Need> needsOfOther(Set<Part> parts) {
        Set<Need> needs = needsOf(parts);
        needs.remove(Need.CEILING);
        if (parts.contains(ENGINE)) {
            needs.add(Need.BENCHMARKS);
        }
        return needs;
    }
}
