package dev.tolerant.server.cluster;

import dev.tolerant.engine.standing.PolicySet;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.observed.registration.Registration.Coverage;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The snapshot that reviews are decided with: policies and reservations of one moment, which are replaced as a whole, and live maps of
 * namespaces and nodes. Any thread reads it, without a lock.
 */
@Singleton
public class CurrentSnapshot {
    private final List<Consumer<PolicySet>> watchers = new CopyOnWriteArrayList<>();
    private volatile Snapshot current = Snapshot.EMPTY;
    private volatile @Nullable Namespaces lookup;
    private volatile @Nullable WholeCluster cluster;

    /** The facts of a namespace; null if they have to be {@linkplain #read read} first. */
    public @Nullable NamespaceFacts namespace(String name) {
        NamespaceFacts facts = current.namespaces().get(name);
        return facts == null && lookup == null ? NamespaceFacts.plain(name) : facts;
    }

    /** The facts of a namespace that is not known yet; {@linkplain NamespaceFacts#unknown unknown} after the deadline. */
    public CompletionStage<NamespaceFacts> read(String name) {
        Namespaces live = lookup;
        return live == null ? CompletableFuture.completedFuture(NamespaceFacts.plain(name)) : live.read(name);
    }

    /** The namespaces and nodes may change later. */
    public Snapshot current() {
        return current;
    }

    public void set(Snapshot snapshot) {
        current = snapshot;
        watchers.forEach(watcher -> watcher.accept(snapshot.policies()));
    }

    /** Tells the watcher the policies of this moment, and all that come after, on the thread that sets them. */
    public void watchPolicies(Consumer<PolicySet> watcher) {
        watchers.add(watcher);
        watcher.accept(current.policies());
    }

    /** For a keeper; null if the snapshot does not come from a cluster. */
    public @Nullable WholeCluster cluster() {
        return cluster;
    }

    public void setCluster(WholeCluster source) {
        cluster = source;
    }

    void setLookup(Namespaces live) {
        lookup = live;
    }

    /** The state of the cluster that a keeper needs besides policies, namespaces and nodes. */
    public interface WholeCluster {

        /** True while policies, namespaces, nodes and the program's registration are all known as they are now. */
        boolean isWatched();

        /** The new pods about which the API server asks the program, by each webhook of its registrations, or to which it gives alone. */
        Set<Coverage> coverage();

        Leadership leadership();
    }
}
