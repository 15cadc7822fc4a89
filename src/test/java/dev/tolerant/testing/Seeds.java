package dev.tolerant.testing;

import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The seeds of every property test: a fixed one and a random one, which {@code -Dtolerant.seed} replaces. With
 * {@code -Dtolerant.trials=20} there are twenty times as many, so that a trial stays what it is.
 */
public final class Seeds {
    private static final int FACTOR = Integer.getInteger("tolerant.trials", 1);
    private static final List<Long> FIXED = List.of(1L, 31_415L, 20_260_101L);
    private static final List<Long> USED = FIXED.subList(0, Math.min(FACTOR, FIXED.size()));
    private static final List<Long> ALL =
            Stream.concat(USED.stream(), random().boxed()).toList();

    private Seeds() {}

    /** Whether every run has the seed, so that what it generates is known. */
    public static boolean isFixed(long seed) {
        return FIXED.contains(seed);
    }

    /** Whether there are more than in a usual build. */
    public static boolean areMany() {
        return FACTOR > 1;
    }

    public static List<Long> all() {
        return ALL;
    }

    private static LongStream random() {
        long first = Long.getLong("tolerant.seed", System.nanoTime());
        LongStream others = new Random(first).longs(2L * FACTOR - USED.size() - 1, 0, Long.MAX_VALUE);
        return LongStream.concat(LongStream.of(first), others);
    }
}
