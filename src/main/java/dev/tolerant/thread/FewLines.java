package dev.tolerant.thread;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;

/** Lets a few lines into the log in each period, and counts those that it leaves out: what goes wrong once often goes wrong a thousand times. */
public final class FewLines {
    private static final int MOST = 5;

    private final Logger log;
    private final long period;
    private final LongSupplier nanos;

    // Guarded by this.
    private long since;
    private int lines;
    private long leftOut;

    /**
     * @param period in which five lines are let through
     * @param nanos a monotonic clock such as {@link System#nanoTime}
     */
    public FewLines(Logger log, Duration period, LongSupplier nanos) {
        this.log = log;
        this.period = period.toNanos();
        this.nanos = nanos;
        this.since = nanos.getAsLong();
    }

    /** Takes the place of a line; the number of those left out since the last, or -1 if this one has to be left out too. */
    public synchronized long take() {
        long now = nanos.getAsLong();
        if (now - since >= period) {
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

    /** Logs the sentence as a warning, or at DEBUG if there have been enough. */
    public void warn(String sentence) {
        long before = take();
        if (before < 0) {
            log.debug(sentence);
        } else {
            log.warn(before == 0 ? sentence : sentence + " (" + before + " similar lines were left out)");
        }
    }
}
