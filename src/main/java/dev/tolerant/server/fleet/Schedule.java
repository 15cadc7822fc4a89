package dev.tolerant.server.fleet;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** When the keeper lists all pods. */
final class Schedule {
    static final Duration HOURLY = Duration.ofHours(1);
    /** Policies may change again and again while somebody works on them, and namespaces come and go. */
    static final Duration AFTER_CHANGE = Duration.ofMinutes(10);
    /** What one action changes, comes within this time. */
    static final Duration SETTLED = Duration.ofSeconds(10);

    static final Duration AFTER_LOSS = Duration.ofMinutes(1);

    private final LongSupplier nanos;

    // Guarded by this.
    private @Nullable Long lastBegun;
    /** When the last list began that a change was the reason for. */
    private @Nullable Long lastForChange;

    private boolean changed;
    private long due;

    /** {@code nanos} is a monotonic clock such as {@link System#nanoTime}. */
    Schedule(LongSupplier nanos) {
        this.nanos = nanos;
        this.due = nanos.getAsLong();
    }

    /** Whether all pods are to be listed now. Whoever asks lists them. */
    synchronized boolean next() {
        long now = nanos.getAsLong();
        if (due - now > 0) {
            return false;
        }
        lastBegun = now;
        lastForChange = changed ? (Long) now : lastForChange;
        changed = false;
        due = now + HOURLY.toNanos();
        return true;
    }

    /** What pods should have may have changed. */
    synchronized void changed() {
        // Passes of the hour do not count: the first change after a quiet time is seen at once.
        want(SETTLED, AFTER_CHANGE, lastForChange);
        changed = true;
    }

    /** The watch cannot go on, and needs a pass to begin from. */
    synchronized void lostWatch() {
        want(Duration.ZERO, AFTER_LOSS, lastBegun);
    }

    /** The last pass found more than the backlog had room for. */
    synchronized void overflowed() {
        want(Duration.ZERO, AFTER_CHANGE, lastBegun);
    }

    /** A list has failed. */
    synchronized void failed() {
        want(AFTER_LOSS, AFTER_LOSS, lastBegun);
    }

    /** Has all pods listed after this time, and not sooner than so long after an earlier list. */
    private void want(Duration after, Duration apart, @Nullable Long earlier) {
        long soonest = nanos.getAsLong() + after.toNanos();
        long allowed = earlier == null ? soonest : earlier + apart.toNanos();
        long wanted = allowed - soonest > 0 ? allowed : soonest;
        due = wanted - due < 0 ? wanted : due;
    }
}
