package dev.tolerant.source;

import dev.tolerant.policy.NamespaceFacts;
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
import org.jboss.logging.Logger;

/**
 * Reads a namespace from the API server that the watch has not brought yet, once for all reviews that wait for it; a
 * namespace that was not found is not asked for again for a while.
 */
final class LiveLookup implements NamespaceLookup, AutoCloseable {
    static final Duration DEADLINE = Duration.ofMillis(500);

    private static final Logger LOG = Logger.getLogger(LiveLookup.class);
    private static final Duration MISS = Duration.ofSeconds(5);
    private static final int MAX_MISSES = 1000;
    private static final int THREADS = 4;
    private static final int WAITING = 64;

    private final KubernetesClient client;
    private final NamespaceStore store;
    private final Map<String, CompletableFuture<NamespaceFacts>> asked = new ConcurrentHashMap<>();
    private final Map<String, Long> misses = new ConcurrentHashMap<>();
    private final ThreadPoolExecutor threads =
            new ThreadPoolExecutor(THREADS, THREADS, 30, TimeUnit.SECONDS, new ArrayBlockingQueue<>(WAITING), task -> {
                Thread thread = new Thread(task, "tolerant-namespace");
                thread.setDaemon(true);
                return thread;
            });

    LiveLookup(KubernetesClient client, NamespaceStore store) {
        this.client = client;
        this.store = store;
        threads.allowCoreThreadTimeOut(true);
    }

    @Override
    public CompletionStage<NamespaceFacts> read(String name) {
        Long missed = misses.get(name);
        if (missed != null && System.nanoTime() - missed < MISS.toNanos()) {
            return CompletableFuture.completedFuture(NamespaceFacts.unknown(name));
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
            return namespace == null ? NamespaceFacts.unknown(name) : store.putIfAbsent(namespace);
        } catch (RuntimeException failed) {
            LOG.debugf("namespace %s could not be read: %s", name, failed.getMessage());
            return NamespaceFacts.unknown(name);
        }
    }

    private void remember(NamespaceFacts facts) {
        if (facts.known()) {
            misses.remove(facts.name());
            return;
        }
        if (misses.size() >= MAX_MISSES) {
            misses.clear();
        }
        misses.put(facts.name(), System.nanoTime());
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
