package dev.tolerant.api;

import java.time.Duration;

/** Lets a thread wait. */
@FunctionalInterface
public interface Sleep {

    void sleep(Duration time) throws InterruptedException;
}
