package dev.tolerant.server.webhook;

import dev.tolerant.engine.policy.NamespaceFacts;
import dev.tolerant.engine.policy.Snapshot;
import dev.tolerant.engine.review.AdmissionRequest;
import dev.tolerant.engine.review.AdmissionRequest.Decidable;
import dev.tolerant.engine.review.AdmissionRequest.Undecidable;
import dev.tolerant.engine.review.AdmissionResponse;
import dev.tolerant.engine.review.Engine;
import dev.tolerant.engine.review.InvalidReviewException;
import dev.tolerant.server.cluster.CurrentSnapshot;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Has the engine answer reviews with what is known of the cluster, and counts and logs the responses. */
@Singleton
class Admission {
    private final Engine engine;
    private final CurrentSnapshot snapshot;
    private final Function<String, @Nullable NamespaceFacts> namespaces;
    private final Consumer<AdmissionResponse> log;
    private final AdmissionMetrics metrics;
    private final SlowDecisions slow;

    @Inject
    Admission(Engine engine, CurrentSnapshot snapshot, AdmissionMetrics metrics, SlowDecisions slow) {
        this(engine, snapshot, snapshot::namespace, new AdmissionLog()::log, metrics, slow);
    }

    private Admission(
            Engine engine,
            CurrentSnapshot snapshot,
            Function<String, @Nullable NamespaceFacts> namespaces,
            Consumer<AdmissionResponse> log,
            AdmissionMetrics metrics,
            SlowDecisions slow) {
        this.engine = engine;
        this.snapshot = snapshot;
        this.namespaces = namespaces;
        this.log = log;
        this.metrics = metrics;
        this.slow = slow;
    }

    /** The same for reviews that nobody sent: it reads no namespace, logs nothing, and counts where nobody looks. */
    Admission rehearsal() {
        return new Admission(
                engine, snapshot, NamespaceFacts::plain, response -> {}, AdmissionMetrics.ofNothing(), slow);
    }

    /** One of the engine's operations. */
    private interface Operation {
        AdmissionResponse answer(Engine engine, Decidable request, Snapshot snapshot, NamespaceFacts namespace);
    }

    /** The same operation on a request without anything to decide. */
    private interface Undecided {
        AdmissionResponse answer(Engine engine, Undecidable request, Snapshot snapshot, NamespaceFacts namespace);
    }

    /** Counts an answer, and the nanoseconds that it took. */
    private interface Count {
        void count(AdmissionResponse response, long nanos);
    }

    /**
     * Answers what a pod is given.
     *
     * @throws InvalidReviewException if the body is not an AdmissionReview
     */
    CompletableFuture<byte[]> mutate(byte[] body) throws InvalidReviewException {
        return answer(
                body,
                Engine::mutate,
                (engine, request, snapshot, namespace) -> engine.mutate(request),
                metrics::countMutation);
    }

    /**
     * Answers whether the finished pod may be as it is; fails with {@link UnjudgedException} if the program cannot tell.
     *
     * @throws InvalidReviewException if the body is not an AdmissionReview
     */
    CompletableFuture<byte[]> validate(byte[] body) throws InvalidReviewException {
        return answer(body, Engine::validate, Engine::validate, metrics::countValidation);
    }

    private CompletableFuture<byte[]> answer(byte[] body, Operation operation, Undecided undecided, Count count)
            throws InvalidReviewException {
        long start = System.nanoTime();
        AdmissionRequest request = Engine.read(body);
        if (request instanceof Undecidable undecidable) {
            NamespaceFacts known = namespaces.apply(undecidable.namespace());
            NamespaceFacts namespace = known == null ? NamespaceFacts.unknown(undecidable.namespace()) : known;
            return finish(undecided.answer(engine, undecidable, snapshot.current(), namespace), start, count);
        }
        Decidable decidable = (Decidable) request;
        String name = decidable.review().namespace();
        NamespaceFacts known = namespaces.apply(name);
        if (known != null) {
            return finish(decide(decidable, known, operation), start, count);
        }
        // Not on the thread that reads namespaces, nor on the JVM's one timer.
        return snapshot.read(name)
                .thenComposeAsync(read -> finish(decide(decidable, read, operation), start, count), slow)
                .toCompletableFuture();
    }

    private AdmissionResponse decide(Decidable request, NamespaceFacts namespace, Operation operation) {
        return operation.answer(engine, request, snapshot.current(), namespace);
    }

    private CompletableFuture<byte[]> finish(AdmissionResponse response, long start, Count count) {
        count.count(response, System.nanoTime() - start);
        log.accept(response);
        return response.unjudged()
                ? CompletableFuture.failedFuture(new UnjudgedException(response))
                : CompletableFuture.completedFuture(response.body());
    }
}
