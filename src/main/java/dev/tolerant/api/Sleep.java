package dev.tolerant.api;

import java.time.Duration;

/** How a thread waits. */
@FunctionalInterface
public interface Sleep {

    void sleep(Duration time) throws InterruptedException;
}
