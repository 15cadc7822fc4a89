package dev.tolerant.server.cluster;

import dev.tolerant.engine.crd.CurrentObject;
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
 * The object by which the guard in the API server judges pods: the leader writes it where it says something else than the policies
 * reserve.
 */
final class StoredReservations extends LedObject<StoredReservations.Wanted, Reservations> {
    private static final Logger LOG = Logger.getLogger(StoredReservations.class);
    /** The object, or its kind, counts as missing after so long: a leader writes it within a second. */
    static final Duration MISSING_AFTER = Duration.ofSeconds(10);

    private final SourceMetrics metrics;
    private final LongSupplier nanos;
    private final Runnable changed;

    private volatile boolean asWanted = true;
    private volatile Optional<String> missing = Optional.empty();

    // Touched by the writer alone.
    private @Nullable Long missingSince;
    private boolean fits = true;

    /**
     * The reservations that should be stored.
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
        super(client, WatchedKinds.RESERVATIONS, tools, leading, Wanted.NOTHING);
        this.metrics = tools.metrics();
        this.nanos = tools.nanos();
        this.changed = changed;
    }

    @Override
    void start() {
        metrics.flag(
                "tolerant.reservations.stored",
                "Whether the object by which the guard judges pods says all that policies reserve",
                () -> asWanted);
        super.start();
    }

    @Override
    boolean isSame(Wanted now, @Nullable Reservations stored) {
        Reservations known = Objects.requireNonNullElse(stored, Reservations.NONE);
        return now.over(known).equals(known);
    }

    @Override
    void compared(Wanted now, boolean isSame) {
        asWanted = now.whole() && isSame && (isKnown() || isNothing(now));
        missing = missing(now);
        fits |= isSame;
    }

    @Override
    void changed() {
        changed.run();
    }

    private static boolean isNothing(Wanted now) {
        return now.reservations().policies().isEmpty();
    }

    private Optional<String> missing(Wanted now) {
        KindState state = kindState();
        boolean isThere = !state.isKnown() || inCluster().isPresent();
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
                        : "there is no Reservations " + CurrentObject.NAME
                                + ", so nothing is reserved: the leader's log says why it cannot write it");
    }

    @Override
    void write(Wanted now) {
        Reservations next = now.over(stored());
        boolean fitted = fits;
        fits = next.fit();
        if (!fits && fitted) {
            metrics.problem(
                    LOG,
                    "what policies reserve is too much for one object together with what is stored of policies and pools that"
                            + " cannot be read now, so that the guard judges by what was stored before: reserve less, or fix"
                            + " what cannot be read");
        }
        if (!fits) {
            return;
        }
        write(
                ReservationsObject.of(next),
                "what policies reserve",
                inCluster().isEmpty()
                        ? "the API server finds nothing to judge pods by"
                        : "the guard judges by what was stored before");
    }

    /** Why nothing of what policies reserve is in force, with what to do; empty unless the object or its kind is missing for a while. */
    Optional<String> missing() {
        return missing;
    }

    /** The stored reservations, as far as the watch has told. */
    Reservations stored() {
        return inCluster().orElse(Reservations.NONE);
    }
}
