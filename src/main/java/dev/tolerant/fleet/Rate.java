package dev.tolerant.fleet;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** How fast the keeper may ask for changes: so many at once after a quiet time, then so many a second. */
final class Rate {
    private final long interval;
    private final long burst;
    private final LongSupplier nanos;

    // Guarded by this.
    private long next;
    private long heldUntil;

    /** {@code nanos} is a monotonic clock such as {@link System#nanoTime}. */
    Rate(int perSecond, int atOnce, LongSupplier nanos) {
        this.interval = TimeUnit.SECONDS.toNanos(1) / perSecond;
        this.burst = (atOnce - 1) * interval;
        this.nanos = nanos;
        this.next = nanos.getAsLong();
        this.heldUntil = next;
    }

    /** Takes one of this moment's share, and returns 0; else the nanoseconds to wait before the next try. */
    synchronized long take() {
        long now = nanos.getAsLong();
        if (heldUntil - now > 0) {
            return heldUntil - now;
        }
        long ahead = Math.max(0, next - now);
        if (ahead > burst) {
            return ahead - burst;
        }
        next = now + ahead + interval;
        return 0;
    }

    /** Lets nothing through for this time. */
    synchronized void hold(long forNanos) {
        long until = nanos.getAsLong() + forNanos;
        heldUntil = until - heldUntil > 0 ? until : heldUntil;
    }

    /** In how many seconds so many will have been let through. */
    synchronized double secondsFor(int number) {
        if (number == 0) {
            return 0;
        }
        long now = nanos.getAsLong();
        long ahead = Math.max(0, next - now) + number * interval - burst;
        return Math.max(0, Math.max(ahead, heldUntil - now)) / 1e9;
    }
}
