package dev.tolerant.webhook;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import dev.tolerant.bench.BenchReview;
import dev.tolerant.core.decision.Decision;
import dev.tolerant.core.policy.NamespaceFacts;
import dev.tolerant.core.policy.PolicySet;
import dev.tolerant.core.rule.Injector;
import dev.tolerant.review.AdmissionRequest;
import dev.tolerant.review.InvalidReviewException;
import dev.tolerant.review.Mode;
import dev.tolerant.review.ResponseWriter;
import dev.tolerant.review.ReviewReader;
import dev.tolerant.settings.InjectorFactory;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The way from the bytes of a review to those of its answer, its three parts, and what tokenising the bytes alone takes. */
@State(Scope.Benchmark)
@BenchmarkMode(org.openjdk.jmh.annotations.Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class EngineBenchmark {
    private static final JsonFactory JSON = JsonFactory.builder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .build();

    @Param({"small", "large"})
    public String review = "";

    private final Injector injector = InjectorFactory.of(
            Webhook.config(Map.of("rules.node-failure.not-ready", "60", "rules.node-failure.unreachable", "60")));
    private final ResponseWriter writer = new ResponseWriter(Mode.ENFORCE);
    private final NamespaceFacts namespace = NamespaceFacts.plain("default");
    private byte[] body = {};
    private AdmissionRequest request = new AdmissionRequest("", "", null, null, null, body, java.util.List.of());
    private Decision decision = Decision.skipped(dev.tolerant.core.decision.SkipReason.KIND);

    @Setup
    public void read() throws InvalidReviewException {
        body = BenchReview.read(review);
        request = ReviewReader.read(body);
        decision = decided(request);
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
        return ReviewReader.read(body);
    }

    @Benchmark
    public Decision deciding() {
        return decided(request);
    }

    @Benchmark
    public byte[] writing() {
        return writer.write(request, decision);
    }

    @Benchmark
    public byte[] answer() throws InvalidReviewException {
        AdmissionRequest read = ReviewReader.read(body);
        return writer.write(read, decided(read));
    }

    private Decision decided(AdmissionRequest read) {
        return injector.decide(Objects.requireNonNull(read.review()), PolicySet.EMPTY, namespace);
    }
}
