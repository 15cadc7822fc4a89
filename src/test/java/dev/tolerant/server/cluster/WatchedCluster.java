package dev.tolerant.server.cluster;

import static dev.tolerant.testing.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.standing.Injections;
import dev.tolerant.engine.standing.PolicySet;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.engine.words.TolerationRules;
import dev.tolerant.observed.registration.InstalledGuard;
import dev.tolerant.testing.MockApiServer;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.awaitility.core.ThrowingRunnable;

/** A source of policies and namespaces over a mock API server. */
final class WatchedCluster implements AutoCloseable {
    /** A snapshot that remembers each set of policies that came into force. */
    static final class RecordingSnapshot extends CurrentSnapshot {
        final List<PolicySet> sets = new CopyOnWriteArrayList<>();

        @Override
        public void set(Snapshot snapshot) {
            sets.add(snapshot.policies());
            super.set(snapshot);
        }

        List<String> names() {
            return current().policies().policies().stream().map(Policy::name).toList();
        }
    }

    /** A tenth of the program's. */
    private static final Duration PERIOD = Duration.ofMillis(100);

    private static final long HEAP = Runtime.getRuntime().maxMemory();

    private static final AtomicInteger REPLICAS = new AtomicInteger();

    private final AtomicLong later = new AtomicLong();
    final MockApiServer server = new MockApiServer();
    final RecordingSnapshot snapshot = new RecordingSnapshot();
    final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    final KubernetesClient client = server.client();
    final ClusterSource source;

    {
        server.lease("test", Election.LEASE);
    }

    /** A source by whose clock time passes as it does, and as {@link #pass} says. */
    WatchedCluster() {
        this(List.of());
    }

    /** The same, which watches these guards. */
    WatchedCluster(List<InstalledGuard> guards) {
        this(guards, Optional.empty());
    }

    /** The same, which has the API server give by itself what these settings and the policies give. */
    WatchedCluster(List<InstalledGuard> guards, Optional<Injections.Rules> given) {
        source = source(client, snapshot, metrics, this::nanos, PERIOD, guards, given, HEAP);
    }

    /** The same with a heap of so many bytes, as far as it is asked. */
    WatchedCluster(long heap) {
        source = source(client, snapshot, metrics, this::nanos, PERIOD, List.of(), Optional.empty(), heap);
    }

    /** {@code nanos} is the clock by which the source asks the API server at a pace. */
    WatchedCluster(LongSupplier nanos) {
        source = source(client, snapshot, metrics, nanos);
    }

    long nanos() {
        return System.nanoTime() + later.get();
    }

    /** Lets this time pass for the program. */
    void pass(Duration time) {
        later.addAndGet(time.toNanos());
    }

    /** Another replica's source, or that of a program that starts again. */
    static ClusterSource source(KubernetesClient client, CurrentSnapshot snapshot, MeterRegistry metrics) {
        return source(client, snapshot, metrics, System::nanoTime);
    }

    static ClusterSource source(
            KubernetesClient client, CurrentSnapshot snapshot, MeterRegistry metrics, LongSupplier nanos) {
        return source(client, snapshot, metrics, nanos, PERIOD);
    }

    static ClusterSource source(
            KubernetesClient client,
            CurrentSnapshot snapshot,
            MeterRegistry metrics,
            LongSupplier nanos,
            Duration period) {
        return source(client, snapshot, metrics, nanos, period, List.of(), Optional.empty(), HEAP);
    }

    /** The same with a heap of so many bytes, as far as it is asked. */
    static ClusterSource source(
            KubernetesClient client, CurrentSnapshot snapshot, MeterRegistry metrics, LongSupplier nanos, long heap) {
        return source(client, snapshot, metrics, nanos, PERIOD, List.of(), Optional.empty(), heap);
    }

    private static ClusterSource source(
            KubernetesClient client,
            CurrentSnapshot snapshot,
            MeterRegistry metrics,
            LongSupplier nanos,
            Duration period,
            List<InstalledGuard> guards,
            Optional<Injections.Rules> given,
            long heap) {
        SourceMetrics counted = new SourceMetrics(metrics);
        return new ClusterSource(
                client,
                Election.of(client, "replica-" + REPLICAS.incrementAndGet()),
                new TolerationRules(false),
                snapshot,
                counted,
                true,
                guards,
                given,
                nanos,
                WatchedCluster::sleep,
                period,
                new Heap(heap));
    }

    /** Waits a fiftieth of the time. */
    static void sleep(Duration time) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(time.dividedBy(50).toNanos());
    }

    /** Waits until another read of this path has been refused, and lets the time pass after which that counts as a missing right. */
    void passRefusals(String path) {
        long before = server.faults().count("GET", path);
        // The second one is sent once the program has taken note of the first.
        eventually(() -> assertThat(server.faults().count("GET", path)).isGreaterThan(before + 1));
        pass(KindHealth.REFUSED_AFTER);
    }

    /** Starts the source, and waits until its watches are open. */
    WatchedCluster watching() {
        source.start();
        eventually(() -> {
            if (!source.state().values().stream().allMatch("watching"::equals)) {
                throw new AssertionError(source.state());
            }
        });
        return this;
    }

    /** The same, while time passes about ten times as fast for sources with the clock {@link #nanos}. */
    void sooner(ThrowingRunnable assertion) {
        eventually(() -> {
            pass(Duration.ofMillis(200));
            assertion.run();
        });
    }

    /** Closes the watch of this path, and makes all reads of it fail. */
    void loseWatch(String path, String name) {
        // A list tells the program of objects before the watch is open.
        eventually(() -> assertThat(source.state()).containsEntry(name, "watching"));
        server.faults().answer("GET", path + "(\\?.*)?", 500);
        server.faults().cutWatches(path);
        eventually(() -> assertThat(source.state().get(name)).startsWith("not watching"));
    }

    /** Ends all faults, but tells the watch that its resourceVersion has expired. */
    void healExpired(String path, String name) {
        server.faults().heal();
        eventually(() -> assertThat(source.state()).containsEntry(name, "watching"));
        server.faults().expireWatches(path);
    }

    /** The names of the policies that the program decides reviews with. */
    List<String> policies() {
        return snapshot.current().policies().policies().stream()
                .map(Policy::name)
                .toList();
    }

    double gauge(String name, String label, String value) {
        return metrics.get(name).tag(label, value).gauge().value();
    }

    @Override
    public void close() {
        source.close();
        client.close();
        server.close();
    }
}
