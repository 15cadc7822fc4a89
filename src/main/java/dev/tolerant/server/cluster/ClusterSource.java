package dev.tolerant.server.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.api.ApiServer;
import dev.tolerant.api.Backoff.Sleep;
import dev.tolerant.engine.policy.NodePool;
import dev.tolerant.engine.standing.Injections;
import dev.tolerant.engine.standing.PolicySet;
import dev.tolerant.engine.standing.Reservations;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.engine.words.TolerationRules;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.observed.registration.InstalledGuard;
import dev.tolerant.observed.registration.Registration.Coverage;
import dev.tolerant.server.cluster.CurrentSnapshot.WholeCluster;
import dev.tolerant.thread.DaemonThreads;
import dev.tolerant.thread.SaidOnce;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Policies, namespaces, nodes and NodePools of a cluster, and the program's own registration and guards, listed and watched. It needs
 * list and watch of these kinds, get of namespaces, update of the policies' status, and a Lease.
 */
final class ClusterSource implements Source, WholeCluster {
    /** Gathers changes before a look, because one action makes several. */
    private static final Duration GATHER = Duration.ofMillis(100);
    /** A look pauses so many times as long as it took. */
    private static final int REST = 10;

    private static final Logger LOG = Logger.getLogger(ClusterSource.class);

    private final SourceMetrics metrics;
    private final CurrentSnapshot snapshot;
    private final Duration period;
    private final ScheduledExecutorService worker = DaemonThreads.single("tolerant-look");
    /** Ends what the API server leaves hanging. */
    private final ScheduledExecutorService timer = DaemonThreads.single("tolerant-timer");

    private final Reflector.Tools tools;
    private final List<Reflector<?>> watched = new ArrayList<>();
    private final PolicyReconciler reconciler;
    private final Leadership leadership;
    private final boolean guarded;
    private final boolean injecting;
    private final StatusWriter status;
    private final Reflector<ObjectNode> policies;
    private final Namespaces namespaces;
    private final Reflector<Node> nodes;
    private final Reflector<NodePool> nodePools;
    private final Reflector<List<Toleration>> runtimeClasses;
    private final Reflector<Set<Coverage>> registrations;
    private final StoredReservations reservations;
    private final StoredInjections injections;
    private final List<WatchedGuards> guards;
    private final AtomicBoolean lookScheduled = new AtomicBoolean();
    private volatile boolean keeping;
    private volatile @Nullable Coverage unasked;
    private volatile boolean policiesInForce;
    private volatile boolean nodesRead;
    private volatile boolean poolsRead;
    private volatile boolean lookedAtAll;
    private volatile PolicyReconciler.ClusterState clusterState = PolicyReconciler.ClusterState.UNKNOWN;

    // Touched by the worker alone.
    /** A time of {@link System#nanoTime}. */
    private long restUntil = System.nanoTime();

    private PolicyReconciler.@Nullable Pools looked;
    private final SaidOnce complaints;

    /**
     * @param guarded a guard in the API server holds what policies reserve
     * @param given rules of the settings that the API server can apply by itself; empty if it is to give nothing
     * @param guards those that this release has installed
     * @param period between looks at what comes with time alone
     */
    ClusterSource(
            KubernetesClient client,
            Leadership leadership,
            TolerationRules rules,
            CurrentSnapshot snapshot,
            SourceMetrics metrics,
            boolean guarded,
            List<InstalledGuard> guards,
            Optional<Injections.Rules> given,
            LongSupplier nanos,
            Sleep sleep,
            Duration period,
            Heap heap) {
        this.period = period;
        this.leadership = leadership;
        this.guarded = guarded;
        this.injecting = given.isPresent();
        this.metrics = metrics;
        this.complaints = new SaidOnce(complaint -> metrics.problem(LOG, complaint));
        this.snapshot = snapshot;
        this.tools = new Reflector.Tools(ApiServer.of(client, timer), metrics, nanos, sleep, heap);
        this.nodes = watch(WatchedKinds.NODES, this::objectChanged);
        this.nodePools = watch(WatchedKinds.NODE_POOLS, this::objectChanged);
        this.runtimeClasses = watch(WatchedKinds.RUNTIME_CLASSES, (name, before, now) -> {});
        this.registrations = watch(WatchedKinds.REGISTRATIONS, (name, before, now) -> {});
        // The client's own retries would not keep to the pace of what writes.
        KubernetesClient once = client.newClient(new RequestConfigBuilder()
                        .withRequestRetryBackoffLimit(0)
                        .build())
                .adapt(KubernetesClient.class);
        this.injections = new StoredInjections(
                once,
                tools,
                () -> leadership.isLeading() && isWhole(),
                () -> clusterState.whileAway().isInForce(),
                this::scheduleLook);
        this.reservations = new StoredReservations(
                once,
                leadership.namespace(),
                tools,
                () -> leadership.isLeading() && policiesInForce,
                this::mayClose,
                this::scheduleLook);
        this.guards = List.of(watch(guards, false), watch(guards, true));
        this.reconciler = new PolicyReconciler(rules, given);
        this.policies = watch(WatchedKinds.POLICIES, this::policyChanged);
        this.status = new StatusWriter(once, policies.byName(), leadership, nanos, sleep);
        this.namespaces = new Namespaces(WatchedKinds.namespaces(rules), tools);
        watched.add(namespaces.watched());
    }

