package dev.tolerant.server.cluster;

import dev.tolerant.engine.standing.Reservations;
import dev.tolerant.engine.standing.ReservationsCompiler;
import dev.tolerant.engine.standing.ReservationsText;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.authentication.SelfSubjectReview;
import io.fabric8.kubernetes.api.model.authentication.UserInfo;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Deletable;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** The object by which the guard in the API server judges pods; the leader writes it where policies reserve something else. */
final class StoredReservations extends LedObject<StoredReservations.Wanted, Reservations> {
    private static final Logger LOG = Logger.getLogger(StoredReservations.class);

    private final String namespace;
    private final BooleanSupplier mayClose;
    private final Runnable changed;

    private volatile boolean asWanted = true;
    private volatile Optional<String> missing = Optional.empty();

    // Touched by the writer alone.
    private boolean fits = true;
    private List<OwnerReference> owners = List.of();

    /**
     * The reservations that should be stored.
     *
     * @param unread the names of policies that exist and cannot be read: what is stored of them stays
     * @param unsettled by name, those inside policies whose pool may have more taints than are known: what is stored stays
     * @param whole false if not all that policies reserve fits
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
     * @param namespace of the program, and so of the object
     * @param leading true while this replica is the leader, and what it wants comes from every policy of the cluster
     * @param mayClose true once the API server gives nothing by itself any more that the wanted reservations close to pods
     * @param changed runs whenever something else is stored; it must return at once
     */
    StoredReservations(
            KubernetesClient client,
            String namespace,
            Reflector.Tools tools,
            BooleanSupplier leading,
            BooleanSupplier mayClose,
            Runnable changed) {
        super(client, WatchedKinds.reservations(namespace), ReservationsText.OBJECT, tools, leading, Wanted.NOTHING);
        this.namespace = namespace;
        this.mayClose = mayClose;
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
        boolean isThere = !reflector.state().isKnown() || inCluster().isPresent();
        return isWrongForLong(!isThere && !isNothing(now))
                ? Optional.of("there is no ServiceAccount " + ReservationsText.OBJECT + " in namespace " + namespace
                        + ", so nothing is reserved: the leader's log says why it cannot write it")
                : Optional.empty();
    }

    @Override
    void write(Wanted now) {
        Reservations next = now.over(stored());
        boolean fitted = fits;
        fits = ReservationsCompiler.fit(next);
        if (!fits && fitted) {
            metrics.problem(
                    LOG,
                    "what policies reserve is too much for one object together with what is stored of policies and pools that"
                            + " cannot be read now, so that the guard judges by what was stored before: reserve less, or fix"
                            + " what cannot be read");
        }
        boolean closes = !stored().policies()
                        .entrySet()
                        .containsAll(next.policies().entrySet())
                || !stored().taints().entrySet().containsAll(next.taints().entrySet());
        if (!fits || (closes && !mayClose.getAsBoolean())) {
            return;
        }
        String otherwise = inCluster().isEmpty()
                ? "the API server finds nothing to judge pods by"
                : "the guard judges by what was stored before";
        if (next.policies().isEmpty()) {
            attempt(object(next), Deletable::delete, "that nothing is reserved", otherwise);
        } else {
            apply(object(next), "what policies reserve", otherwise);
        }
    }

    private HasMetadata object(Reservations reservations) {
        return new ServiceAccountBuilder()
                .withNewMetadata()
                .withName(ReservationsText.OBJECT)
                .withNamespace(namespace)
                .addToLabels("app.kubernetes.io/name", "tolerant")
                .withAnnotations(ReservationsText.of(reservations))
                .withOwnerReferences(owners())
                .endMetadata()
                .withAutomountServiceAccountToken(false)
                .build();
    }

    /** The program's own ServiceAccount, so that the object goes with the release; none where it runs as somebody else. */
    private List<OwnerReference> owners() {
        if (!owners.isEmpty()) {
            return owners;
        }
        try {
            UserInfo self = client.authentication()
                    .v1()
                    .selfSubjectReviews()
                    .create(new SelfSubjectReview())
                    .getStatus()
                    .getUserInfo();
            String own = "system:serviceaccount:" + namespace + ":";
            if (self.getUsername().startsWith(own)) {
                owners = List.of(new OwnerReferenceBuilder()
                        .withApiVersion("v1")
                        .withKind("ServiceAccount")
                        .withName(self.getUsername().substring(own.length()))
                        .withUid(self.getUid())
                        .build());
            }
        } catch (KubernetesClientException unanswered) {
            LOG.debugf(unanswered, "what policies reserve is written without an owner");
        }
        return owners;
    }

    /** The reason why nothing is reserved, with what to do; empty unless the object is missing for a while. */
    Optional<String> missing() {
        return missing;
    }

    /** As far as the watch has told. */
    Reservations stored() {
        return inCluster().orElse(Reservations.NONE);
    }
}
