package dev.tolerant.server.cluster;

import dev.tolerant.engine.model.NamespaceFacts;
import dev.tolerant.thread.DaemonThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The namespaces that reviews wait for, each until the watch or a look-up brings it, and at most until its deadline. If
 * there are too many, the one that has waited for longest goes first: made-up names cannot keep a real one out.
 */
final class AwaitedNamespaces implements AutoCloseable {
    static final Duration DEADLINE = Duration.ofMillis(500);
    static final int MAX_AWAITED = 1000;

    private static final long TICK_MILLIS = 20;

    private final LongSupplier nanos;
    private final ScheduledExecutorService clock = DaemonThreads.single("tolerant-namespace-deadlines");

    // Both guarded by this; the oldest first.
    private final Map<String, Awaited> awaited = new LinkedHashMap<>();
    private boolean ticking;

    /** {@code nanos} is a monotonic clock such as {@link System#nanoTime}. */
    AwaitedNamespaces(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** A namespace, and since when it has been waited for. */
    private record Awaited(String name, CompletableFuture<NamespaceFacts> facts, long since) {
        void give(@Nullable NamespaceFacts brought) {
            facts.complete(brought == null ? NamespaceFacts.unknown(name) : brought);
        }
    }

    /** The facts to come, if the namespace is waited for already; else null. */
    synchronized @Nullable CompletableFuture<NamespaceFacts> joined(String name) {
        Awaited same = awaited.get(name);
        return same == null ? null : same.facts();
    }

    /** The facts to come, {@linkplain NamespaceFacts#unknown unknown} ones after the deadline; they never fail. */
    CompletableFuture<NamespaceFacts> await(String name) {
        Awaited dropped = null;
        Awaited mine;
        synchronized (this) {
            mine = awaited.computeIfAbsent(
                    name, any -> new Awaited(name, new CompletableFuture<>(), nanos.getAsLong()));
            if (awaited.size() > MAX_AWAITED) {
                dropped = awaited.values().iterator().next();
                awaited.remove(dropped.name());
            }
            if (!ticking) {
                ticking = true;
                clock.schedule(this::tick, TICK_MILLIS, TimeUnit.MILLISECONDS);
            }
        }
        // What depends on facts runs on this thread, and must not find the lock taken.
        if (dropped != null) {
            dropped.give(null);
        }
        return mine.facts();
    }

    /** Gives the facts to whoever waits for them. */
    void bring(NamespaceFacts facts) {
        Awaited found;
        synchronized (this) {
            found = awaited.remove(facts.name());
        }
        if (found != null) {
            found.give(facts);
        }
    }

    synchronized boolean isAwaited(String name) {
        return awaited.containsKey(name);
    }

    private void tick() {
        expired().forEach(late -> late.give(null));
    }

    private synchronized List<Awaited> expired() {
        List<Awaited> expired = new ArrayList<>();
        long now = nanos.getAsLong();
        for (Iterator<Awaited> oldest = awaited.values().iterator(); oldest.hasNext(); ) {
            Awaited next = oldest.next();
            if (now - next.since() < DEADLINE.toNanos()) {
                break;
            }
            oldest.remove();
            expired.add(next);
        }
        ticking = !awaited.isEmpty();
        if (ticking) {
            clock.schedule(this::tick, TICK_MILLIS, TimeUnit.MILLISECONDS);
        }
        return expired;
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