    private <F> Reflector<F> watch(WatchedKinds.Kind<F> kind, Reflector.Listener<F> changed) {
        Reflector<F> reflector = new Reflector<>(kind, tools, changed);
        watched.add(reflector);
        return reflector;
    }

    private WatchedGuards watch(List<InstalledGuard> all, boolean mutating) {
        List<InstalledGuard> own = all.stream()
                .filter(guard -> guard.keeps().mutates() == mutating)
                .toList();
        Set<String> names = own.stream().map(InstalledGuard::name).collect(Collectors.toUnmodifiableSet());
        return new WatchedGuards(
                own,
                watch(WatchedKinds.guards(ObjectKind.admissionPolicies(mutating), names), this::objectChanged),
                watch(WatchedKinds.guardBindings(ObjectKind.admissionBindings(mutating), names), this::objectChanged));
    }

    private record WatchedGuards(
            List<InstalledGuard> guards,
            Reflector<InstalledGuard.GuardPolicy> policies,
            Reflector<InstalledGuard.Binding> bindings) {

        void start() {
            policies.setNeeded(!guards.isEmpty());
            bindings.setNeeded(!guards.isEmpty());
        }

        /** None until both have been read; {@code nothingToJudgeBy} if the object is missing by which guards judge. */
        Stream<InstalledGuard.Installed> seen(boolean nothingToJudgeBy) {
            return policies.isRead() && bindings.isRead()
                    ? InstalledGuard.seen(guards, policies.objects(), bindings.objects(), nothingToJudgeBy).stream()
                    : Stream.empty();
        }
    }

    /** Reckons with an API server that asks no webhook, and gives these new pods what it can by itself; before the start. */
    void setUnasked(Coverage given) {
        unasked = given;
    }

    /** Watches also what only a keeper needs, and tells it by the snapshot; before the start. */
    void serveKeeper() {
        keeping = true;
        registrations.setNeeded(unasked == null);
        snapshot.setCluster(this);
    }

