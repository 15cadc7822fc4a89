package dev.tolerant.server.cluster;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A kind of object that is watched only while a policy needs it. */
final class NeededKind<T extends HasMetadata> implements AutoCloseable {
    private final Supplier<WatchedKind<T>> kinds;
    private final Facts<T, ?> facts;
    private volatile @Nullable WatchedKind<T> watched;
    private boolean closed;

    /** {@code kinds} makes a watch that fills {@code facts}, which are empty while the kind is not watched. */
    NeededKind(Supplier<WatchedKind<T>> kinds, Facts<T, ?> facts) {
        this.kinds = kinds;
        this.facts = facts;
    }

    /** Starts or stops the watch, if need be. */
    synchronized void need(boolean needed) {
        WatchedKind<T> running = watched;
        if (needed && running == null && !closed) {
            WatchedKind<T> started = kinds.get();
            watched = started;
            started.start();
        } else if (!needed && running != null) {
            watched = null;
            running.close();
            facts.clear();
        }
    }

    /** To be called every second or so. */
    void look() {
        WatchedKind<T> running = watched;
        if (running != null) {
            running.look();
        }
    }

    /** The watch; empty while the kind is not needed. */
    Optional<WatchedKind<T>> watched() {
        return Optional.ofNullable(watched);
    }

    /** Whether all objects are known as they are now. */
    boolean isWatching() {
        WatchedKind<T> running = watched;
        return running != null && running.isWatching();
    }

    @Override
    public synchronized void close() {
        closed = true;
        need(false);
    }
}
