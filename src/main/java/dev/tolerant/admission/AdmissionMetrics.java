package dev.tolerant.admission;

import dev.tolerant.decision.Decision;
import dev.tolerant.decision.Step;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Counts reviews and what came of them; every label has a fixed set of values. */
@Singleton
class AdmissionMetrics {
    private final MeterRegistry registry;
    private final Timer duration;
    private final Map<String, Counter> counters = new ConcurrentHashMap<>();

    AdmissionMetrics(MeterRegistry registry) {
        this.registry = registry;
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

    void count(AdmissionRequest request, Decision decision, long nanos) {
        duration.record(Duration.ofNanos(nanos));
        counter(
                        "tolerant.reviews",
                        "operation",
                        operation(request),
                        "decision",
                        decision.verdict().code())
                .increment();
        decision.skipReason().ifPresent(reason -> one("tolerant.skipped", "reason", reason.code()));
        decision.refusal()
                .ifPresent(refusal ->
                        one("tolerant.refusals", "reason", refusal.reason().code()));
        if (request.problem() != null) {
            problem("review");
        }
        for (Step step : decision.steps()) {
            if (step instanceof Step.Added added) {
                one("tolerant.injected.tolerations", "rule", ruleOf(added));
            } else if (step instanceof Step.Problem problem) {
                problem(problem.kind());
            }
        }
    }

    /** Counts something that went wrong without failing a pod. */
    void problem(String kind) {
        one("tolerant.problems", "kind", kind);
    }

    private void one(String name, String label, String value) {
        counter(name, label, value).increment();
    }

    private Counter counter(String name, String... labels) {
        return counters.computeIfAbsent(name + '|' + String.join("|", labels), key -> registry.counter(name, labels));
    }

    /** The rule without the policy's name: clusters may have thousands of policies. */
    private static String ruleOf(Step step) {
        int slash = step.rule().indexOf('/');
        return slash < 0 ? step.rule() : step.rule().substring(0, slash);
    }

    /** A client can send any text as operation; the label must stay small. */
    private static String operation(AdmissionRequest request) {
        return switch (request.operation()) {
            case "CREATE", "UPDATE", "DELETE", "CONNECT" -> request.operation();
            default -> "OTHER";
        };
    }
}
