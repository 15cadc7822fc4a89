package dev.tolerant.server.webhook;

import dev.tolerant.engine.review.AdmissionRequest;
import dev.tolerant.engine.review.AdmissionRequest.Decidable;
import dev.tolerant.engine.review.AdmissionRequest.InvalidReviewException;
import dev.tolerant.engine.review.AdmissionRequest.Unread;
import dev.tolerant.engine.review.AdmissionResponse;
import dev.tolerant.engine.review.Engine;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.server.cluster.CurrentSnapshot;
import dev.tolerant.thread.DaemonThreads;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/** Has the engine answer reviews by what is known of the cluster, counts and logs; any thread may use it. */
@Singleton
public class Admission {
    /** For large reviews and those that waited for a namespace; the event loops keep half of the processors. */
    static final Executor SLOW_DECISIONS = Executors.newFixedThreadPool(
            Math.max(1, Runtime.getRuntime().availableProcessors() / 2), new DaemonThreads("tolerant-decisions"));

    private final Engine engine;
    private final CurrentSnapshot snapshot;
    private final Consumer<AdmissionResponse> log;
    private final AdmissionMetrics metrics;

    @Inject
    public Admission(Engine engine, CurrentSnapshot snapshot, AdmissionMetrics metrics) {
        this(engine, snapshot, new AdmissionLog()::log, metrics);
    }

    private Admission(
            Engine engine, CurrentSnapshot snapshot, Consumer<AdmissionResponse> log, AdmissionMetrics metrics) {
        this.engine = engine;
        this.snapshot = snapshot;
        this.log = log;
        this.metrics = metrics;
    }

    /** An admission for reviews that no API server sent: with a cluster of their own, without a log, and counted apart. */
    Admission rehearsal(Snapshot cluster) {
        CurrentSnapshot own = new CurrentSnapshot();
        own.set(cluster);
        return new Admission(engine, own, response -> {}, AdmissionMetrics.ofNothing(own, engine));
    }

    public CompletableFuture<byte[]> answer(byte[] body) throws InvalidReviewException {
        long start = System.nanoTime();
        AdmissionRequest request = Engine.read(body);
        NamespaceFacts known = snapshot.namespace(request.namespace());
        if (known == null && (request instanceof Decidable || request instanceof Unread)) {
            // Not on the thread that reads namespaces, nor on the JVM's one timer.
            return snapshot.read(request.namespace())
                    .thenApplyAsync(
                            read -> finish(engine.answer(request, snapshot.current(), read), start), SLOW_DECISIONS)
                    .toCompletableFuture();
        }
        NamespaceFacts namespace = known == null ? NamespaceFacts.unknown(request.namespace()) : known;
        return CompletableFuture.completedFuture(finish(engine.answer(request, snapshot.current(), namespace), start));
    }

    private byte[] finish(AdmissionResponse response, long start) {
        metrics.count(response, System.nanoTime() - start);
        log.accept(response);
        return response.body();
    }
}
