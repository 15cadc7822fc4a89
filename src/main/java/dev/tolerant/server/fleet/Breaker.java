package dev.tolerant.server.fleet;

import java.time.Duration;
import java.util.BitSet;
import java.util.function.LongSupplier;

/**
 * Stops the keeper when more than one in twenty of the API server's last hundred answers says that something is wrong, for
 * ten minutes at first and for twice as long each time after that, up to an hour.
 */
final class Breaker {
    private static final int ANSWERS = 100;
    private static final int TOLERATED = ANSWERS / 20;
    private static final Duration FIRST = Duration.ofMinutes(10);
    private static final Duration LONGEST = Duration.ofHours(1);

    private final LongSupplier nanos;

    // Guarded by this.
    private final BitSet faults = new BitSet(ANSWERS);
    private long answers;
    private Duration pause = FIRST;
    private boolean stopped;
    private long until;

    /** {@code nanos} is a monotonic clock such as {@link System#nanoTime}. */
    Breaker(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** Notes an answer; for how long the keeper stops because of it, and zero if it goes on. */
    synchronized Duration note(boolean isFault) {
        if (isStopped()) {
            return Duration.ZERO;
        }
        faults.set((int) (answers++ % ANSWERS), isFault);
        if (faults.cardinality() > TOLERATED) {
            return stop();
        }
        if (answers == ANSWERS) {
            pause = FIRST;
        }
        return Duration.ZERO;
    }

    private Duration stop() {
        Duration now = pause;
        stopped = true;
        until = nanos.getAsLong() + now.toNanos();
        faults.clear();
        answers = 0;
        pause = now.multipliedBy(2).compareTo(LONGEST) < 0 ? now.multipliedBy(2) : LONGEST;
        return now;
    }

    /** The nanoseconds until the keeper tries again; 0 unless it has stopped. */
    synchronized long nanosToNext() {
        long left = until - nanos.getAsLong();
        stopped = stopped && left > 0;
        return stopped ? left : 0;
    }

    boolean isStopped() {
        return nanosToNext() > 0;
    }
}
