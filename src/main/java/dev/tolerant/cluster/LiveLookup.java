package dev.tolerant.cluster;

import dev.tolerant.core.decision.OneLine;
import dev.tolerant.core.policy.NamespaceFacts;
import dev.tolerant.core.toleration.TolerationRules;
import dev.tolerant.crd.NamespaceReader;
import dev.tolerant.thread.DaemonThreads;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jboss.logging.Logger;

/**
 * Reads a namespace that the watch has not delivered yet from the API server, once for all reviews that wait for it, and
 * caches the result for a short time.
 */
final class LiveLookup implements AutoCloseable {
    static final Duration DEADLINE = Duration.ofMillis(500);

    private static final Logger LOG = Logger.getLogger(LiveLookup.class);
    private static final Duration MEMORY = Duration.ofSeconds(5);
    private static final int MAX_REMEMBERED = 1000;
    private static final int THREADS = 4;
    private static final int WAITING = 64;
    private static final int MAX_LINE = 2000;

    /** A review's namespace goes into a URL, and anybody who reaches the port can write any. */
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");

    private final KubernetesClient client;
    private final TolerationRules rules;
    private final Map<String, CompletableFuture<NamespaceFacts>> asked = new ConcurrentHashMap<>();
    private final Map<String, Remembered> remembered = new ConcurrentHashMap<>();
    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(
            THREADS,
            THREADS,
            30,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(WAITING),
            new DaemonThreads("tolerant-namespace"));

    LiveLookup(KubernetesClient client, TolerationRules rules) {
        this.client = client;
        this.rules = rules;
        threads.allowCoreThreadTimeOut(true);
    }

    /** The result of a read, and its time by the JVM's monotonic clock. */
    private record Remembered(NamespaceFacts facts, long nanos) {}

    /** The facts, or {@linkplain NamespaceFacts#unknown unknown} ones after the deadline; it never fails. */
    CompletionStage<NamespaceFacts> read(String name) {
        if (!NAME.matcher(name).matches()) {
            return CompletableFuture.completedFuture(NamespaceFacts.unknown(name));
        }
        Remembered last = remembered.get(name);
        if (last != null && System.nanoTime() - last.nanos() < MEMORY.toNanos()) {
            return CompletableFuture.completedFuture(last.facts());
        }
        return asked.computeIfAbsent(name, this::ask);
    }

    private CompletableFuture<NamespaceFacts> ask(String name) {
        CompletableFuture<NamespaceFacts> answer = new CompletableFuture<>();
        try {
            threads.execute(() -> answer.complete(get(name)));
        } catch (RejectedExecutionException tooMany) {
            answer.complete(NamespaceFacts.unknown(name));
        }
        CompletableFuture<NamespaceFacts> inTime =
                answer.completeOnTimeout(NamespaceFacts.unknown(name), DEADLINE.toMillis(), TimeUnit.MILLISECONDS);
        // Not before this call has put it into the map.
        inTime.whenCompleteAsync((facts, never) -> {
            remember(facts);
            asked.remove(name);
        });
        return inTime;
    }

    private NamespaceFacts get(String name) {
        try {
            Namespace namespace = client.namespaces().withName(name).get();
            return namespace == null ? NamespaceFacts.unknown(name) : NamespaceReader.read(namespace, rules);
        } catch (RuntimeException failed) {
            LOG.debugf(
                    "namespace %s could not be read: %s",
                    name, OneLine.of(String.valueOf(failed.getMessage()), MAX_LINE));
            return NamespaceFacts.unknown(name);
        }
    }

    private void remember(NamespaceFacts facts) {
        if (remembered.size() >= MAX_REMEMBERED) {
            remembered.clear();
        }
        remembered.put(facts.name(), new Remembered(facts, System.nanoTime()));
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
