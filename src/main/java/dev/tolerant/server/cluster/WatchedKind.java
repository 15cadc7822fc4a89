package dev.tolerant.server.cluster;

import dev.tolerant.engine.decision.OneLine;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/**
 * One kind of object that is listed and watched. A watch that has been down for a while
 * is given up for a new list: the client itself goes on asking to watch from a version that the API server may have
 * forgotten (410 to the request), or that belongs to data from before a restore.
 */
final class WatchedKind<T extends HasMetadata> implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final Logger LOG = Logger.getLogger(WatchedKind.class);
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;

    private final String plural;
    private final String wayOut;
    private final boolean optional;
    private final Supplier<SharedIndexInformer<T>> informers;
    private final Function<List<T>, Stream<T>> carriedOver;
    private final SourceMetrics metrics;
    private volatile SharedIndexInformer<T> informer;
    private volatile Runnable unregister = () -> {};
    private volatile boolean synced;
    private volatile int refusal;
    private volatile boolean failed;
    private volatile long lastWatching = System.nanoTime();

    // Touched by the caller of look() alone.
    private boolean down;
    private long downSince;

    /**
     * @param wayOut what to do when the kind cannot be listed
     * @param informers makes informers with a handler or a store
     * @param carriedOver what a new informer starts with, of the objects of the one before it
     */
    WatchedKind(
            String plural,
            String wayOut,
            Supplier<SharedIndexInformer<T>> informers,
            Function<List<T>, Stream<T>> carriedOver,
            SourceMetrics metrics) {
        this(plural, wayOut, false, informers, carriedOver, metrics);
    }

    private WatchedKind(
            String plural,
            String wayOut,
            boolean optional,
            Supplier<SharedIndexInformer<T>> informers,
            Function<List<T>, Stream<T>> carriedOver,
            SourceMetrics metrics) {
        this.optional = optional;
        this.plural = plural;
        this.wayOut = wayOut;
        this.informers = informers;
        this.carriedOver = carriedOver;
        this.metrics = metrics;
        this.informer = informers.get();
    }

    /** A kind that not every cluster has; its informers keep what is known in a common store. */
    static <T extends HasMetadata> WatchedKind<T> ofOptional(
            String plural, String wayOut, Supplier<SharedIndexInformer<T>> informers, SourceMetrics metrics) {
        return new WatchedKind<>(plural, wayOut, true, informers, carryingNothing(), metrics);
    }

    /** Starts to list and watch, and does not give up until it is closed. */
    void start() {
        unregister = metrics.source(plural, () -> isSynced() || isAbsent(), () -> isAbsent() ? 0 : ageSeconds());
        start(informer);
    }

    private void start(SharedIndexInformer<T> started) {
        started.exceptionHandler((running, failure) -> {
            if (started.isRunning()) {
                note(failure);
            }
            return true;
        });
        var ignoredBecauseItIsRetried = started.start();
    }

    /** Lists again if the watch has been down for too long; to be called every second or so. */
    void look() {
        long now = System.nanoTime();
        boolean wasDown = down;
        // Before its first list an informer has nothing to watch from, and goes on trying to list.
        down = isSynced() && informer.hasSynced() && ageSeconds() > 0;
        if (down && !wasDown) {
            downSince = now;
        }
        if (down && now - downSince >= PATIENCE.toNanos()) {
            LOG.warnf("%s have not been watched for %d s, and are listed again", plural, PATIENCE.toSeconds());
            metrics.problem();
            listAgain();
        }
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

    private void note(Throwable failure) {
        failed = true;
        int code = codeOf(failure);
        boolean refused = code == FORBIDDEN || code == NOT_FOUND;
        if (optional && code == NOT_FOUND && !isSynced()) {
            if (code != refusal) {
                LOG.infof("the API server has no %s, and will be asked again", plural);
            }
            refusal = code;
        } else if (refused && code != refusal) {
            refusal = code;
            LOG.warnf(
                    "%s cannot be listed (%d): %s; decisions are made %s",
                    plural, code, wayOut, synced ? "with the last good version" : "without them");
            metrics.problem();
        } else if (!refused) {
            LOG.warnf("%s cannot be listed or watched now, and will be retried: %s", plural, OneLine.logged(failure));
            metrics.problem();
        }
    }

    /** The status that the API server answered with; 0 if it did not answer. The client wraps its own exception. */
    private static int codeOf(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof KubernetesClientException client) {
                return client.getCode();
            }
        }
        return 0;
    }

    /** Whether a list has ever arrived; its objects may not have reached their handlers yet. */
    boolean isSynced() {
        if (informer.hasSynced()) {
            synced = true;
            refusal = 0;
        }
        return synced;
    }

    /** Whether the watch is up. Unless the list was the first, the handler has been told of all of it by then. */
    boolean isWatching() {
        return informer.isWatching();
    }

    /** Whether the cluster does not have the kind, and need not. */
    private boolean isAbsent() {
        return optional && refusal == NOT_FOUND && !isSynced();
    }

    /** How much is known of the objects. */
    KindState kindState() {
        if (isSynced()) {
            return isWatching() ? KindState.WATCHED : KindState.READ;
        }
        if (isAbsent()) {
            return KindState.ABSENT;
        }
        return isRefused() ? KindState.REFUSED : KindState.UNREAD;
    }

    /** Whether the kind could not be listed or watched at least once. */
    boolean hasFailed() {
        return failed;
    }

    /** Whether the API server refuses to list the kind, because rights or the CRD are missing. */
    boolean isRefused() {
        return refusal != 0 && !isSynced();
    }

    /** Whether the API server has refused the last list, even if there was an earlier one. */
    boolean isRefusedNow() {
        return refusal != 0 && !informer.hasSynced();
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
        if (informer.isWatching()) {
            lastWatching = System.nanoTime();
            return 0;
        }
        return (System.nanoTime() - lastWatching) / 1e9;
    }

    /** The state in words. */
    String state() {
        if (isSynced()) {
            return informer.isWatching() ? "watching" : "not watching, last good version in use";
        }
        if (isAbsent()) {
            return "not a kind of this cluster";
        }
        return refusal == 0 ? "not read yet" : "refused by the API server with " + refusal + ": " + wayOut;
    }

    @Override
    public synchronized void close() {
        unregister.run();
        informer.stop();
    }
}
