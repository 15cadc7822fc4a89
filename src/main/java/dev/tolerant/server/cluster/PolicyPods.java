package dev.tolerant.server.cluster;

import dev.tolerant.engine.decision.Decision;
import dev.tolerant.engine.decision.Step;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.policy.PolicySet;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Counts what policies did for pods, each of a number of them by its name; the counters of a policy go with it. */
@Singleton
public class PolicyPods {
    static final int MAX_NAMES = 200;

    /** No policy can have this name, which is not one of DNS. */
    static final String OTHER = "_other";

    private final MeterRegistry registry;
    private final Map<String, Map<Outcome, Counter>> counters = new ConcurrentHashMap<>();
    private final Map<Outcome, Counter> others = new ConcurrentHashMap<>();
    private volatile Set<String> inForce = Set.of();

    public PolicyPods(MeterRegistry registry, CurrentSnapshot snapshot) {
        this.registry = registry;
        snapshot.follow(this::keep);
    }

    /** What came of one policy for one pod; of several the last of these counts. */
    public enum Outcome {
        /** The policy was asked, and had nothing to change. */
        UNCHANGED,
        /** The policy changed the pod. */
        APPLIED,
        /** The policy, in mode Audit, would have changed the pod. */
        AUDITED;

        /** The value of the label. */
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }

        private static Outcome last(Outcome one, Outcome other) {
            return one.compareTo(other) < 0 ? other : one;
        }

        private static Outcome of(Step step, Decision decision) {
            if (step instanceof Step.Audited) {
                return AUDITED;
            }
            return step.isEffective() && decision.refusalOrNull() == null ? APPLIED : UNCHANGED;
        }
    }

    /** Counts what the policies did in a decision. */
    public void count(Decision decision) {
        outcomes(decision).forEach(this::increment);
    }

    private static Map<String, Outcome> outcomes(Decision decision) {
        Map<String, Outcome> outcomes = new HashMap<>(decision.policies().isEmpty() ? 0 : 16);
        for (String policy : decision.policies()) {
            outcomes.put(policy, Outcome.UNCHANGED);
        }
        for (Step step : decision.steps()) {
            // Those of a policy that was not asked are advice about a template.
            if (outcomes.containsKey(step.rule().policy())) {
                outcomes.merge(step.rule().policy(), Outcome.of(step, decision), Outcome::last);
            }
        }
        return outcomes;
    }

    private void increment(String policy, Outcome outcome) {
        Map<Outcome, Counter> own = counters.get(policy);
        boolean other = own == null && (counters.size() >= MAX_NAMES || !inForce.contains(policy));
        Counter counter = other ? others.get(outcome) : own == null ? null : own.get(outcome);
        (counter == null ? register(policy, outcome) : counter).increment();
    }

    /** The policy's own counter while there is room for its name, else that of all others. */
    private synchronized Counter register(String policy, Outcome outcome) {
        boolean own = counters.containsKey(policy) || (counters.size() < MAX_NAMES && inForce.contains(policy));
        String name = own ? policy : OTHER;
        Map<Outcome, Counter> named = own ? counters.computeIfAbsent(policy, any -> new ConcurrentHashMap<>()) : others;
        return named.computeIfAbsent(
                outcome, any -> registry.counter("tolerant.policy.pods", "policy", name, "outcome", outcome.code()));
    }

    private synchronized void keep(PolicySet policies) {
        inForce = policies.policies().stream().map(Policy::name).collect(Collectors.toUnmodifiableSet());
        for (Iterator<Map.Entry<String, Map<Outcome, Counter>>> all =
                        counters.entrySet().iterator();
                all.hasNext(); ) {
            Map.Entry<String, @Nullable Map<Outcome, Counter>> each = all.next();
            if (!inForce.contains(each.getKey())) {
                all.remove();
                each.getValue().values().forEach(registry::remove);
            }
        }
    }
}
