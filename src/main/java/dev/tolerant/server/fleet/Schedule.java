package dev.tolerant.server.fleet;

import dev.tolerant.server.fleet.Scope.Everything;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** When the keeper lists which pods. */
final class Schedule {
    static final Duration HOURLY = Duration.ofHours(1);
    /** Policies may change again and again while somebody works on them. */
    static final Duration AFTER_CHANGE = Duration.ofMinutes(10);
    /** What one action changes, comes within this time. */
    static final Duration SETTLED = Duration.ofSeconds(10);

    static final Duration AFTER_LOSS = Duration.ofMinutes(1);
    static final Duration GATHERED = Duration.ofSeconds(2);

    private final LongSupplier nanos;

    // Guarded by this.
    private final Map<Scope, Long> parts = new LinkedHashMap<>();
    private @Nullable Long lastBegun;
    /** When the last list of all pods began that a change was the reason for. */
    private @Nullable Long lastForChange;

    private boolean changed;
    private long due;

    /** {@code nanos} is a monotonic clock such as {@link System#nanoTime}. */
    Schedule(LongSupplier nanos) {
        this.nanos = nanos;
        this.due = nanos.getAsLong();
    }

    /** What is to be listed now; null if nothing is. Whoever asks lists it. */
    synchronized @Nullable Scope next() {
        long now = nanos.getAsLong();
        if (due - now <= 0) {
            lastBegun = now;
            lastForChange = changed ? (Long) now : lastForChange;
            changed = false;
            due = now + HOURLY.toNanos();
            parts.clear();
            return new Everything();
        }
        for (Map.Entry<Scope, Long> part : parts.entrySet()) {
            if (part.getValue() - now <= 0) {
                parts.remove(part.getKey());
                return part.getKey();
            }
        }
        return null;
    }

    /** These have changed. */
    synchronized void changed(Set<Scope> scopes) {
        for (Scope scope : scopes) {
            if (scope instanceof Everything) {
                // Passes of the hour do not count: the first change after a quiet time is seen at once.
                want(SETTLED, AFTER_CHANGE, lastForChange);
                changed = true;
            } else {
                parts.putIfAbsent(scope, nanos.getAsLong() + GATHERED.toNanos());
            }
        }
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
    synchronized void failed(Scope scope) {
        if (scope instanceof Everything) {
            want(AFTER_LOSS, AFTER_LOSS, lastBegun);
        } else {
            parts.put(scope, nanos.getAsLong() + AFTER_LOSS.toNanos());
        }
    }

    /** Has all pods listed after this time, and not sooner than so long after an earlier list. */
    private void want(Duration after, Duration apart, @Nullable Long earlier) {
        long soonest = nanos.getAsLong() + after.toNanos();
        long allowed = earlier == null ? soonest : earlier + apart.toNanos();
        long wanted = allowed - soonest > 0 ? allowed : soonest;
        due = wanted - due < 0 ? wanted : due;
    }
}
