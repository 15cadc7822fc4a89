package dev.tolerant.thread;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** A limit: so many at once after a quiet time, then so many a second. */
public final class Rate {
    private final long interval;
    private final long burst;
    private final LongSupplier nanos;

    // Guarded by this.
    private long next;
    private long heldUntil;

    /**
     * @param nanos a monotonic clock such as {@link System#nanoTime}
     */
    public Rate(int perSecond, int atOnce, LongSupplier nanos) {
        this.interval = TimeUnit.SECONDS.toNanos(1) / perSecond;
        this.burst = (atOnce - 1) * interval;
        this.nanos = nanos;
        this.next = nanos.getAsLong();
        this.heldUntil = next;
    }

    /** Uses up what may be taken at once, as if it had just been taken. */
    public synchronized void spend() {
        next = nanos.getAsLong() + burst;
    }

    /** Takes one of this moment's share, and returns 0; else the nanoseconds to wait before the next try. */
    public synchronized long take() {
        long wait = nanosToNext();
        if (wait == 0) {
            long now = nanos.getAsLong();
            next = now + Math.max(0, next - now) + interval;
        }
        return wait;
    }

    /** 0 if one can be taken now. */
    public synchronized long nanosToNext() {
        long now = nanos.getAsLong();
        return Math.max(0, Math.max(heldUntil - now, next - now - burst));
    }

    public synchronized void hold(long forNanos) {
        long until = nanos.getAsLong() + forNanos;
        heldUntil = until - heldUntil > 0 ? until : heldUntil;
    }

    public synchronized boolean isHeld() {
        return heldUntil - nanos.getAsLong() > 0;
    }

    public synchronized double secondsFor(int number) {
        if (number == 0) {
            return 0;
        }
        long now = nanos.getAsLong();
        long ahead = Math.max(0, next - now) + number * interval - burst;
        return Math.max(0, Math.max(ahead, heldUntil - now)) / 1e9;
    }
}
