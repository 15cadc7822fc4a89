package dev.tolerant.server.cluster;

import dev.tolerant.engine.crd.ReservationsObject;
import dev.tolerant.engine.model.Reservations;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
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
    /** The object, or its kind, counts as missing after so long: a leader writes it within a second. */
    static final Duration MISSING_AFTER = Duration.ofSeconds(10);

    private final LedObject<Reservations> object;
    private final SourceMetrics metrics;
    private final LongSupplier nanos;

    private volatile Wanted wanted = Wanted.NOTHING;
    private volatile boolean asWanted = true;
    private volatile Optional<String> missing = Optional.empty();

    // Touched by the writer alone.
    private @Nullable Long missingSince;
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
     * @param leading whether this replica is the leader, and what it wants comes from every policy of the cluster
     * @param changed runs whenever something else is stored; it must return at once
     */
    StoredReservations(KubernetesClient client, Reflector.Tools tools, BooleanSupplier leading, Runnable changed) {
        this.object = new LedObject<>(client, WatchedKinds.RESERVATIONS, tools, leading, changed);
        this.metrics = tools.metrics();
        this.nanos = tools.nanos();
    }

    void start() {
        metrics.flag(
                "tolerant.reservations.stored",
                "Whether the object by which the guard judges pods says all that policies reserve",
                () -> asWanted);
        object.start();
    }

    /** Has the guard judge by these reservations, once this replica may write them. */
    void want(Wanted now) {
        wanted = now;
        write();
    }

    /** Compares, and writes what is wanted, if need be; to be called every second or so. */
    void write() {
        object.execute(this::compareAndWrite);
    }

    private void compareAndWrite() {
        boolean mayWrite = object.isLeading();
        // Read after that answer: before, it may have come from a part of the policies.
        Wanted now = wanted;
        Reservations stored = stored();
        Reservations next = now.over(stored);
        boolean same = next.equals(stored);
        asWanted = now.whole() && same && (object.isKnown() || isNothing(now));
        missing = missing(now);
        if (same) {
            fits = true;
            object.settled();
        } else if (mayWrite && object.isDue()) {
            write(next);
        }
    }

    private static boolean isNothing(Wanted now) {
        return now.reservations().policies().isEmpty();
    }

    private Optional<String> missing(Wanted now) {
        KindState state = object.state();
        boolean isThere = !state.isKnown() || object.stored().isPresent();
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
        object.write(
                ReservationsObject.of(next),
                "what policies reserve",
                object.stored().isEmpty()
                        ? "the guard finds nothing to judge by"
                        : "the guard judges by what was stored before");
    }

    /** Why nothing of what policies reserve is in force, with the way out; empty unless the object or its kind is missing for a while. */
    Optional<String> missing() {
        return missing;
    }

    /** What is stored now, as far as the watch has told. */
    Reservations stored() {
        return object.stored().orElse(Reservations.NONE);
    }

    /** The state of the watch in words; empty while there is none. */
    Optional<String> state() {
        return object.words();
    }

    @Override
    public void close() {
        object.close();
    }
}
