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

    /** What the API server asks. */
    enum Question {
        /** What a pod is given. */
        MUTATE,
        /** Whether the finished pod may be as it is. */
        VALIDATE
    }

    /**
     * Answers a review; fails with {@link UnjudgedException} if the program cannot tell whether a finished pod may be as it is.
     *
     * @throws InvalidReviewException if the body is not an AdmissionReview
     */
    CompletableFuture<byte[]> answer(Question question, byte[] body) throws InvalidReviewException {
        long start = System.nanoTime();
        AdmissionRequest request = Engine.read(body);
        NamespaceFacts known = namespaces.apply(request.namespace());
        if (known == null && request instanceof Decidable) {
            // Not on the thread that reads namespaces, nor on the JVM's one timer.
            return snapshot.read(request.namespace())
                    .thenComposeAsync(read -> finish(question, decide(question, request, read), start), slow)
                    .toCompletableFuture();
        }
        NamespaceFacts namespace = known == null ? NamespaceFacts.unknown(request.namespace()) : known;
        return finish(question, decide(question, request, namespace), start);
    }

    private AdmissionResponse decide(Question question, AdmissionRequest request, NamespaceFacts namespace) {
        Snapshot now = snapshot.current();
        if (request instanceof Undecidable undecidable) {
            return question == Question.MUTATE
                    ? engine.mutate(undecidable)
                    : engine.validate(undecidable, now, namespace);
        }
        Decidable decidable = (Decidable) request;
        return question == Question.MUTATE
                ? engine.mutate(decidable, now, namespace)
                : engine.validate(decidable, now, namespace);
    }

    private CompletableFuture<byte[]> finish(Question question, AdmissionResponse response, long start) {
        long nanos = System.nanoTime() - start;
        if (question == Question.MUTATE) {
            metrics.countMutation(response, nanos);
        } else {
            metrics.countValidation(response, nanos);
        }
        log.accept(response);
        return response.unjudged()
                ? CompletableFuture.failedFuture(new UnjudgedException(response))
                : CompletableFuture.completedFuture(response.body());
    }
}
