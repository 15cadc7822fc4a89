package dev.tolerant.server.cluster;

import dev.tolerant.engine.model.Node;
import dev.tolerant.engine.model.NodePool;
import dev.tolerant.engine.model.PolicySet;
import dev.tolerant.engine.model.Reservations;
import dev.tolerant.engine.model.Snapshot;
import dev.tolerant.engine.model.TolerationRules;
import dev.tolerant.observed.registration.Registration.Coverage;
import dev.tolerant.thread.DaemonThreads;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.ReducedStateItemStore;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;

/**
 * Policies, namespaces, nodes and NodePools of a cluster, and the program's own registration, listed and watched. It needs list and
 * watch of these kinds, get of namespaces, update of the policies' status, and a Lease.
 */
final class ClusterSource implements Source, WholeCluster {
    private static final ResourceDefinitionContext POLICY = new ResourceDefinitionContext.Builder()
            .withGroup("tolerant.dev")
            .withVersion("v1alpha1")
            .withKind("TolerationPolicy")
            .withPlural("tolerationpolicies")
            .withNamespaced(false)
            .build();

    private static final Logger LOG = Logger.getLogger(ClusterSource.class);

    private final KubernetesClient client;
    private final SourceMetrics metrics;
    private final CurrentSnapshot snapshot;
    private final Duration period;
    private final ScheduledExecutorService worker = DaemonThreads.single("tolerant-policies");
    private final ScheduledExecutorService watchdog = DaemonThreads.single("tolerant-watches");
    private final NamespaceStore namespaceStore;
    private final PolicyStore policyStore;
    private final Leadership leadership;
    private final boolean guarded;
    private final StatusWriter status;
    private final AwaitedNamespaces awaited;
    private final LiveLookup lookup;
    private final WatchedKind<GenericKubernetesResource> policies;
    private final WatchedKind<Namespace> namespaces;
    private final NeededKind<WatchedNode, Node> nodes;
    private final NeededKind<GenericKubernetesResource, NodePool> nodePools;
    private final StoredReservations reservations;
    private final Coverages coverages;
    private volatile boolean keeping;
    private volatile boolean policiesInForce;
    private volatile boolean namespacesRead;
    private volatile boolean nodesRead;
    /** Touched by the watchdog alone. */
    private long electionReported;

    /**
     * @param guarded whether a guard in the API server holds what policies reserve
     * @param nanos a monotonic clock such as {@link System#nanoTime}
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
            Duration period) {
        this.client = client;
        this.period = period;
        this.leadership = leadership;
        this.guarded = guarded;
        this.metrics = metrics;
        this.snapshot = snapshot;
        this.awaited = new AwaitedNamespaces(nanos);
        this.namespaceStore = new NamespaceStore(rules, awaited::bring, metrics);
        this.status = new StatusWriter(client, new PolicyStatus(Clock.systemUTC()), leadership::isLeading, nanos);
        // What is failing should be known at once, and is tried again by whoever asks.
        KubernetesClient prompt = client.newClient(new RequestConfigBuilder()
                        .withRequestRetryBackoffLimit(0)
                        .build())
                .adapt(KubernetesClient.class);
        this.nodes = Nodes.of(prompt, metrics, nanos, this::nodesChanged);
        this.nodePools = NodePools.of(prompt, metrics, nanos, this::nodesChanged);
        this.reservations = new StoredReservations(
                prompt, () -> leadership.isLeading() && arePoliciesInForce(), this::judgedBy, metrics, nanos);
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
        this.policies = new WatchedKind<>(
                "tolerationpolicies",
                "install the CustomResourceDefinition, and grant list and watch of tolerationpolicies.tolerant.dev",
                this::policyInformer,
                WatchedKind.carryingCopies(client.getKubernetesSerialization()),
                metrics,
                nanos);
        this.namespaces = new WatchedKind<>(
                "namespaces",
                "grant get, list and watch of namespaces",
                this::namespaceInformer,
                WatchedKind.carryingCopies(client.getKubernetesSerialization()),
                metrics,
                nanos);
        this.coverages = new Coverages(client, metrics, nanos);
        this.lookup =
                new LiveLookup(client, rules, namespaceStore.namespaces(), namespaces::isWatching, awaited, nanos);
    }

    /** Generic objects: a single one that does not fit the type would fail the whole typed list. */
    private SharedIndexInformer<GenericKubernetesResource> policyInformer() {
        return client.genericKubernetesResources(POLICY).runnableInformer(0).addEventHandler(policyStore);
    }

    /** The informer keeps only labels and annotations of a namespace. */
    private SharedIndexInformer<Namespace> namespaceInformer() {
        return client.namespaces()
                .runnableInformer(0)
                .itemStore(new ReducedStateItemStore<>(
                        ReducedStateItemStore.NAME_KEY_STATE,
                        Namespace.class,
                        client.getKubernetesSerialization(),
                        "metadata.labels",
                        "metadata.annotations"))
                .addEventHandler(namespaceStore);
    }

    /** Watches also what only a fleet keeper needs, and tells it by the snapshot; before the start. */
    void serveKeeper() {
        keeping = true;
        coverages.start();
        snapshot.setCluster(this);
    }

    void start() {
        snapshot.setLookup(lookup);
        snapshot.set(new Snapshot(PolicySet.EMPTY, namespaceStore.namespaces(), nodes.byName()));
        watchWhatPoolsNeed(PolicySet.EMPTY);
        namespaces.start();
        policies.start();
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
            namespaces.look();
            policies.look();
            nodes.look();
            nodePools.look();
            coverages.look();
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
            policyStore.reportAgain(policies.objects().stream()
                    .filter(policy -> all || names.contains(policy.getMetadata().getName()))
                    .toList());
        }
    }

    private void nodesChanged(String name) {
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
        return policies.isWatching() && (policiesInForce || names.containsAll(policies.names()));
    }

    /** Policies decide once they are compiled, a moment after their list has arrived; later changes do not matter here. */
    private boolean arePoliciesInForce() {
        policiesInForce = policiesInForce || (policies.isSynced() && policyStore.hasLookedAt(policies.names()));
        return policiesInForce;
    }

    private boolean areNamespacesRead() {
        namespacesRead = namespacesRead
                || (namespaces.isSynced()
                        && namespaceStore.namespaces().keySet().containsAll(namespaces.names()));
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
                && coverages.isWatching();
    }

    @Override
    public Set<Coverage> coverage() {
        return coverages.all();
    }

    @Override
    public Leadership leadership() {
        return leadership;
    }

    @Override
    public Map<String, String> state() {
        Map<String, String> state = new TreeMap<>();
        state.put("tolerationpolicies", policies.state());
        state.put("namespaces", namespaces.state());
        reservations.state().ifPresent(words -> state.put(StoredReservations.PLURAL, words));
        nodes.words().ifPresent(words -> state.put(Nodes.PLURAL, words));
        nodePools.words().ifPresent(words -> state.put(NodePools.PLURAL, words));
        coverages.state().ifPresent(words -> state.put(Coverages.PLURAL, words));
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
        coverages.close();
        lookup.close();
        awaited.close();
        status.close();
        worker.shutdownNow();
    }
}
