package dev.tolerant.server.webhook;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A counter for each value of one label, found without allocating a key. */
final class LabelledCounter {
    private final MeterRegistry registry;
    private final String name;
    private final Tags tags;
    private final String label;
    private final Map<String, Counter> byValue = new ConcurrentHashMap<>();

    LabelledCounter(MeterRegistry registry, String name, Tags tags, String label) {
        this.registry = registry;
        this.name = name;
        this.tags = tags;
        this.label = label;
    }

    /** Counts one; {@code value} must come from a fixed set. */
    void increment(String value) {
        Counter counter = byValue.get(value);
        if (counter == null) {
            counter = byValue.computeIfAbsent(value, any -> registry.counter(name, tags.and(label, value)));
        }
        counter.increment();
    }
}
