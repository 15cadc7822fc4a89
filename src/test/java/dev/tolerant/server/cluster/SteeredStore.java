package dev.tolerant.server.cluster;

import static dev.tolerant.server.cluster.ClusterFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.api.ApiServer;
import dev.tolerant.engine.model.Node;
import dev.tolerant.engine.model.NodePool;
import dev.tolerant.engine.model.PolicySet;
import dev.tolerant.engine.model.Snapshot;
import dev.tolerant.engine.model.TolerationRules;
import dev.tolerant.thread.DaemonThreads;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** A store of policies whose worker does what is due when a test lets time pass; its sets decide the cluster's reviews. */
final class SteeredStore implements AutoCloseable {
    final List<PolicySet> sets;
    final PolicyStore store;

    /** Its event loop is an executor with a clock that stands still. */
    private final EmbeddedChannel worker = new EmbeddedChannel();

    private final ScheduledExecutorService timer = DaemonThreads.single("test-timer");
    private final StatusWriter status;
    private final Reflector<Node> nodes;
    private final Reflector<NodePool> nodePools;
    private final AtomicInteger nodesChanges = new AtomicInteger();
    private long nanos;

    SteeredStore(ClusterFixture cluster, Predicate<Set<String>> whole) {
        SourceMetrics metrics = new SourceMetrics(cluster.metrics);
        worker.freezeTime();
        status = new StatusWriter(cluster.client, new PolicyStatus(Clock.systemUTC()), () -> false, System::nanoTime);
        Reflector.Source source = new Reflector.Source(
                ApiServer.of(cluster.client, timer), metrics, System::nanoTime, ClusterFixture::sleep);
        nodes = new Reflector<>(WatchedKinds.NODES, source, (name, before, now) -> nodesChanges.incrementAndGet());
        nodePools =
                new Reflector<>(WatchedKinds.NODE_POOLS, source, (name, before, now) -> nodesChanges.incrementAndGet());
        store = new PolicyStore(
                new TolerationRules(false),
                worker.eventLoop(),
                cluster.snapshot,
                whole,
                new Pools(() -> PoolSources.of(nodes, nodePools)),
                policies -> {
                    nodes.need(true);
                    nodePools.need(true);
                },
                wanted -> {},
                status,
                metrics,
                () -> nanos);
        cluster.snapshot.set(new Snapshot(PolicySet.EMPTY, Map.of(), nodes.byName()));
        sets = cluster.snapshot.sets;
        sets.clear();
    }

    /** Changes the cluster's nodes, waits until the program has been told, and tells the store. */
    void nodesChange(Runnable change) {
        int before = nodesChanges.get();
        change.run();
        eventually(() -> assertThat(nodesChanges.get()).isGreaterThan(before));
        eventually(() -> assertThat(nodes.state().isKnown() && nodePools.state().isKnown())
                .isTrue());
        store.nodesChanged();
    }

    /** Lets so many milliseconds pass, one after the other. */
    void pass(Duration time) {
        for (long i = 0; i < time.toMillis(); i++) {
            worker.runPendingTasks();
            nanos += TimeUnit.MILLISECONDS.toNanos(1);
            worker.advanceTimeBy(1, TimeUnit.MILLISECONDS);
        }
        worker.runPendingTasks();
    }

    @Override
    public void close() {
        nodes.close();
        nodePools.close();
        status.close();
        worker.close();
        timer.shutdownNow();
    }
}
