package dev.tolerant.webhook;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Lets five lines a second into the log, and counts those that it leaves out. */
final class FewLines {
    private static final int MOST = 5;
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final LongSupplier nanos;
    private long since;
    private int lines;
    private long leftOut;

    /** @param nanos a monotonic clock such as {@link System#nanoTime} */
    FewLines(LongSupplier nanos) {
        this.nanos = nanos;
        this.since = nanos.getAsLong();
    }

    /** Takes the place of a line: how many were left out since the last, or -1 if this one has to be left out too. */
    synchronized long take() {
        long now = nanos.getAsLong();
        if (now - since >= SECOND) {
            since = now;
            lines = 0;
        }
        if (lines == MOST) {
            leftOut++;
            return -1;
        }
        lines++;
        long before = leftOut;
        leftOut = 0;
        return before;
    }
}
