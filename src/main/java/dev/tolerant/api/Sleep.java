package dev.tolerant.api;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Lets a thread wait. */
@FunctionalInterface
public interface Sleep {
    Sleep OF_THREAD = time -> TimeUnit.NANOSECONDS.sleep(time.toNanos());

    void sleep(Duration time) throws InterruptedException;
}
