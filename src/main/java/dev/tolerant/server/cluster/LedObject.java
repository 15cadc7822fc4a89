package dev.tolerant.server.cluster;

import dev.tolerant.engine.model.OneLine;
import dev.tolerant.server.cluster.WatchedKinds.Kind;
import dev.tolerant.thread.DaemonThreads;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;

/**
 * An object that policies of the API server read: every replica watches it, and the leader writes it whole. It is written at growing
 * pauses until the watch tells that it is as it should be.
 *
 * <p>Its own thread runs what compares and writes; any thread may ask what is stored.
 *
 * @param <F> what it says
 */
final class LedObject<F> implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(LedObject.class);
    private static final String NAME = "current";
    private static final String MANAGER = "tolerant";
    private static final long MAX_PAUSE_SECONDS = 60;

    private final KubernetesClient client;
    private final BooleanSupplier leading;
    private final SourceMetrics metrics;
    private final LongSupplier nanos;
    private final Reflector<F> reflector;
    private final ScheduledExecutorService thread;

    // Touched by the thread alone.
    private long pauseSeconds = 1;
    private long notBefore;

    /**
     * @param leading whether this replica is the leader, and what it wants comes from everything in the cluster
     * @param changed runs whenever something else is stored; it must return at once
     */
    LedObject(KubernetesClient client, Kind<F> kind, Reflector.Tools tools, BooleanSupplier leading, Runnable changed) {
        this.client = client;
        this.leading = leading;
        this.metrics = tools.metrics();
        this.nanos = tools.nanos();
        this.notBefore = nanos.getAsLong();
        this.reflector = new Reflector<>(kind, tools, (name, before, now) -> changed.run());
        this.thread = DaemonThreads.single("tolerant-" + kind.plural());
    }

    void start() {
        reflector.need(true);
    }

    /** Runs what compares and writes. */
    void execute(Runnable comparison) {
        thread.execute(comparison);
    }

    boolean isLeading() {
        return leading.getAsBoolean();
    }

    /** What is stored now, as far as the watch has told. */
    Optional<F> stored() {
        return Optional.ofNullable(reflector.byName().get(NAME));
    }

    KindState state() {
        return reflector.state();
    }

    /** Whether it is known what is stored, if anything is. */
    boolean isKnown() {
        return reflector.isRead() || state() == KindState.ABSENT;
    }

    /** The state of the watch in words; empty while there is none. */
    Optional<String> words() {
        return reflector.words();
    }

    /** That it is as it should be: whatever comes next is written at once. */
    void settled() {
        pauseSeconds = 1;
    }

    /** Whether it may be written now: the last write may be on its way still. */
    boolean isDue() {
        return reflector.isRead() && nanos.getAsLong() - notBefore >= 0;
    }

    /**
     * Writes it.
     *
     * @param what it says, for the log
     * @param otherwise what happens while it is not written, as a clause
     */
    void write(HasMetadata object, String what, String otherwise) {
        // While the watch is down nothing tells that it was written.
        notBefore = nanos.getAsLong() + pauseSeconds * 1_000_000_000;
        long seconds = pauseSeconds;
        pauseSeconds = Math.min(2 * pauseSeconds, MAX_PAUSE_SECONDS);
        try {
            client.resource(object).fieldManager(MANAGER).forceConflicts().serverSideApply();
        } catch (RuntimeException failed) {
            LOG.warnf(
                    "%s was not written, so that %s; it is written again in %d s: %s",
                    what, otherwise, seconds, OneLine.logged(failed));
            metrics.problem();
        }
    }

    @Override
    public void close() {
        reflector.close();
        thread.shutdownNow();
    }
}
