package dev.tolerant.server.cluster;

import dev.tolerant.engine.crd.NamespaceReader;
import dev.tolerant.engine.model.NamespaceFacts;
import dev.tolerant.engine.model.OneLine;
import dev.tolerant.engine.model.TolerationRules;
import dev.tolerant.thread.DaemonThreads;
import dev.tolerant.thread.Rate;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.jboss.logging.Logger;

/**
 * Reads a namespace that the watch has not delivered yet from the API server, once for all reviews that wait for it, and
 * remembers the result for a short time. Beyond {@value #READS_PER_SECOND} reads a second, reviews wait for the watch.
 */
final class LiveLookup implements AutoCloseable {
    static final int READS_PER_SECOND = 20;

    private static final Logger LOG = Logger.getLogger(LiveLookup.class);
    private static final Duration MEMORY = Duration.ofSeconds(5);
    private static final int MAX_REMEMBERED = 1000;
    private static final int THREADS = 4;
    private static final int WAITING = 64;

    /** A review's namespace goes into a URL, and anybody who reaches the port can write any. */
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");

    private final KubernetesClient client;
    private final TolerationRules rules;
    private final Map<String, NamespaceFacts> watched;
    private final BooleanSupplier watching;
    private final AwaitedNamespaces awaited;
    private final LongSupplier nanos;
    private final Rate rate;
    private final Map<String, Remembered> remembered = new ConcurrentHashMap<>();
    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(
            THREADS,
            THREADS,
            30,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(WAITING),
            new DaemonThreads("tolerant-namespace"));

    /**
     * @param watched what the watch has brought, by name
     * @param watching whether the watch is up
     * @param nanos a monotonic clock such as {@link System#nanoTime}
     */
    LiveLookup(
            KubernetesClient client,
            TolerationRules rules,
            Map<String, NamespaceFacts> watched,
            BooleanSupplier watching,
            AwaitedNamespaces awaited,
            LongSupplier nanos) {
        // A read that nobody waits for any more must not hold a thread.
        this.client = client.newClient(new RequestConfigBuilder()
                        .withRequestTimeout((int) AwaitedNamespaces.DEADLINE.toMillis())
                        .withRequestRetryBackoffLimit(0)
                        .build())
                .adapt(KubernetesClient.class);
        this.rules = rules;
        this.watched = watched;
        this.watching = watching;
        this.awaited = awaited;
        this.nanos = nanos;
        this.rate = Rate.of(READS_PER_SECOND, nanos);
        threads.allowCoreThreadTimeOut(true);
    }

    /** The result of a read, unknown before it has come, and the time by the monotonic clock. */
    private record Remembered(NamespaceFacts facts, long since) {}

    /** The facts, or {@linkplain NamespaceFacts#unknown unknown} ones after the deadline; it never fails. */
    CompletionStage<NamespaceFacts> read(String name) {
        if (!NAME.matcher(name).matches()) {
            return CompletableFuture.completedFuture(NamespaceFacts.unknown(name));
        }
        CompletableFuture<NamespaceFacts> joined = awaited.joined(name);
        if (joined != null) {
            return joined;
        }
        Remembered last = remembered.get(name);
        if (last != null && !isFresh(last)) {
            last = null;
        }
        // What was not found may be there now: a stranger may have asked for it too early, and not by accident.
        if (last != null && (last.facts().known() || !watching.getAsBoolean())) {
            return CompletableFuture.completedFuture(last.facts());
        }
        CompletableFuture<NamespaceFacts> facts = awaited.await(name);
        NamespaceFacts brought = watched.get(name);
        if (brought != null) {
            awaited.bring(brought);
        } else if (last == null && !isAsked(name) && !watching.getAsBoolean()) {
            awaited.bring(NamespaceFacts.unknown(name));
        }
        return facts;
    }

    private boolean isFresh(Remembered read) {
        return nanos.getAsLong() - read.since() < MEMORY.toNanos();
    }

    /** Has the namespace read, by the one of several threads that comes first; false if there have been too many reads. */
    private boolean isAsked(String name) {
        Remembered mine = new Remembered(NamespaceFacts.unknown(name), nanos.getAsLong());
        if (remembered.merge(name, mine, (old, now) -> isFresh(old) ? old : now) != mine) {
            return true;
        }
        if (remembered.size() >= MAX_REMEMBERED) {
            remembered.values().removeIf(read -> !isFresh(read));
        }
        try {
            if (rate.take() == 0) {
                threads.execute(() -> readAwaited(name));
                return true;
            }
        } catch (RejectedExecutionException tooSlow) {
            LOG.debugf("namespace %s is not read: too many reads are under way", name);
        }
        remembered.remove(name, mine);
        return false;
    }

    private void readAwaited(String name) {
        if (!awaited.isAwaited(name)) {
            return;
        }
        try {
            Namespace namespace = client.namespaces().withName(name).get();
            give(namespace == null ? NamespaceFacts.unknown(name) : NamespaceReader.read(namespace, rules));
        } catch (RuntimeException failed) {
            LOG.debugf("namespace %s could not be read: %s", name, OneLine.logged(failed));
            if (!watching.getAsBoolean()) {
                give(NamespaceFacts.unknown(name));
            }
        }
    }

    private void give(NamespaceFacts facts) {
        remembered.put(facts.name(), new Remembered(facts, nanos.getAsLong()));
        awaited.bring(facts);
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
