package dev.tolerant.server.keeper;

import dev.tolerant.observed.stored.Judgement.PodState;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of the keeper; those of replicas that are not the keeper are zero, or unknown.
 *
 * <p>Whoever scrapes asks by a thread of its own.
 */
final class KeeperMetrics {
    private final Supplier<@Nullable Term> terms;
    private final MeterRegistry registry;

    /** {@code terms} is the term of this replica, or null. */
    KeeperMetrics(Supplier<@Nullable Term> terms, MeterRegistry registry) {
        this.terms = terms;
        this.registry = registry;
    }

    void register() {
        for (PodState state : PodState.values()) {
            Gauge.builder("tolerant.keeper.pods", () -> of(term -> term.pods(state), 0))
                    .description("Pods by what the keeper found at its last pass, or did since")
                    .tag("state", state.code())
                    .register(registry);
        }
        gauge("backlog", "Pods that wait to be changed", Term::backlog, 0);
        gauge("backlog.seconds", "Seconds until the pods that wait will have been changed", Term::backlogSeconds, 0);
        gauge("last.pass.age.seconds", "Seconds since the last list of all pods", Term::lastPassAgeSeconds, Double.NaN);
        gauge("leader", "Whether this replica is the keeper", term -> 1, 0);
        gauge("pause.seconds", "Seconds that the keeper waits after the last refusal", Term::pauseSeconds, 0);
    }

    private void gauge(String name, String description, ToDoubleFunction<Term> value, double without) {
        Gauge.builder("tolerant.keeper." + name, () -> of(value, without))
                .description(description)
                .register(registry);
    }

    private double of(ToDoubleFunction<Term> value, double without) {
        Term term = terms.get();
        return term == null ? without : value.applyAsDouble(term);
    }
}
