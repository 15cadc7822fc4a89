package dev.tolerant.server.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.api.ApiServer;
import dev.tolerant.api.Sleep;
import dev.tolerant.engine.model.NamespaceFacts;
import dev.tolerant.engine.model.Node;
import dev.tolerant.engine.model.NodePool;
import dev.tolerant.engine.model.PolicySet;
import dev.tolerant.engine.model.Reservations;
import dev.tolerant.engine.model.Snapshot;
import dev.tolerant.engine.model.TolerationRules;
import dev.tolerant.observed.registration.Registration.Coverage;
import dev.tolerant.thread.DaemonThreads;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Policies, namespaces, nodes and NodePools of a cluster, and the program's own registration, listed and watched. It needs list and
 * watch of these kinds, get of namespaces, update of the policies' status, and a Lease.
 */
final class ClusterSource implements Source, WholeCluster {
    private static final Logger LOG = Logger.getLogger(ClusterSource.class);

    private final SourceMetrics metrics;
    private final CurrentSnapshot snapshot;
    private final Duration period;
    private final ScheduledExecutorService worker = DaemonThreads.single("tolerant-policies");
    private final ScheduledExecutorService watchdog = DaemonThreads.single("tolerant-watches");
    /** Ends what the API server leaves hanging. */
    private final ScheduledExecutorService timer = DaemonThreads.single("tolerant-timer");

    private final PolicyStore policyStore;
    private final Leadership leadership;
    private final boolean guarded;
    private final StatusWriter status;
    private final AwaitedNamespaces awaited;
    private final LiveLookup lookup;
    private final Reflector<ObjectNode> policies;
    private final Reflector<NamespaceFacts> namespaces;
    private final Reflector<Node> nodes;
    private final Reflector<NodePool> nodePools;
    private final Reflector<Set<Coverage>> registrations;
    private final StoredReservations reservations;
    private volatile boolean keeping;
    private volatile boolean policiesInForce;
    private volatile boolean namespacesRead;
    private volatile boolean nodesRead;
    /** Touched by the watchdog alone. */
    private long electionReported;

    /**
     * @param guarded whether a guard in the API server holds what policies reserve
     * @param nanos a monotonic clock such as {@link System#nanoTime}
     * @param sleep how watches pause before they are tried again
     * @param period how often the watches are looked at
     */
    ClusterSource(
            KubernetesClient client,
            Leadership leadership,
            TolerationRules rules,
            CurrentSnapshot snapshot,
            SourceMetrics metrics,
            boolean guarded,
            LongSupplier nanos,
            Sleep sleep,
            Duration period) {
        this.period = period;
        this.leadership = leadership;
        this.guarded = guarded;
        this.metrics = metrics;
        this.snapshot = snapshot;
        this.awaited = new AwaitedNamespaces(nanos);
        this.status = new StatusWriter(client, new PolicyStatus(Clock.systemUTC()), leadership::isLeading, nanos);
        Reflector.Source source = new Reflector.Source(ApiServer.of(client, timer), metrics, nanos, sleep);
        this.nodes = new Reflector<>(WatchedKinds.NODES, source, this::poolsChanged);
        this.nodePools = new Reflector<>(WatchedKinds.NODE_POOLS, source, this::poolsChanged);
        this.registrations = new Reflector<>(WatchedKinds.REGISTRATIONS, source, (name, before, now) -> {});
        this.reservations = new StoredReservations(
                client, source, () -> leadership.isLeading() && arePoliciesInForce(), this::judgedBy);
        this.policyStore = new PolicyStore(
                rules,
                worker,
                snapshot,
                this::isWhole,
                new Pools(() -> PoolSources.of(nodes, nodePools)),
                this::watchWhatPoolsNeed,
                reservations::want,
                status,
                metrics,
                System::nanoTime);
        this.policies = new Reflector<>(WatchedKinds.POLICIES, source, policyStore);
        this.namespaces =
                new Reflector<>(WatchedKinds.namespaces(rules), source, new NamespaceStore(awaited::bring, metrics));
        this.lookup = new LiveLookup(client, rules, namespaces.byName(), namespaces::isWatching, awaited, nanos);
    }

    /** Watches also what only a fleet keeper needs, and tells it by the snapshot; before the start. */
    void serveKeeper() {
        keeping = true;
        registrations.need(true);
        snapshot.setCluster(this);
    }

