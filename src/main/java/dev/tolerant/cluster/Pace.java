package dev.tolerant.cluster;

import java.util.function.LongSupplier;

/** A limit of so many a second; after a quiet second, that many at once. */
final class Pace {
    private static final long SECOND = 1_000_000_000L;

    private final long interval;
    private final long burst;
    private final LongSupplier nanos;
    private long next;

    /** {@code nanos} is a monotonic clock such as {@link System#nanoTime}. */
    Pace(int perSecond, LongSupplier nanos) {
        this.interval = SECOND / perSecond;
        this.burst = SECOND - interval;
        this.nanos = nanos;
        this.next = nanos.getAsLong();
    }

    /** Takes one of this moment's share; false if it is used up. */
    synchronized boolean take() {
        long now = nanos.getAsLong();
        long ahead = Math.max(0, next - now);
        if (ahead > burst) {
            return false;
        }
        next = now + ahead + interval;
        return true;
    }

    /** The nanoseconds until one can be taken; 0 if one can be taken now. */
    synchronized long nanosToNext() {
        return Math.max(0, next - nanos.getAsLong() - burst);
    }
}
