package dev.tolerant.server.cluster;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A kind of object that is watched only while somebody needs it, and what the program keeps of its objects. */
final class NeededKind<T extends HasMetadata, F> implements AutoCloseable {
    private final Supplier<WatchedKind<T>> kinds;
    private final Facts<T, F> facts;
    private volatile @Nullable WatchedKind<T> watched;
    private boolean closed;

    /** {@code kinds} makes a watch that fills {@code facts}, which are empty while the kind is not watched. */
    NeededKind(Supplier<WatchedKind<T>> kinds, Facts<T, F> facts) {
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

    boolean isNeeded() {
        return watched != null;
    }

    /** What is kept of the objects, by name; changes as the cluster does. */
    Map<String, F> byName() {
        return facts.byName();
    }

    /** To be called every second or so. */
    void look() {
        WatchedKind<T> running = watched;
        if (running != null) {
            running.look();
        }
    }

    /** How much is known of the kind. */
    KindState state() {
        WatchedKind<T> running = watched;
        return running == null ? KindState.UNREAD : running.kindState();
    }

    /** What the API server answers while the kind is refused or failing, with the way out; empty if it is neither. */
    Optional<String> trouble() {
        WatchedKind<T> running = watched;
        return running == null ? Optional.empty() : running.trouble();
    }

    /** Whether all objects have been listed at least once. */
    boolean isRead() {
        WatchedKind<T> running = watched;
        return running != null && running.isSynced();
    }

    /** Whether the API server refuses to list the kind, and always has. */
    boolean isRefused() {
        return state() == KindState.REFUSED;
    }

    /** Whether all objects are known as they are now. */
    boolean isWatching() {
        return state() == KindState.WATCHED;
    }

    /** The state of the watch in words; empty while there is none. */
    Optional<String> words() {
        return Optional.ofNullable(watched).map(WatchedKind::state);
    }

    @Override
    public synchronized void close() {
        closed = true;
        need(false);
    }
}
