package dev.tolerant.server.intake;

import java.util.concurrent.atomic.AtomicLongArray;

/** How many connections the program has closed, by reason. */
final class Closings {
    private final AtomicLongArray counts = new AtomicLongArray(Closing.values().length);

    void add(Closing closing) {
        counts.incrementAndGet(closing.ordinal());
    }

    long count(Closing closing) {
        return counts.get(closing.ordinal());
    }
}
