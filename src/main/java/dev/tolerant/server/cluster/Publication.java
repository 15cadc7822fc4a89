package dev.tolerant.server.cluster;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * When a set of policies is published, or pools are looked at: it collects the changes of a moment, so that a list of thousands
 * counts once, and pauses a tenth of a second between two. Only the worker uses it.
 */
final class Publication {
    static final long GATHER_MILLIS = 20;
    private static final long PAUSE_MILLIS = 100;
    private static final long MAX_HOLD_MILLIS = 5000;

    private final ScheduledExecutorService worker;
    private final LongSupplier nanos;
    private final BooleanSupplier whole;
    private final Runnable publish;
    private boolean due;
    private long changedAt;
    private long publishedAt;

    /**
     * @param nanos a monotonic clock, which the worker's delays keep to
     * @param whole whether nothing is missing in what would be published now
     */
    Publication(ScheduledExecutorService worker, LongSupplier nanos, BooleanSupplier whole, Runnable publish) {
        this.worker = worker;
        this.nanos = nanos;
        this.whole = whole;
        this.publish = publish;
        this.publishedAt = nanos.getAsLong() - TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS);
    }

    /** Whether something has changed since the last set. */
    boolean isDue() {
        return due;
    }

    void changed() {
        if (!due) {
            due = true;
            changedAt = nanos.getAsLong();
            worker.schedule(
                    this::publishWhole,
                    Math.max(GATHER_MILLIS, PAUSE_MILLIS - millisSince(publishedAt)),
                    TimeUnit.MILLISECONDS);
        }
    }

    /** Waits while a list is under way, for not so long that a watch which is never up would keep changes back. */
    private void publishWhole() {
        if (whole.getAsBoolean() || millisSince(changedAt) >= MAX_HOLD_MILLIS) {
            // After the changes of which the worker has been told by now.
            worker.execute(this::publish);
        } else {
            worker.schedule(this::publishWhole, GATHER_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void publish() {
        due = false;
        publishedAt = nanos.getAsLong();
        publish.run();
    }

    private long millisSince(long then) {
        return TimeUnit.NANOSECONDS.toMillis(nanos.getAsLong() - then);
    }
}