    void start() {
        snapshot.setLookup(lookup);
        snapshot.set(new Snapshot(PolicySet.EMPTY, namespaces.byName(), nodes.byName()));
        watchWhatPoolsNeed(PolicySet.EMPTY);
        namespaces.need(true);
        policies.need(true);
        if (guarded) {
            reservations.start();
        }
        leadership.start();
        watchdog.scheduleWithFixedDelay(this::look, period.toMillis(), period.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void look() {
        try {
            // What has been read once stays read, whether or not anybody asked at that moment.
            arePoliciesInForce();
            areNamespacesRead();
            areNodesRead();
            reservations.look();
            policyStore.lookAtSources();
            reportAgain();
        } catch (RuntimeException failed) {
            LOG.warnf(
                    failed,
                    "the watches could not be renewed, and will be looked at again in %d s",
                    period.toSeconds());
            metrics.problem();
        }
    }

    /** Reports on policies of which there is something else to say, although they have not changed. */
    private void reportAgain() {
        Set<String> names = policyStore.takeReportable();
        long election = leadership.elections();
        boolean all = leadership.isLeading() && election != electionReported;
        electionReported = all ? election : electionReported;
        if (all || !names.isEmpty()) {
            Map<String, ObjectNode> objects = new HashMap<>(policies.byName());
            objects.keySet().removeIf(name -> !all && !names.contains(name));
            policyStore.reportAgain(objects);
        }
    }

    private void poolsChanged(String name, @Nullable Object before, @Nullable Object now) {
        policyStore.nodesChanged();
    }

    /** Starts or stops the watches that a pool of these policies needs; nodes are watched for the keeper as well. */
    private void watchWhatPoolsNeed(PolicySet policies) {
        boolean pools = policies.policies().stream().anyMatch(policy -> policy.pool() != null);
        nodes.need(pools || keeping);
        nodePools.need(pools);
    }

    /** On the worker, as each set of policies, so that none is lost. */
    private void judgedBy(Reservations stored) {
        worker.execute(() -> snapshot.set(snapshot.current().with(stored)));
    }

    @Override
    public boolean isReady() {
        return (policies.isRefused() || arePoliciesInForce())
                && (namespaces.isRefused() || areNamespacesRead())
                && (policies.isRefused() || areNodesRead());
    }

    /** The first set has every policy of the first list; later ones wait until a new list has been worked through. */
    private boolean isWhole(Set<String> names) {
        return policies.isWatching()
                && (policiesInForce || names.containsAll(policies.byName().keySet()));
    }

    /** Policies decide once they are compiled, a moment after their list has arrived; later changes do not matter here. */
    private boolean arePoliciesInForce() {
        policiesInForce = policiesInForce
                || (policies.isRead()
                        && policyStore.hasLookedAt(policies.byName().keySet()));
        return policiesInForce;
    }

    private boolean areNamespacesRead() {
        namespacesRead = namespacesRead || namespaces.isRead();
        return namespacesRead;
    }

    /**
     * Only the policies of the first list wait for nodes: one that comes later must not take the program out of service. Neither
     * must NodePools that fail, as while Karpenter is away, which converts them: what is remembered of them counts.
     */
    private boolean areNodesRead() {
        nodesRead = nodesRead
                || (arePoliciesInForce()
                        && (!nodePools.isNeeded()
                                || ((nodes.isRead() || nodes.isRefused())
                                        && nodePools.state() != KindState.UNREAD
                                        && policyStore.areNodesInForce())));
        return nodesRead;
    }

    @Override
    public boolean isWatched() {
        return arePoliciesInForce()
                && policies.isWatching()
                && areNamespacesRead()
                && namespaces.isWatching()
                && nodes.isWatching()
                && policyStore.areNodesInForce()
                && registrations.isWatching();
    }

    @Override
    public Set<Coverage> coverage() {
        return registrations.byName().values().stream().flatMap(Set::stream).collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public Leadership leadership() {
        return leadership;
    }

    @Override
    public Map<String, String> state() {
        Map<String, String> state = new TreeMap<>();
        policies.words().ifPresent(words -> state.put("tolerationpolicies", words));
        namespaces.words().ifPresent(words -> state.put("namespaces", words));
        reservations.state().ifPresent(words -> state.put("reservations", words));
        nodes.words().ifPresent(words -> state.put("nodes", words));
        nodePools.words().ifPresent(words -> state.put("nodepools", words));
        registrations.words().ifPresent(words -> state.put("mutatingwebhookconfigurations", words));
        return state;
    }

    @Override
    public void close() {
        watchdog.shutdownNow();
        leadership.close();
        policies.close();
        namespaces.close();
        nodes.close();
        nodePools.close();
        reservations.close();
        registrations.close();
        lookup.close();
        awaited.close();
        status.close();
        worker.shutdownNow();
        timer.shutdownNow();
    }
}
