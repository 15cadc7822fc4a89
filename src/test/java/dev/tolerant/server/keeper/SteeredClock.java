package dev.tolerant.server.keeper;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** A monotonic clock that goes as the machine's does, jumps when a test says so, and overflows a second after it was made. */
final class SteeredClock implements LongSupplier {
    private final AtomicLong ahead =
            new AtomicLong(Long.MAX_VALUE - Duration.ofSeconds(1).toNanos() - System.nanoTime());

    @Override
    public long getAsLong() {
        return System.nanoTime() + ahead.get();
    }

    void advance(Duration time) {
        ahead.addAndGet(time.toNanos());
    }
}
