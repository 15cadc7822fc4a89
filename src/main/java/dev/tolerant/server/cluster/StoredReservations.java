package dev.tolerant.server.cluster;

import dev.tolerant.engine.crd.ReservationsObject;
import dev.tolerant.engine.model.OneLine;
import dev.tolerant.engine.model.Reservations;
import dev.tolerant.thread.DaemonThreads;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;

/**
 * The object by which the guard in the API server judges pods: every replica watches it, and the leader writes it where it says
 * something else than the policies do.
 */
final class StoredReservations implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(StoredReservations.class);
    private static final String MANAGER = "tolerant";
    private static final long MAX_PAUSE_SECONDS = 60;

    private final KubernetesClient client;
    private final BooleanSupplier writing;
    private final SourceMetrics metrics;
    private final LongSupplier nanos;
    private final Reflector<Reservations> reflector;
    private final ScheduledExecutorService writer = DaemonThreads.single("tolerant-reservations");

    private volatile Wanted wanted = new Wanted(Reservations.NONE, Set.of(), Map.of());

    // Touched by the writer alone.
    private long pauseSeconds = 1;
    private long notBefore;
    private boolean fits = true;

    /**
     * What should be stored.
     *
     * @param unread the names of policies that exist and cannot be read: what is stored of them stays
     * @param unsettled by name, who is inside policies whose pool may have more taints than are known: those that are stored stay
     */
    record Wanted(Reservations reservations, Set<String> unread, Map<String, Reservations.Insiders> unsettled) {
        Reservations over(Reservations stored) {
            return reservations.keeping(unread, unsettled, stored);
        }
    }

    /**
     * @param writing whether this replica is the leader, and what it wants comes from every policy of the cluster
     * @param changed runs whenever something else is stored; it must return at once
     */
    StoredReservations(KubernetesClient client, Reflector.Tools tools, BooleanSupplier writing, Runnable changed) {
        this.client = client;
        this.writing = writing;
        this.metrics = tools.metrics();
        this.nanos = tools.nanos();
        this.notBefore = nanos.getAsLong();
        this.reflector = new Reflector<>(WatchedKinds.RESERVATIONS, tools, (name, before, now) -> changed.run());
    }

    void start() {
        reflector.need(true);
    }

    /** Has the guard judge by these reservations, once this replica may write them. */
    void want(Wanted now) {
        wanted = now;
        write();
    }

    /** Writes what is wanted, if need be; to be called every second or so. */
    void write() {
        writer.execute(this::writeDue);
    }

    private void writeDue() {
        if (!reflector.isRead() || !writing.getAsBoolean() || nanos.getAsLong() - notBefore < 0) {
            return;
        }
        // Read after that answer: before, it may have come from a part of the policies.
        Wanted now = wanted;
        Reservations stored = stored();
        Reservations next = now.over(stored);
        if (next.equals(stored)) {
            fits = true;
            return;
        }
        boolean fitted = fits;
        fits = next.fit();
        if (!fits && fitted) {
            LOG.warn(
                    "what policies reserve is too much for one object together with what is stored of policies and pools that"
                            + " cannot be read now, so that the guard judges by what was stored before: reserve less, or mend what"
                            + " cannot be read");
            metrics.problem();
        }
        if (!fits) {
            return;
        }
        try {
            client.resource(ReservationsObject.of(next))
                    .fieldManager(MANAGER)
                    .forceConflicts()
                    .serverSideApply();
            pauseSeconds = 1;
        } catch (RuntimeException failed) {
            notBefore = nanos.getAsLong() + pauseSeconds * 1_000_000_000;
            LOG.warnf(
                    "what policies reserve was not written, so that the guard judges by what was stored before; it is written"
                            + " again in %d s: %s",
                    pauseSeconds, OneLine.logged(failed));
            metrics.problem();
            pauseSeconds = Math.min(2 * pauseSeconds, MAX_PAUSE_SECONDS);
        }
    }

    /** What is stored now, as far as the watch has told. */
    Reservations stored() {
        return reflector.byName().getOrDefault(ReservationsObject.NAME, Reservations.NONE);
    }

    /** The state of the watch in words; empty while there is none. */
    Optional<String> state() {
        return reflector.words();
    }

    @Override
    public void close() {
        reflector.close();
        writer.shutdownNow();
    }
}
