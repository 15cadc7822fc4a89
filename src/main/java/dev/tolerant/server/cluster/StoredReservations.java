package dev.tolerant.server.cluster;

import dev.tolerant.engine.crd.ReservationsObject;
import dev.tolerant.engine.model.OneLine;
import dev.tolerant.engine.model.Reservations;
import dev.tolerant.thread.DaemonThreads;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The object by which the guard in the API server judges pods: every replica watches it and compares it with what the policies reserve,
 * and the leader writes it where it says something else.
 *
 * <p>One thread compares and writes; any thread may ask what came of it.
 */
final class StoredReservations implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(StoredReservations.class);
    private static final String MANAGER = "tolerant";
    private static final long MAX_PAUSE_SECONDS = 60;
    /** The object, or its kind, counts as missing after so long: a leader writes it within a second. */
    static final Duration MISSING_AFTER = Duration.ofSeconds(10);

    private final KubernetesClient client;
    private final BooleanSupplier writing;
    private final SourceMetrics metrics;
    private final LongSupplier nanos;
    private final Reflector<Reservations> reflector;
    private final ScheduledExecutorService writer = DaemonThreads.single("tolerant-reservations");

    private volatile Wanted wanted = Wanted.NOTHING;
    private volatile boolean asWanted = true;
    private volatile Optional<String> missing = Optional.empty();

    // Touched by the writer alone.
    private @Nullable Long missingSince;
    private long pauseSeconds = 1;
    private long notBefore;
    private boolean fits = true;

    /**
     * What should be stored.
     *
     * @param unread the names of policies that exist and cannot be read: what is stored of them stays
     * @param unsettled by name, who is inside policies whose pool may have more taints than are known: those that are stored stay
     * @param whole whether it is all that policies reserve; if not, the rest does not fit
     */
    record Wanted(
            Reservations reservations,
            Set<String> unread,
            Map<String, Reservations.Insiders> unsettled,
            boolean whole) {
        static final Wanted NOTHING = new Wanted(Reservations.NONE, Set.of(), Map.of(), true);

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
        metrics.flag(
                "tolerant.reservations.stored",
                "Whether the object by which the guard judges pods says all that policies reserve",
                () -> asWanted);
        reflector.need(true);
    }

    /** Has the guard judge by these reservations, once this replica may write them. */
    void want(Wanted now) {
        wanted = now;
        write();
    }

    /** Compares, and writes what is wanted, if need be; to be called every second or so. */
    void write() {
        writer.execute(this::compareAndWrite);
    }

    private void compareAndWrite() {
        boolean mayWrite = writing.getAsBoolean();
        // Read after that answer: before, it may have come from a part of the policies.
        Wanted now = wanted;
        Reservations stored = stored();
        Reservations next = now.over(stored);
        boolean isKnown = reflector.isRead() || reflector.state() == KindState.ABSENT;
        boolean same = next.equals(stored);
        asWanted = now.whole() && same && (isKnown || isNothing(now));
        missing = missing(now);
        if (same) {
            fits = true;
            pauseSeconds = 1;
        } else if (reflector.isRead() && mayWrite && nanos.getAsLong() - notBefore >= 0) {
            write(next);
        }
    }

    private static boolean isNothing(Wanted now) {
        return now.reservations().policies().isEmpty();
    }

    private Optional<String> missing(Wanted now) {
        KindState state = reflector.state();
        boolean isThere = !state.isKnown() || reflector.byName().containsKey(ReservationsObject.NAME);
        if (isThere || isNothing(now)) {
            missingSince = null;
            return Optional.empty();
        }
        missingSince = Objects.requireNonNullElse(missingSince, nanos.getAsLong());
        if (nanos.getAsLong() - missingSince < MISSING_AFTER.toNanos()) {
            return Optional.empty();
        }
        return Optional.of(
                state == KindState.ABSENT
                        ? "the API server has no kind Reservations, so nothing is reserved: run helm upgrade, or apply"
                                + " files/reservations.yaml of the chart"
                        : "there is no Reservations " + ReservationsObject.NAME
                                + ", so nothing is reserved: the log of the replica that leads says why it cannot write it");
    }

    private void write(Reservations next) {
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
        // While the watch is down nothing tells that it was written.
        notBefore = nanos.getAsLong() + pauseSeconds * 1_000_000_000;
        long seconds = pauseSeconds;
        pauseSeconds = Math.min(2 * pauseSeconds, MAX_PAUSE_SECONDS);
        try {
            client.resource(ReservationsObject.of(next))
                    .fieldManager(MANAGER)
                    .forceConflicts()
                    .serverSideApply();
        } catch (RuntimeException failed) {
            LOG.warnf(
                    "what policies reserve was not written, so that %s; it is written again in %d s: %s",
                    reflector.byName().isEmpty()
                            ? "the guard finds nothing to judge by"
                            : "the guard judges by what was stored before",
                    seconds,
                    OneLine.logged(failed));
            metrics.problem();
        }
    }

    /** Why nothing of what policies reserve is in force, with the way out; empty unless the object or its kind is missing for a while. */
    Optional<String> missing() {
        return missing;
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
