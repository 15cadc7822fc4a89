package dev.tolerant.engine.review;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.tolerant.engine.review.AdmissionRequest.InvalidReviewException;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.settings.Settings;
import dev.tolerant.settings.Settings.InvalidSettingsException;
import dev.tolerant.setup.EngineFactory;
import java.io.IOException;
import java.io.Reader;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The engine allocates no more for a review than {@code bench/baseline.properties} says: bytes are counted, time is not. */
@Tag("ci")
class AllocationTest {
    private static final Path BENCH = Path.of("bench");
    /** So many that whatever is made once is made; the compiler of test JVMs, C1, allocates what the code says. */
    private static final int WARM_UP = 1000;

    private static final int ROUNDS = 10;
    private static final int COUNTED = 100;
    private static final NamespaceFacts NAMESPACE =
            new NamespaceFacts("default", true, Map.of(), List.of(), List.of(), List.of(), Map.of());
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @ParameterizedTest
    @ValueSource(strings = {"small", "large"})
    void aReviewAllocatesAtMostATenthMoreThanTheBaselineSays(String size) throws Exception {
        byte[] review = Files.readAllBytes(BENCH.resolve("reviews").resolve(size + "-review.json"));
        Engine engine = engine();
        long baseline = baseline(size);
        answer(engine, review, WARM_UP);

        long allocated = Long.MAX_VALUE;
        for (int i = 0; i < ROUNDS; i++) {
            allocated = Math.min(allocated, answer(engine, review, COUNTED));
        }

        assertThat(allocated)
                .as("bytes for the %s review; bench/baseline.properties has %d and says what to do", size, baseline)
                .isLessThan(baseline + baseline / 10);
    }

    private static Engine engine() throws InvalidSettingsException {
        // Seconds of its own, so that there is something to change in every pod.
        return EngineFactory.of(Settings.ofText(
                "tolerant.rules.node-failure.not-ready=60\ntolerant.rules.node-failure.unreachable=60"));
    }

    /** Answers the review so many times, and returns what one answer allocated, in bytes. */
    private static long answer(Engine engine, byte[] review, int times) throws InvalidReviewException {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < times; i++) {
            engine.answer(Engine.read(review), Snapshot.EMPTY, NAMESPACE);
        }
        return (THREADS.getCurrentThreadAllocatedBytes() - before) / times;
    }

    private static long baseline(String size) throws IOException {
        Properties baseline = new Properties();
        try (Reader file = Files.newBufferedReader(BENCH.resolve("baseline.properties"))) {
            baseline.load(file);
        }
        return Long.parseLong(baseline.getProperty(size));
    }
}
