package dev.tolerant.fleet;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;

/** Log lines about what goes wrong, a few a minute at most: what is wrong with one pod is often wrong with thousands. */
final class Complaints {
    private static final Logger LOG = Logger.getLogger(Complaints.class);
    private static final Duration PERIOD = Duration.ofMinutes(1);
    private static final int LINES = 5;

    private final LongSupplier nanos;

    // Guarded by this.
    private long began;
    private int lines;
    private long withheld;

    /** {@code nanos} is a monotonic clock such as {@link System#nanoTime}. */
    Complaints(LongSupplier nanos) {
        this.nanos = nanos;
        this.began = nanos.getAsLong();
    }

    synchronized void note(String sentence) {
        long now = nanos.getAsLong();
        if (now - began >= PERIOD.toNanos()) {
            began = now;
            lines = 0;
        }
        if (++lines > LINES) {
            withheld++;
            LOG.debug(sentence);
            return;
        }
        LOG.warn(withheld == 0 ? sentence : sentence + " (" + withheld + " similar lines were left out)");
        withheld = 0;
    }
}
