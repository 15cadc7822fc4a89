package dev.tolerant.server.webhook;

import java.util.concurrent.atomic.AtomicLong;

/** How many bytes of bodies may be in memory at once. */
record BodyBudget(long total, AtomicLong taken) {
    BodyBudget(long total) {
        this(total, new AtomicLong());
    }

    long held() {
        return taken.get();
    }

    /** Takes so many bytes, to be given back once; false if there is no room for them. */
    boolean take(long bytes) {
        long before = taken.get();
        while (before + bytes <= total) {
            if (taken.compareAndSet(before, before + bytes)) {
                return true;
            }
            before = taken.get();
        }
        return false;
    }

    void giveBack(long bytes) {
        taken.addAndGet(-bytes);
    }
}
