package dev.tolerant.promise;

import java.util.List;

/** The seeds for every promise: three fixed ones and a random one, which -Dtolerant.seed replaces. */
final class Seeds {
    private static final List<Long> ALL =
            List.of(1L, 31_415L, 20_260_101L, Long.getLong("tolerant.seed", System.nanoTime()));

    private Seeds() {}

    /** Whether every run has the seed, so that what it generates is known. */
    static boolean isFixed(long seed) {
        return ALL.indexOf(seed) < ALL.size() - 1;
    }

    static List<Long> all() {
        return ALL;
    }
}
