package dev.tolerant.server.cluster;

import dev.tolerant.engine.crd.InjectionsObject;
import dev.tolerant.engine.standing.Injections;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.observed.registration.InstalledGuard.Installed;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The object by which the API server gives new pods what it can give by itself: the leader writes it where it says something else than
 * policies, namespaces and settings do. Where that cannot be written, it writes in its place that nothing is given, which always fits.
 */
final class StoredInjections extends LedObject<Injections, InjectionsObject> {
    private static final InjectionsObject.Spec GIVES_NOTHING =
            InjectionsObject.of(Injections.NOTHING).getSpec();

    private final BooleanSupplier inForce;
    private final Runnable changed;
    /** True while the API server may give by a write that the watch has not told of. */
    private volatile boolean underWay;

    private volatile boolean outdated;
    private volatile Set<Toleration> notWanted = Set.of();
    private volatile @Nullable Installed reader;
    private volatile Injections lastStored = Injections.NOTHING;

    /**
     * @param leading true while this replica is the leader, and what it wants comes from every policy, namespace and node of the cluster
     * @param inForce true while the API server gives by the object, as far as is known
     * @param changed runs whenever something else is given that is not wanted; it must return at once
     */
    StoredInjections(
            KubernetesClient client,
            Reflector.Tools tools,
            BooleanSupplier leading,
            BooleanSupplier inForce,
            Runnable changed) {
        super(client, WatchedKinds.INJECTIONS, InjectionsObject.NAME, tools, leading, null);
        this.inForce = inForce;
        this.changed = changed;
    }

    @Override
    void start() {
        metrics.flag(
                "tolerant.injections.stored",
                "Whether the object by which the API server gives pods what it can by itself says all of that, and it gives by it",
                () -> isStored() && inForce.getAsBoolean());
        super.start();
    }

    /** The object goes with the policy that reads it, if there is one. */
    void setReader(Installed now) {
        if (!now.equals(reader)) {
            reader = now;
            compareAgain();
        }
    }

    private boolean isOwned(InjectionsObject object) {
        Installed now = reader;
        return now == null || now.uid().isEmpty() || object.isOf(now.uid());
    }

    @Override
    boolean isSame(Injections now, @Nullable InjectionsObject object) {
        InjectionsObject.Spec wanted = InjectionsObject.of(now).getSpec();
        InjectionsObject.Spec stored = object == null ? null : object.getSpec();
        boolean isSame = object != null && wanted.equals(stored) && isOwned(object);
        Set<Toleration> before = notWanted;
        Set<Toleration> given = stored == null || !stored.hasItsParts() ? new HashSet<>() : stored.tolerations();
        given.removeAll(wanted.tolerations());
        notWanted = given;
        if (!given.equals(before)) {
            changed.run();
        }
        return isSame;
    }

    /** Those that the API server may give by what is stored, and that are not wanted now. */
    Set<Toleration> notWanted() {
        return notWanted;
    }

    /** By whose whitelists the API server judges pods, if it is not by what is wanted now: what it has of that is known, if it was stored before. */
    @SuppressWarnings("ReferenceEquality") // What is wanted is another object whenever it is something else.
    Injections judging(Injections now) {
        Injections last = lastStored;
        Map<String, NamespaceFacts> whitelists = inCluster()
                .filter(object -> now != last)
                .map(InjectionsObject::getSpec)
                .map(InjectionsObject.Spec::judged)
                .orElse(Map.of());
        return whitelists.isEmpty()
                ? Injections.NOTHING
                : new Injections(last.rules(), last.policies(), last.namespaces(), whitelists, Map.of());
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // As above.
    void compared(Injections now, boolean isSame) {
        if (isSame && lastStored != now) {
            lastStored = now;
            changed.run();
        }
        outdated = isWrongForLong(!isSame);
    }

    /** True where the API server has for a while been giving something else than what is wanted. */
    boolean isOutdated() {
        return outdated;
    }

    /** True where the API server gives no more than what is wanted now. */
    boolean isSettled() {
        return isStored() || reflector.state() == KindState.ABSENT || (isKnown() && givesNothing() && !underWay);
    }

    private boolean givesNothing() {
        return inCluster().map(object -> GIVES_NOTHING.equals(object.getSpec())).orElse(true);
    }

    @Override
    void write(Injections wanted) {
        boolean givesNothing = givesNothing();
        // The watch may tell of it before the answer comes.
        underWay = true;
        InjectionsObject object = InjectionsObject.of(outdated && !givesNothing ? Injections.NOTHING : wanted);
        Installed now = reader;
        if (now != null && !now.uid().isEmpty()) {
            object.setOwner(now.guard().name(), now.uid());
        }
        boolean isWritten = apply(
                object,
                "what the API server gives pods by itself",
                "it gives them " + (givesNothing ? "nothing" : "what was stored before"));
        if (!isWritten) {
            underWay = false;
        }
    }

    @Override
    void changed() {
        underWay = false;
        write();
    }
}