    void start() {
        snapshot.setLookup(namespaces);
        snapshot.set(new Snapshot(PolicySet.EMPTY, namespaces.watched().byName(), nodes.byName())
                .with(runtimeClasses.byName()));
        nodes.setNeeded(keeping);
        namespaces.watched().setNeeded(true);
        policies.setNeeded(true);
        runtimeClasses.setNeeded(true);
        if (guarded) {
            reservations.start();
        }
        if (injecting) {
            injections.start();
        }
        guards.forEach(WatchedGuards::start);
        metrics.flag(
                "tolerant.leader.known",
                "Whether a replica holds the Lease, as far as this replica knows",
                leadership::isLeaderKnown);
        leadership.start();
        worker.scheduleWithFixedDelay(this::tick, period.toMillis(), period.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void policyChanged(String name, @Nullable ObjectNode before, @Nullable ObjectNode now) {
        if (before != null && now != null && PolicyReconciler.meansTheSame(before, now)) {
            status.recheck(name);
        } else {
            scheduleLook();
        }
    }

    private void objectChanged(String name, @Nullable Object before, @Nullable Object now) {
        scheduleLook();
    }

    /** Has the objects looked at soon; many calls cost little more than one. */
    private void scheduleLook() {
        if (lookScheduled.compareAndSet(false, true)) {
            try {
                worker.schedule(this::look, GATHER.toMillis(), TimeUnit.MILLISECONDS);
            } catch (RejectedExecutionException closed) {
                // No look is wanted any more.
            }
        }
    }

    /** Notices what comes with time alone: a kind that fails, an election, a write that is due again. */
    private void tick() {
        try {
            if (!PolicyReconciler.Pools.of(nodes, nodePools).isSame(looked)
                    || !clusterNow().equals(clusterState)
                    || (!policiesInForce && policies.isRead())
                    || lookedAtAll != isWhole()) {
                scheduleLook();
            }
            status.want(reconciler.last().statuses(), policies.leftOut());
            reservations.write();
            injections.write();
        } catch (RuntimeException | Error ours) {
            failed(ours);
        }
    }

    private void look() {
        long rest = restUntil - System.nanoTime();
        if (rest > 0) {
            // It was scheduled during the last look.
            worker.schedule(this::look, rest, TimeUnit.NANOSECONDS);
            return;
        }
        lookScheduled.set(false);
        long began = System.nanoTime();
        try {
            boolean read = policies.isRead();
            PolicyReconciler.Pools pools = PolicyReconciler.Pools.of(nodes, nodePools);
            // Before the objects: what comes from a part of them must not take the place of what is stored.
            lookedAtAll = isWhole();
            PolicyReconciler.ClusterState state = clusterNow();
            publish(reconciler.look(policies.objects(), pools, state), state.stored());
            looked = pools;
            clusterState = state;
            state.guards().stream()
                    .filter(each -> each.guard().keeps().mutates())
                    .forEach(injections::setReader);
            policiesInForce |= read;
            nodesRead |= policiesInForce && areNodesRead();
        } catch (RuntimeException | Error ours) {
            looked = null;
            failed(ours);
        }
        long now = System.nanoTime();
        restUntil = now + REST * (now - began);
    }

    private PolicyReconciler.ClusterState clusterNow() {
        Optional<String> missing = reservations.missing();
        Reflector<NamespaceFacts> all = namespaces.watched();
        boolean selecting = !policies.byName().isEmpty();
        // Before the objects: when they count as read, all of them are there.
        boolean whole = selecting && all.isRead() && all.leftOut().isEmpty();
        List<InstalledGuard.Installed> seen =
                guards.stream().flatMap(each -> each.seen(missing.isPresent())).toList();
        return new PolicyReconciler.ClusterState(
                seen,
                reservations.stored(),
                missing,
                WhileAway.of(seen, injections.isOutdated(), unasked == null),
                whole || injecting ? all.objects() : Map.of(),
                whole);
    }

    /** True once all is read by which pods are given what they get: less must not take the place of what is stored. */
    private boolean isWhole() {
        return policiesInForce && nodesRead && namespaces.watched().isRead();
    }

    /** True once the API server gives nothing by itself any more that the last look closes to pods. */
    private boolean mayClose() {
        return !injecting || (lookedAtAll && injections.isSettled());
    }

    private void failed(Throwable ours) {
        if (worker.isShutdown()) {
            return;
        }
        LOG.warn("the cluster could not be examined, and will be examined again", ours);
        metrics.problem();
    }

    private void publish(PolicyReconciler.Desired desired, Reservations stored) {
        Snapshot before = snapshot.current();
        Set<Toleration> outdated = injections.notWanted();
        Injections judging = injections.judging(desired.injections());
        if (before.policies() != desired.policies()
                || before.injections() != desired.injections()
                || !before.judging().equals(judging)
                || !before.outdated().equals(outdated)
                || !before.stored().equals(stored)) {
            snapshot.set(before.with(desired.policies()).with(stored).with(desired.injections(), judging, outdated));
        }
        nodes.setNeeded(desired.hasPools() || keeping);
        nodePools.setNeeded(desired.hasPools());
        poolsRead = desired.poolsRead();
        metrics.policies(desired.policies().policies().size(), desired.unusable());
        metrics.guards(desired.guards());
        complaints.set(desired.complaints());
        status.want(desired.statuses(), policies.leftOut());
        if (lookedAtAll) {
            injections.want(desired.injections());
        }
        reservations.want(desired.reservations());
    }

    /**
     * Only the policies of the first list wait for nodes: one that comes later must not take the program out of service. Neither
     * must NodePools that fail, as while Karpenter is away, which converts them: what is remembered of them counts.
     */
    private boolean areNodesRead() {
        return !nodePools.isNeeded() || (poolsRead && (nodes.isRead() || nodes.isRefused()));
    }

    @Override
    public boolean isReady() {
        return (policies.isRefused() || (policiesInForce && nodesRead))
                && (namespaces.watched().isRefused() || namespaces.watched().isRead());
    }

    @Override
    public boolean isWatched() {
        return policiesInForce
                && policies.isWatching()
                && namespaces.watched().isWatching()
                && nodes.wholeState() == KindState.WATCHED
                && poolsRead
                && (unasked != null || registrations.isWatching());
    }

    @Override
    public Set<Coverage> coverage() {
        Coverage given = unasked;
        if (given != null) {
            return Set.of(given);
        }
        return registrations.byName().values().stream().flatMap(Set::stream).collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public Leadership leadership() {
        return leadership;
    }

    @Override
    public Map<String, String> state() {
        Map<String, String> state = new TreeMap<>();
        watched.forEach(each -> each.tell(state));
        reservations.reflector.words().ifPresent(words -> state.put("reservations", words));
        injections.reflector.words().ifPresent(words -> state.put("injections", words));
        return state;
    }

    @Override
    public void close() {
        worker.shutdownNow();
        leadership.close();
        watched.forEach(Reflector::close);
        reservations.close();
        injections.close();
        status.close();
        timer.shutdownNow();
    }
}
