package dev.tolerant.api;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** The pause before the API server is asked again: twice as long each time, up to a limit; used by one thread at a time. */
public final class Backoff {
    private static final long MAX_ASKED_SECONDS = 60;
    private static final double SPREAD = 0.25;

    private final long maxSeconds;
    private long seconds = 1;

    /** Lets a thread wait. */
    @FunctionalInterface
    public interface Sleep {
        Sleep OF_THREAD = time -> TimeUnit.NANOSECONDS.sleep(time.toNanos());

        void sleep(Duration time) throws InterruptedException;
    }

    /**
     * @param maxSeconds where the API server does not ask for more
     */
    public Backoff(long maxSeconds) {
        this.maxSeconds = maxSeconds;
    }

    /** After one more failure of what no other replica does. */
    public long nextSeconds() {
        long wait = seconds;
        seconds = Math.min(2 * seconds, maxSeconds);
        return wait;
    }

    /**
     * Up to a quarter longer by chance, so that replicas that failed together do not come back together.
     *
     * @param askedSeconds the least for which the API server asks; 0 if it asks for nothing
     */
    public Duration next(long askedSeconds) {
        long wait = Math.max(nextSeconds(), Math.min(askedSeconds, MAX_ASKED_SECONDS));
        return Duration.ofMillis(
                (long) (1000 * wait * (1 + ThreadLocalRandom.current().nextDouble(SPREAD))));
    }

    public void reset() {
        seconds = 1;
    }
}
