package dev.tolerant.server.intake;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** Counts what the program turned away, and shows what clients hold. */
@Singleton
class IntakeMetrics {
    private final Map<Rejection, Counter> rejections = new EnumMap<>(Rejection.class);

    IntakeMetrics(MeterRegistry registry, Budgets budgets) {
        for (Rejection rejection : Rejection.values()) {
            rejections.put(rejection, registry.counter("tolerant.rejected.requests", "reason", rejection.code()));
        }
        register(registry, Connections.WEBHOOK, "webhook");
        register(registry, Connections.MANAGEMENT, "management");
        Gauge.builder("tolerant.body.bytes", budgets, Budgets::held)
                .description("Bytes of request bodies that the program has made room for")
                .register(registry);
    }

    private static void register(MeterRegistry registry, Connections connections, String server) {
        for (Closing closing : Closing.values()) {
            FunctionCounter.builder("tolerant.closed.connections", connections.closed(), all -> all.count(closing))
                    .description("Connections that the program closed, by reason")
                    .tags("server", server, "reason", closing.code())
                    .register(registry);
        }
        Gauge.builder("tolerant.connections", connections, Connections::open)
                .description("Connections that clients have open")
                .tag("server", server)
                .register(registry);
    }

    void count(Rejection rejection) {
        Objects.requireNonNull(rejections.get(rejection)).increment();
    }
}
