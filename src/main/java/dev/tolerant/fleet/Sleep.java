package dev.tolerant.fleet;

import java.time.Duration;

/** How a thread of the keeper waits. */
@FunctionalInterface
interface Sleep {

    void sleep(Duration time) throws InterruptedException;
}
