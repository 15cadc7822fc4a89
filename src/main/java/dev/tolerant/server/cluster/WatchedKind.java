package dev.tolerant.server.cluster;

import dev.tolerant.engine.model.OneLine;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * One kind of object that is listed and watched. A watch that has been down for a while
 * is given up for a new list: the client itself goes on asking to watch from a version that the API server may have
 * forgotten (410 to the request), or that belongs to data from before a restore.
 */
final class WatchedKind<T extends HasMetadata> implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(5);
    /** A kind counts as failing once no list or watch has been answered well for that long. */
    static final Duration FAILING_AFTER = Duration.ofSeconds(10);
    /** A kind that has been listed counts as absent once discovery has not had it for that long. */
    static final Duration ABSENT_AFTER = Duration.ofMinutes(1);

    private static final Duration DISCOVERY_PERIOD = Duration.ofSeconds(5);
    private static final Logger LOG = Logger.getLogger(WatchedKind.class);
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;

    private final String plural;
    private final String wayOut;
    private final @Nullable BooleanSupplier discovery;
    private final Supplier<SharedIndexInformer<T>> informers;
    private final Function<List<T>, Stream<T>> carriedOver;
    private final SourceMetrics metrics;
    private final LongSupplier nanos;
    private volatile SharedIndexInformer<T> informer;
    private volatile Runnable unregister = () -> {};
    private volatile boolean synced;
    private volatile boolean absent;
    private volatile boolean discovered;
    private volatile @Nullable Failure failure;
    private volatile long lastWatching;

    // Touched by the caller of look() alone.
    private boolean down;
    private long downSince;
    private boolean gone;
    private long goneSince;
    private long nextDiscovery;

    /**
     * What the API server answered last instead of a list.
     *
     * @param code 0 if it did not answer
     */
    private record Failure(int code, String message) {
        static Failure of(Throwable thrown) {
            // The client wraps its own exception.
            for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
                if (cause instanceof KubernetesClientException client && client.getCode() != 0) {
                    Status status = client.getStatus();
                    String message = status == null ? null : status.getMessage();
                    return new Failure(client.getCode(), message == null ? "" : message);
                }
            }
            return new Failure(0, "");
        }

        boolean isRefusal() {
            return code == FORBIDDEN || code == NOT_FOUND;
        }
    }

    /**
     * @param wayOut what to do when the kind cannot be listed
     * @param informers makes informers with a handler or a store
     * @param carriedOver what a new informer starts with, of the objects of the one before it
     * @param nanos a monotonic clock such as {@link System#nanoTime}
     */
    WatchedKind(
            String plural,
            String wayOut,
            Supplier<SharedIndexInformer<T>> informers,
            Function<List<T>, Stream<T>> carriedOver,
            SourceMetrics metrics,
            LongSupplier nanos) {
        this(plural, wayOut, null, informers, carriedOver, metrics, nanos);
    }

    private WatchedKind(
            String plural,
            String wayOut,
            @Nullable BooleanSupplier discovery,
            Supplier<SharedIndexInformer<T>> informers,
            Function<List<T>, Stream<T>> carriedOver,
            SourceMetrics metrics,
            LongSupplier nanos) {
        this.discovery = discovery;
        this.plural = plural;
        this.wayOut = wayOut;
        this.informers = informers;
        this.carriedOver = carriedOver;
        this.metrics = metrics;
        this.nanos = nanos;
        this.lastWatching = nanos.getAsLong();
        this.informer = informers.get();
    }

    /**
     * A kind that not every cluster has; its informers keep what is known in a common store.
     *
     * @param discovery asks the API server whether it has the kind, and may throw
     */
    static <T extends HasMetadata> WatchedKind<T> ofOptional(
            String plural,
            String wayOut,
            BooleanSupplier discovery,
            Supplier<SharedIndexInformer<T>> informers,
            SourceMetrics metrics,
            LongSupplier nanos) {
        return new WatchedKind<>(plural, wayOut, discovery, informers, carryingNothing(), metrics, nanos);
    }

    /** Starts to list and watch, and does not give up until it is closed. */
    void start() {
        unregister = metrics.source(plural, () -> isSynced() || absent, () -> absent ? 0 : ageSeconds());
        start(informer);
    }

    private void start(SharedIndexInformer<T> started) {
        started.exceptionHandler((running, thrown) -> {
            if (started.isRunning()) {
                note(thrown);
            }
            return true;
        });
        var ignoredBecauseItIsRetried = started.start();
    }

    /** Lists again if the watch has been down for too long; to be called every second or so. */
    void look() {
        long now = nanos.getAsLong();
        if (isWatching()) {
            gone = false;
            discovered = false;
        } else if (discovery != null && failure != null && (!discovered || now - nextDiscovery >= 0)) {
            nextDiscovery = now + DISCOVERY_PERIOD.toNanos();
            discover(discovery, now);
        }
        boolean wasDown = down;
        // Before its first list an informer has nothing to watch from, and goes on trying to list.
        down = isSynced() && informer.hasSynced() && !isWatching();
        if (down && !wasDown) {
            downSince = now;
        }
        if (down && now - downSince >= PATIENCE.toNanos()) {
            LOG.warnf("%s have not been watched for %d s, and are listed again", plural, PATIENCE.toSeconds());
            metrics.problem();
            listAgain();
        }
    }

    /** Asks whether the cluster has the kind at all. */
    private void discover(BooleanSupplier asked, long now) {
        try {
            if (asked.getAsBoolean()) {
                gone = false;
                if (absent) {
                    absent = false;
                    lastWatching = now;
                    listAgain();
                } else {
                    sayRefused();
                }
            } else {
                goneSince = gone ? goneSince : now;
                gone = true;
                if (!isSynced() || now - goneSince >= ABSENT_AFTER.toNanos()) {
                    setAbsent();
                }
            }
        } catch (KubernetesClientException unanswered) {
            gone = false;
        }
        discovered = true;
    }

    private void setAbsent() {
        if (!absent) {
            LOG.infof("the API server has no %s, and will be asked again", plural);
        }
        absent = true;
    }

    /** Continues with a new informer, which tells the handler what is new, changed or gone since. */
    private synchronized void listAgain() {
        if (!informer.isRunning()) {
            return;
        }
        SharedIndexInformer<T> next = informers.get();
        next.initialState(carriedOver.apply(informer.getStore().list()));
        informer.stop();
        start(next);
        informer = next;
        down = false;
    }

    /** Copies without a version, so that each counts as changed: a version says nothing once data has been restored. */
    static <T extends HasMetadata> Function<List<T>, Stream<T>> carryingCopies(KubernetesSerialization serialization) {
        return objects -> objects.stream()
                .map(serialization::clone)
                .peek(copy -> copy.getMetadata().setResourceVersion(null));
    }

    /** Nothing, for informers whose common store keeps what is known. */
    static <T extends HasMetadata> Function<List<T>, Stream<T>> carryingNothing() {
        return objects -> Stream.empty();
    }

    private void note(Throwable thrown) {
        Failure before = failure;
        Failure now = Failure.of(thrown);
        failure = now;
        if (!now.isRefusal()) {
            LOG.warnf("%s cannot be listed or watched now, and will be retried: %s", plural, OneLine.logged(thrown));
            metrics.problem();
        } else if (discovery != null && now.code() == NOT_FOUND && !isSynced()) {
            setAbsent();
        } else if (before == null || before.code() != now.code()) {
            discovered = false;
            if (discovery == null) {
                sayRefused();
            }
        }
    }

    /** Says once that the API server refuses to list the kind. */
    private void sayRefused() {
        Failure now = failure;
        if (now != null && now.isRefusal() && !discovered) {
            LOG.warnf(
                    "%s cannot be listed (%d): %s; decisions are made %s",
                    plural, now.code(), wayOut, synced ? "with the last good version" : "without them");
            metrics.problem();
        }
    }

    /** Whether a list has ever arrived; its objects may not have reached their handlers yet. */
    boolean isSynced() {
        synced = synced || informer.hasSynced();
        return synced;
    }

    /** Whether the watch is up. Unless the list was the first, the handler has been told of all of it by then. */
    boolean isWatching() {
        boolean watching = informer.isWatching();
        if (watching) {
            lastWatching = nanos.getAsLong();
            failure = null;
            absent = false;
        }
        return watching;
    }

    /** How much is known of the objects. */
    KindState kindState() {
        if (isWatching()) {
            return isSynced() ? KindState.WATCHED : KindState.UNREAD;
        }
        if (absent) {
            return KindState.ABSENT;
        }
        if (isRefused() && (discovery == null || discovered)) {
            return KindState.REFUSED;
        }
        if (nanos.getAsLong() - lastWatching >= FAILING_AFTER.toNanos()) {
            return KindState.FAILING;
        }
        return isSynced() ? KindState.READ : KindState.UNREAD;
    }

    /** Whether the API server refuses to list the kind, because rights or the CRD are missing, and always has. */
    boolean isRefused() {
        Failure now = failure;
        return now != null && now.isRefusal() && !isSynced();
    }

    /** What the API server answers while the kind is refused or failing, with the way out; empty if it is neither. */
    Optional<String> trouble() {
        KindState state = kindState();
        if (state != KindState.REFUSED && state != KindState.FAILING) {
            return Optional.empty();
        }
        Failure now = failure;
        if (now == null || now.code() == 0) {
            return Optional.of("the API server has not listed " + plural + " for " + FAILING_AFTER.toSeconds() + " s");
        }
        boolean advised = now.code() == FORBIDDEN || state == KindState.REFUSED;
        String more = advised ? wayOut : OneLine.logged(now.message());
        return Optional.of("the API server answers the list of " + plural + " with " + now.code()
                + (more.isEmpty() ? "" : ": " + more));
    }

    /** All objects of the list. */
    List<T> objects() {
        return informer.getStore().list();
    }

    /** The names of all objects of the list. */
    List<String> names() {
        return objects().stream().map(object -> object.getMetadata().getName()).toList();
    }

    /** Zero while the watch is up, else the seconds since it was last seen up. */
    double ageSeconds() {
        return isWatching() ? 0 : (nanos.getAsLong() - lastWatching) / 1e9;
    }

    /** The state in words. */
    String state() {
        return switch (kindState()) {
            case WATCHED -> "watching";
            case READ -> "not watching, last good version in use";
            case ABSENT -> "not a kind of this cluster";
            case UNREAD -> "not read yet";
            case REFUSED, FAILING ->
                (isSynced() ? "not watching: " : "") + trouble().orElse("failing");
        };
    }

    @Override
    public synchronized void close() {
        unregister.run();
        informer.stop();
    }
}
