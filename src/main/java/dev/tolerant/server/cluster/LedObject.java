package dev.tolerant.server.cluster;

import dev.tolerant.api.Backoff;
import dev.tolerant.engine.words.OneLine;
import dev.tolerant.server.cluster.WatchedKinds.Kind;
import dev.tolerant.thread.DaemonThreads;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.NamespaceableResource;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * An object that policies of the API server read: every replica watches it and compares it with what is wanted, and the leader writes it
 * whole where it says something else. It is written at growing pauses until the watch tells that it is as it should be.
 * Its own thread compares and writes; any thread may say what is wanted, and ask what is stored.
 *
 * @param <W> what is wanted
 * @param <F> what it says
 */
abstract sealed class LedObject<W, F> implements AutoCloseable permits StoredInjections, StoredReservations {
    private static final Logger LOG = Logger.getLogger(LedObject.class);
    private static final long MAX_PAUSE_SECONDS = 60;
    /** What is wrong counts after so long: a leader writes the object within a second. */
    static final Duration WRONG_AFTER = Duration.ofSeconds(10);

    final KubernetesClient client;
    final SourceMetrics metrics;
    private final LongSupplier nanos;
    private final BooleanSupplier leading;
    private final String name;
    final Reflector<F> reflector;
    private final ScheduledExecutorService thread;
    private volatile @Nullable W wanted;
    private volatile @Nullable W shown;

    // Touched by the thread alone.
    private @Nullable W compared;
    private @Nullable F comparedWith;
    private boolean same;
    private @Nullable Long wrongSince;
    private final Backoff backoff = new Backoff(MAX_PAUSE_SECONDS);
    private long notBefore;

    /**
     * @param leading true while this replica is the leader, and what it wants comes from everything in the cluster
     * @param wanted until {@link #want} is called; null to compare nothing until then
     */
    LedObject(
            KubernetesClient client,
            Kind<F> kind,
            String name,
            Reflector.Tools tools,
            BooleanSupplier leading,
            @Nullable W wanted) {
        this.name = name;
        this.client = client;
        this.leading = leading;
        this.metrics = tools.metrics();
        this.nanos = tools.nanos();
        this.notBefore = nanos.getAsLong();
        this.reflector = new Reflector<>(kind, tools, (any, before, now) -> changed());
        this.thread = DaemonThreads.single("tolerant-writes-" + kind.plural());
        this.wanted = wanted;
    }

    void start() {
        reflector.setNeeded(true);
    }

    /** Has the object say this, once this replica may write it. */
    final void want(W now) {
        wanted = now;
        write();
    }

    /** Has it compared also if neither what is wanted nor what is stored is another object. */
    final void compareAgain() {
        thread.execute(() -> compared = null);
        write();
    }

    /** To be called every second or so. */
    final void write() {
        thread.execute(() -> {
            try {
                compareAndWrite();
            } catch (RuntimeException | Error ours) {
                LOG.warnf(ours, "%s could not be compared with what is wanted, and will be again", name);
                metrics.problem();
            }
        });
    }

    private void compareAndWrite() {
        boolean mayWrite = leading.getAsBoolean();
        // Read after that answer: before, it may have come from a part of the policies.
        W now = wanted;
        if (now == null) {
            return;
        }
        F stored = inCluster().orElse(null);
        if (now != compared || stored != comparedWith) {
            same = isSame(now, stored);
            compared = now;
            comparedWith = stored;
        }
        shown = same ? now : null;
        compared(now, same);
        if (same) {
            // Whatever comes next is written at once.
            backoff.reset();
        } else if (mayWrite && reflector.isRead() && nanos.getAsLong() - notBefore >= 0) {
            // Earlier, the last write may be on its way still.
            write(now);
        }
    }

    /** Notes whether it is wrong now; true if it has been for a while, whenever it was compared. */
    final boolean isWrongForLong(boolean isWrong) {
        long time = nanos.getAsLong();
        wrongSince = isWrong ? Objects.requireNonNullElse(wrongSince, time) : null;
        return wrongSince != null && time - wrongSince >= WRONG_AFTER.toNanos();
    }

    /** True once the watch has shown what is wanted now. */
    @SuppressWarnings("ReferenceEquality") // What is wanted is another object whenever it is something else.
    final boolean isStored() {
        W now = wanted;
        return now != null && now == shown;
    }

    /** Asked again only when what is wanted or what is stored is another object. */
    abstract boolean isSame(W now, @Nullable F stored);

    abstract void compared(W now, boolean isSame);

    abstract void write(W now);

    /** Runs whenever something else is stored; it must return at once. */
    abstract void changed();

    /** As far as the watch has told. */
    final Optional<F> inCluster() {
        return Optional.ofNullable(reflector.byName().get(name));
    }

    /** True once it is known what is stored, if anything is. */
    final boolean isKnown() {
        return reflector.isRead() || reflector.state() == KindState.ABSENT;
    }

    /** True if the object was written, whole; {@code what} and {@code otherwise} are as below. */
    final boolean apply(HasMetadata object, String what, String otherwise) {
        return attempt(
                object,
                resource -> resource.fieldManager("tolerant").forceConflicts().serverSideApply(),
                what,
                otherwise);
    }

    /** True if it was changed; for the log, {@code what} it says, and as a clause what happens {@code otherwise}. */
    final boolean attempt(
            HasMetadata object, Consumer<NamespaceableResource<HasMetadata>> change, String what, String otherwise) {
        // While the watch is down nothing tells that it was written.
        long seconds = backoff.nextSeconds();
        notBefore = nanos.getAsLong() + TimeUnit.SECONDS.toNanos(seconds);
        try {
            change.accept(client.resource(object));
            return true;
        } catch (RuntimeException failed) {
            metrics.problem(
                    LOG,
                    what + " was not written, so that " + otherwise + "; it is written again in " + seconds + " s: "
                            + OneLine.logged(failed));
            return false;
        }
    }

    @Override
    public final void close() {
        reflector.close();
        thread.shutdownNow();
    }
}
