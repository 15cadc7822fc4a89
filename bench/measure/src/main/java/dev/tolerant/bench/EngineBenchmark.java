package dev.tolerant.bench;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import dev.tolerant.engine.policy.NamespaceFacts;
import dev.tolerant.engine.policy.Snapshot;
import dev.tolerant.engine.review.AdmissionRequest;
import dev.tolerant.engine.review.AdmissionRequest.Decidable;
import dev.tolerant.engine.review.Engine;
import dev.tolerant.engine.review.InvalidReviewException;
import dev.tolerant.settings.InvalidSettingsException;
import dev.tolerant.settings.SettingsText;
import dev.tolerant.setup.EngineFactory;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Measures the engine from the bytes of a review to those of its answer, its two steps, and tokenising the bytes alone. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class EngineBenchmark {
    private static final JsonFactory JSON = JsonFactory.builder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .build();

    @Param({"small", "large"})
    public String review;

    private final NamespaceFacts namespace = NamespaceFacts.plain("default");
    private Engine engine;
    private byte[] body;
    private Decidable request;

    @Setup
    public void read() throws InvalidReviewException, InvalidSettingsException {
        // Seconds of its own, so that there is something to change in every pod.
        engine = EngineFactory.of(SettingsText.read(
                "tolerant.rules.node-failure.not-ready=60\ntolerant.rules.node-failure.unreachable=60"));
        body = BenchReview.read(review);
        request = (Decidable) Engine.read(body);
    }

    @Benchmark
    public int tokenise() throws IOException {
        int tokens = 0;
        try (JsonParser parser = JSON.createParser(body)) {
            while (parser.nextToken() != null) {
                tokens++;
            }
        }
        return tokens;
    }

    @Benchmark
    public AdmissionRequest reading() throws InvalidReviewException {
        return Engine.read(body);
    }

    @Benchmark
    public byte[] mutating() {
        return engine.mutate(request, Snapshot.EMPTY, namespace).body();
    }

    @Benchmark
    public byte[] answer() throws InvalidReviewException {
        return engine.mutate((Decidable) Engine.read(body), Snapshot.EMPTY, namespace)
                .body();
    }
}
