package dev.tolerant.server.certificate;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.function.Supplier;

/** A clock that shows the time that the test sets. */
final class MovedClock extends Clock {
    private final Supplier<Instant> now;

    MovedClock(Supplier<Instant> now) {
        this.now = now;
    }

    @Override
    public Instant instant() {
        return now.get();
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}
