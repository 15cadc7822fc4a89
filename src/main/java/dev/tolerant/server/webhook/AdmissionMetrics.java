package dev.tolerant.server.webhook;

import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.review.AdmissionRequest;
import dev.tolerant.engine.review.AdmissionResponse;
import dev.tolerant.engine.review.Engine;
import dev.tolerant.engine.rule.Decision;
import dev.tolerant.engine.rule.Decision.Verdict;
import dev.tolerant.engine.rule.Step;
import dev.tolerant.engine.rule.Step.SkipReason;
import dev.tolerant.engine.standing.PolicySet;
import dev.tolerant.engine.words.Coded;
import dev.tolerant.server.cluster.CurrentSnapshot;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.prometheus.PrometheusConfig;
import io.micrometer.prometheus.PrometheusMeterRegistry;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Counts reviews and what came of them; every label has a fixed set of values, but for the names of policies, of which the first
 * {@value #NAMED_POLICIES} of those in force have series. Any number of threads may use it at once.
 */
@Singleton
public class AdmissionMetrics {
    private static final List<String> OPERATIONS = List.of("CREATE", "UPDATE", "DELETE", "CONNECT");
    /** The milliseconds by which the histogram counts answers. */
    private static final double[] OBJECTIVES = {
        0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2000, 5000, 10_000
    };

    private static final int NAMED_POLICIES = 200;
    private static final String POLICY = "policy";
    private static final String POLICY_PODS = "tolerant.policy.pods";
    /** Stands for the policies after the named ones; no object can have this name. */
    private static final String OTHER_POLICIES = "_other";

    private final MeterRegistry registry;
    private final Timer duration;
    private final MeterProvider<Counter> policies;
    /** By their operation, those of each verdict in its order. */
    private final List<Labelled> reviews;

    private final Labelled skipped;
    private final Labelled refusals;
    private final Labelled injected;
    private final Labelled problems;
    private volatile Set<String> policyLabels = Set.of();

    public AdmissionMetrics(MeterRegistry registry, CurrentSnapshot snapshot, Engine engine) {
        this.registry = registry;
        this.policies = counter(POLICY_PODS, "Pods that a policy matched, by what it did for them")
                .withRegistry(registry);
        this.reviews = Stream.of(Verdict.values())
                .map(verdict -> counter("tolerant.reviews", "Reviews, by what was decided")
                        .tag("decision", decision(verdict, engine.audits())))
                .map(ofVerdict -> new Labelled(ofVerdict, "operation", registry))
                .toList();
        this.skipped = new Labelled(
                counter("tolerant.skipped", "Reviews of objects that get nothing, by reason"), "reason", registry);
        this.refusals = new Labelled(counter("tolerant.refusals", "Refusals, by reason"), "reason", registry);
        this.injected = new Labelled(
                counter("tolerant.injected.tolerations", "Tolerations that were added, by rule"), "rule", registry);
        this.problems =
                new Labelled(counter("tolerant.problems", "Problems that the program worked around"), "kind", registry);
        this.duration = Timer.builder("tolerant.review.duration")
                .description("Time from the body of a review to the body of its answer")
                .serviceLevelObjectives(DoubleStream.of(OBJECTIVES)
                        .mapToObj(millis -> Duration.ofNanos((long) (millis * 1_000_000)))
                        .toArray(Duration[]::new))
                .register(registry);
        snapshot.watchPolicies(this::name);
    }

    /** In audit mode nothing is patched or refused. */
    private static String decision(Verdict verdict, boolean audits) {
        return switch (verdict) {
            case PATCHED -> audits ? "would-patch" : verdict.code();
            case REFUSED -> audits ? "would-refuse" : verdict.code();
            case UNCHANGED, SKIPPED -> verdict.code();
        };
    }

    private static Counter.Builder counter(String name, String description) {
        return Counter.builder(name).description(description);
    }

    /** Counts into a registry that is never read, of the kind that the program has. */
    static AdmissionMetrics ofNothing(CurrentSnapshot snapshot, Engine engine) {
        return new AdmissionMetrics(
                new CompositeMeterRegistry().add(new PrometheusMeterRegistry(PrometheusConfig.DEFAULT)),
                snapshot,
                engine);
    }

    /** Lets the policies of highest precedence have series, and removes those of all others. */
    private void name(PolicySet inForce) {
        List<Policy> ranked = inForce.policies();
        Set<String> labels = new HashSet<>();
        ranked.stream().limit(NAMED_POLICIES).forEach(policy -> labels.add(policy.name()));
        if (ranked.size() > NAMED_POLICIES) {
            labels.add(OTHER_POLICIES);
        }
        policyLabels = Set.copyOf(labels);
        registry.find(POLICY_PODS).counters().stream()
                .filter(counter -> !labels.contains(counter.getId().getTag(POLICY)))
                .forEach(registry::remove);
    }

    /** The counters of one name by the values of a label, few and for good, so that no review makes the id of a meter to find one. */
    private static final class Labelled {
        private final MeterProvider<Counter> counters;
        private final String label;
        private final Map<String, Counter> known = new ConcurrentHashMap<>();

        Labelled(Counter.Builder counters, String label, MeterRegistry registry) {
            this.counters = counters.withRegistry(registry);
            this.label = label;
        }

        void count(String value) {
            // To read takes no lock, which computeIfAbsent can take for a key that is there.
            Counter counter = known.get(value);
            if (counter == null) {
                counter = known.computeIfAbsent(value, any -> counters.withTag(label, value));
            }
            counter.increment();
        }
    }

    void count(AdmissionResponse response, long nanos) {
        AdmissionRequest request = response.request();
        Decision decision = response.decision();
        duration.record(nanos, TimeUnit.NANOSECONDS);
        // A client can send any text as the operation; the label must have few values.
        String operation = OPERATIONS.contains(request.operation()) ? request.operation() : "OTHER";
        reviews.get(decision.verdict().ordinal()).count(operation);
        decision.skipReason().ifPresent(reason -> skipped.count(reason.code()));
        if (decision.refusal() != null) {
            refusals.count(decision.refusal().reason().code());
        }
        if (request instanceof AdmissionRequest.Unread unread && unread.reason() == SkipReason.MALFORMED) {
            problems.count("review");
        }
        if (response.failure() != null) {
            problems.count("internal");
        }
        countPolicies(decision);
        for (Step step : decision.steps()) {
            if (step instanceof Step.Added added && decision.refusal() == null) {
                // Not the policy's name: clusters may have thousands of policies.
                injected.count(added.rule().kind().code());
            } else if (step instanceof Step.Problem problem) {
                problems.count(problem.kind());
            }
        }
    }

    /** Counts the pod for each policy that was asked, by the last of these outcomes that a step of the policy has. */
    private void countPolicies(Decision decision) {
        if (decision.policies().isEmpty()) {
            return;
        }
        Map<String, PolicyOutcome> outcomes = new HashMap<>();
        decision.policies().forEach(policy -> outcomes.put(policy, PolicyOutcome.UNCHANGED));
        for (Step step : decision.steps()) {
            // Those of a policy that was not asked are advice about a template.
            outcomes.computeIfPresent(step.rule().policy(), (policy, before) -> {
                PolicyOutcome outcome = PolicyOutcome.of(step, decision);
                return before.compareTo(outcome) < 0 ? outcome : before;
            });
        }
        outcomes.forEach(this::count);
    }

    private void count(String policy, PolicyOutcome outcome) {
        Set<String> labels = policyLabels;
        String label = labels.contains(policy) ? policy : OTHER_POLICIES;
        if (!labels.contains(label)) {
            return;
        }
        Counter counter = policies.withTags(POLICY, label, "outcome", outcome.code());
        counter.increment();
        // The policy may have gone, and its series with it, before this brought one back.
        if (!policyLabels.contains(label)) {
            registry.remove(counter);
        }
    }

    private enum PolicyOutcome implements Coded {
        UNCHANGED,
        APPLIED,
        AUDITED;

        static PolicyOutcome of(Step step, Decision decision) {
            if (step instanceof Step.Audited) {
                return AUDITED;
            }
            return step.isChange() && decision.refusal() == null ? APPLIED : UNCHANGED;
        }
    }
}
