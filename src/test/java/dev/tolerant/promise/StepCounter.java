package dev.tolerant.promise;

import org.jspecify.annotations.Nullable;

/** How many steps a thread has taken. {@link Steps} puts this class where also the JDK's own classes see it. */
public final class StepCounter {
    private static volatile @Nullable Thread counted;

    /** Written by the counted thread alone. */
    private static long steps;

    private StepCounter() {}

    /** Counts this thread's steps from now on. */
    public static void start() {
        steps = 0;
        counted = Thread.currentThread();
    }

    /** What code that is counted calls. */
    public static void step() {
        if (Thread.currentThread() == counted) {
            steps++;
        }
    }

    /** The steps since the start. */
    public static long stop() {
        counted = null;
        return steps;
    }
}
