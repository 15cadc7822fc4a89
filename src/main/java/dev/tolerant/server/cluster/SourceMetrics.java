package dev.tolerant.server.cluster;

import dev.tolerant.engine.words.OneLine;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleSupplier;
import java.util.function.IntSupplier;
import org.jboss.logging.Logger;

/** The metrics of the sources: what they know, and how fresh it is. */
@Singleton
final class SourceMetrics {
    private final MeterRegistry registry;
    private final AtomicInteger accepted = new AtomicInteger();
    private final AtomicInteger rejected = new AtomicInteger();
    private final Map<String, AtomicInteger> guards = new ConcurrentHashMap<>();

    SourceMetrics(MeterRegistry registry) {
        this.registry = registry;
        policies("accepted", accepted);
        policies("rejected", rejected);
    }

    private void policies(String state, AtomicInteger count) {
        Gauge.builder("tolerant.policies", count, AtomicInteger::get)
                .description("TolerationPolicy objects, accepted and rejected")
                .tag("state", state)
                .register(registry);
    }

    void policies(int inUse, int unusable) {
        accepted.set(inUse);
        rejected.set(unusable);
    }

    void guards(Map<String, Boolean> inForce) {
        inForce.forEach(
                (name, whole) -> guards.computeIfAbsent(name, this::guard).set(whole ? 1 : 0));
    }

    private AtomicInteger guard(String name) {
        AtomicInteger inForce = new AtomicInteger();
        Gauge.builder("tolerant.guard.in.force", inForce, AtomicInteger::get)
                .description("Whether a ValidatingAdmissionPolicy of this release is in force")
                .tag("guard", name)
                .register(registry);
        return inForce;
    }

    void flag(String name, String description, BooleanSupplier holds) {
        Gauge.builder(name, () -> holds.getAsBoolean() ? 1 : 0)
                .description(description)
                .register(registry);
    }

    void problem(Logger log, String sentence) {
        log.warn(OneLine.logged(sentence));
        problem();
    }

    void problem() {
        Counter.builder("tolerant.problems")
                .description("Problems that the program worked around")
                .tag("kind", "source")
                .register(registry)
                .increment();
    }

    /**
     * Registers a source: whether it has been read completely, for how many seconds it may be out of date, and how many of its objects
     * are left out. The caller ends the registration with the source.
     */
    Runnable source(String name, BooleanSupplier synced, DoubleSupplier age, IntSupplier leftOut) {
        Gauge whole = Gauge.builder("tolerant.source.synced", () -> synced.getAsBoolean() ? 1 : 0)
                .description("Whether the source has been read as a whole")
                .tag("source", name)
                .register(registry);
        Gauge fresh = Gauge.builder("tolerant.source.age.seconds", age::getAsDouble)
                .description("Seconds since the source was last known to be up to date")
                .tag("source", name)
                .register(registry);
        Gauge out = Gauge.builder("tolerant.source.left.out", leftOut::getAsInt)
                .description("Objects of the source that are not in use, because the heap has no room for them")
                .tag("source", name)
                .register(registry);
        return () -> List.of(whole, fresh, out).forEach(registry::remove);
    }
}
