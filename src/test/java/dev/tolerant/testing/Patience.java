package dev.tolerant.testing;

import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.search.MeterNotFoundException;
import java.time.Duration;
import org.awaitility.core.ConditionFactory;
import org.awaitility.core.ThrowingRunnable;

/** How long tests wait for what other threads do. */
public final class Patience {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private Patience() {}

    /** A wait for what a control plane or another process does, which this names. */
    public static ConditionFactory waitingFor(String what) {
        return await(what).atMost(LIMIT).pollInterval(Duration.ofMillis(100));
    }

    /** Waits until the assertion holds, whatever is not there yet. */
    public static void eventually(ThrowingRunnable assertion) {
        await().atMost(LIMIT)
                .pollInterval(Duration.ofMillis(20))
                .ignoreExceptionsMatching(
                        early -> early instanceof NullPointerException || early instanceof MeterNotFoundException)
                .untilAsserted(assertion);
    }
}
