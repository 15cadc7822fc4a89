package dev.tolerant.server.webhook;

import dev.tolerant.engine.decision.Decision;
import dev.tolerant.engine.decision.Step;
import dev.tolerant.engine.review.AdmissionRequest;
import dev.tolerant.engine.review.AdmissionResponse;
import dev.tolerant.server.cluster.CurrentSnapshot;
import dev.tolerant.server.cluster.PolicyPods;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** Counts reviews and what came of them; every label has a fixed set of values. */
@Singleton
class AdmissionMetrics {
    private static final List<String> OPERATIONS = List.of("CREATE", "UPDATE", "DELETE", "CONNECT");
    private static final String OTHER = "OTHER";

    private final Timer duration;
    private final PolicyPods policies;
    private final Map<String, LabelledCounter> reviewsByOperation = new HashMap<>();
    private final LabelledCounter skipped;
    private final LabelledCounter refusals;
    private final LabelledCounter injected;
    private final LabelledCounter problems;

    AdmissionMetrics(MeterRegistry registry, PolicyPods policies) {
        this.policies = policies;
        for (String operation : OPERATIONS) {
            reviewsByOperation.put(operation, reviews(registry, operation));
        }
        reviewsByOperation.put(OTHER, reviews(registry, OTHER));
        this.skipped = new LabelledCounter(registry, "tolerant.skipped", Tags.empty(), "reason");
        this.refusals = new LabelledCounter(registry, "tolerant.refusals", Tags.empty(), "reason");
        this.injected = new LabelledCounter(registry, "tolerant.injected.tolerations", Tags.empty(), "rule");
        this.problems = new LabelledCounter(registry, "tolerant.problems", Tags.empty(), "kind");
        this.duration = Timer.builder("tolerant.review.duration")
                .description("Time from the body of a review to the body of its answer")
                .serviceLevelObjectives(
                        Duration.ofNanos(250_000),
                        Duration.ofNanos(500_000),
                        Duration.ofMillis(1),
                        Duration.ofNanos(2_500_000),
                        Duration.ofMillis(5),
                        Duration.ofMillis(10),
                        Duration.ofMillis(25),
                        Duration.ofMillis(50),
                        Duration.ofMillis(100),
                        Duration.ofMillis(250),
                        Duration.ofMillis(500),
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(10))
                .register(registry);
    }

    /** Counts into a registry that nobody reads, in which no policy is in force. */
    static AdmissionMetrics ofNothing() {
        MeterRegistry unread = new SimpleMeterRegistry();
        return new AdmissionMetrics(unread, new PolicyPods(unread, new CurrentSnapshot()));
    }

    private static LabelledCounter reviews(MeterRegistry registry, String operation) {
        return new LabelledCounter(registry, "tolerant.reviews", Tags.of("operation", operation), "decision");
    }

    /** Counts an answer of {@code /mutate}. */
    void countMutation(AdmissionResponse response, long nanos) {
        count(response, nanos);
        policies.count(response.decision());
    }

    /** Counts an answer of {@code /validate}. */
    void countValidation(AdmissionResponse response, long nanos) {
        count(response, nanos);
        policies.countRefusal(response.decision());
    }

    private void count(AdmissionResponse response, long nanos) {
        AdmissionRequest request = response.request();
        Decision decision = response.decision();
        duration.record(nanos, TimeUnit.NANOSECONDS);
        reviews(request.operation()).increment(decision.verdict().code());
        decision.skipReason().ifPresent(reason -> skipped.increment(reason.code()));
        decision.refusal()
                .ifPresent(refusal -> refusals.increment(refusal.reason().code()));
        if (request instanceof AdmissionRequest.Malformed) {
            problem("review");
        }
        if (response.failure() != null) {
            problem("internal");
        }
        for (Step step : decision.steps()) {
            if (step instanceof Step.Added added && decision.refusalOrNull() == null) {
                // Not the policy's name: clusters may have thousands of policies.
                injected.increment(added.rule().kind().code());
            } else if (step instanceof Step.Problem problem) {
                problem(problem.kind());
            }
        }
    }

    /** Counts something that went wrong without failing a pod. */
    private void problem(String kind) {
        problems.increment(kind);
    }

    /** A client can send any text as the operation; the label must have few values. */
    private LabelledCounter reviews(String operation) {
        LabelledCounter counter = reviewsByOperation.get(operation);
        return counter == null ? Objects.requireNonNull(reviewsByOperation.get(OTHER)) : counter;
    }
}
