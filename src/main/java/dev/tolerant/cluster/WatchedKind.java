package dev.tolerant.cluster;

import dev.tolerant.core.decision.OneLine;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.List;
import org.jboss.logging.Logger;

/** One kind of object that is listed and watched, for as long as the program runs. */
final class WatchedKind<T extends HasMetadata> implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(WatchedKind.class);
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int MAX_LINE = 2000;

    private final String plural;
    private final String wayOut;
    private final SharedIndexInformer<T> informer;
    private final SourceMetrics metrics;
    private volatile int refusal;
    private volatile long lastWatching = System.nanoTime();

    /** {@code wayOut} says what to do when the kind cannot be listed. */
    WatchedKind(String plural, String wayOut, SharedIndexInformer<T> informer, SourceMetrics metrics) {
        this.plural = plural;
        this.wayOut = wayOut;
        this.informer = informer;
        this.metrics = metrics;
    }

    /** Starts to list and watch, and never gives up. */
    void start() {
        metrics.source(plural, this::isSynced, this::ageSeconds);
        informer.exceptionHandler((started, failure) -> {
            note(failure);
            return true;
        });
        var ignoredBecauseItIsRetried = informer.start();
    }

    private void note(Throwable failure) {
        int code = codeOf(failure);
        boolean refused = code == FORBIDDEN || code == NOT_FOUND;
        if (refused && code != refusal) {
            refusal = code;
            LOG.warnf("%s cannot be listed (%d): %s; decisions are made without them", plural, code, wayOut);
            metrics.problem();
        } else if (!refused) {
            LOG.warnf(
                    "%s cannot be listed or watched now, and will be retried: %s",
                    plural, OneLine.of(String.valueOf(failure.getMessage()), MAX_LINE));
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

    /** Whether the list has arrived; its objects may not have reached their handlers yet. */
    boolean isSynced() {
        boolean synced = informer.hasSynced();
        if (synced) {
            refusal = 0;
        }
        return synced;
    }

    /** Whether the API server refuses to list the kind, because rights or the CRD are missing. */
    boolean isRefused() {
        return refusal != 0 && !informer.hasSynced();
    }

    /** The names of all objects of the list. */
    List<String> names() {
        return informer.getStore().list().stream()
                .map(object -> object.getMetadata().getName())
                .toList();
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
        return refusal == 0 ? "not read yet" : "refused by the API server with " + refusal + ": " + wayOut;
    }

    @Override
    public void close() {
        informer.stop();
    }
}
