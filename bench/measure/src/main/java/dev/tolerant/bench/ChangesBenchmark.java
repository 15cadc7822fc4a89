package dev.tolerant.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tolerant.engine.crd.PolicyCompiler;
import dev.tolerant.engine.crd.TolerationPolicy;
import dev.tolerant.engine.policy.NamespaceFacts;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.policy.PolicySet;
import dev.tolerant.engine.policy.Snapshot;
import dev.tolerant.engine.review.AdmissionRequest.Decidable;
import dev.tolerant.engine.review.Engine;
import dev.tolerant.engine.review.InvalidReviewException;
import dev.tolerant.engine.toleration.TolerationRules;
import dev.tolerant.settings.InvalidSettingsException;
import dev.tolerant.settings.SettingsText;
import dev.tolerant.setup.EngineFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;

/** Measures what a review costs on every processor while two of 1,000 policies change so many times a second. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Threads(Threads.MAX)
public class ChangesBenchmark {
    private static final int POLICIES = 1000;
    private static final int FOR_EVERY_POD = 20;
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Policies, of which twenty match the review, in a set that is replaced when one changes. */
    @State(Scope.Benchmark)
    public static class Policies {
        @Param({"0", "10"})
        public int changes;

        private final Map<String, Policy> policies = new TreeMap<>();
        private final NamespaceFacts namespace = NamespaceFacts.plain("default");
        private final ScheduledExecutorService changing = Executors.newSingleThreadScheduledExecutor();
        private Engine engine;
        private byte[] body;
        private volatile Snapshot snapshot;
        private int generation;

        @Setup
        public void make() throws InvalidSettingsException {
            engine = EngineFactory.of(SettingsText.read(""));
            body = BenchReview.read("small");
            for (int i = 0; i < POLICIES; i++) {
                compile(i);
            }
            publish();
            if (changes > 0) {
                changing.scheduleAtFixedRate(this::change, 0, 1000 / changes, TimeUnit.MILLISECONDS);
            }
        }

        @TearDown
        public void stop() {
            changing.shutdownNow();
        }

        private void change() {
            generation++;
            compile(generation % FOR_EVERY_POD);
            compile(FOR_EVERY_POD + generation * 31 % (POLICIES - FOR_EVERY_POD));
            publish();
        }

        private void compile(int i) {
            String match = i < FOR_EVERY_POD ? "" : "'namespaceSelector': {'matchLabels': {'team': 'other-" + i + "'}}";
            String json = ("{'metadata': {'name': 'p-" + i + "'}, 'spec': {'match': {" + match
                            + "}, 'tolerations': [{'key': 'policy-" + i + "', 'operator': 'Equal', 'value': 'g"
                            + generation + "'}]}}")
                    .replace('\'', '"');
            try {
                TolerationPolicy object = JSON.readValue(json, TolerationPolicy.class);
                policies.put(
                        "p-" + i,
                        PolicyCompiler.compile(object, new TolerationRules(true))
                                .policy());
            } catch (IOException impossible) {
                throw new UncheckedIOException(impossible);
            }
        }

        private void publish() {
            snapshot = new Snapshot(PolicySet.of(policies.values()), Map.of(), Map.of());
        }
    }

    @Benchmark
    public byte[] changes(Policies state) throws InvalidReviewException {
        Decidable request = (Decidable) Engine.read(state.body);
        return state.engine.mutate(request, state.snapshot, state.namespace).body();
    }
}
