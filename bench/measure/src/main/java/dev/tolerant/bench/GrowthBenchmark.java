package dev.tolerant.bench;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Measures what a review costs the engine in a small cluster and in the largest. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class GrowthBenchmark {
    private static final YAMLMapper YAML = new YAMLMapper();

    /** An engine, what it knows of its cluster, and a review. */
    private record Question(Engine engine, Snapshot snapshot, byte[] body) {

        static Question of(byte[] body, List<Policy> policies, int namespaces) throws InvalidSettingsException {
            Map<String, NamespaceFacts> facts = new HashMap<>();
            facts.put("default", namespace("default", "team-7"));
            for (int i = 1; i < namespaces; i++) {
                facts.put("namespace-" + i, namespace("namespace-" + i, "team-" + i));
            }
            Snapshot snapshot = new Snapshot(PolicySet.of(policies), facts, Map.of());
            return new Question(EngineFactory.of(SettingsText.read("")), snapshot, body);
        }

        private static NamespaceFacts namespace(String name, String team) {
            return new NamespaceFacts(name, true, Map.of("team", team), List.of(), List.of(), Map.of(), List.of());
        }

        byte[] answer() throws InvalidReviewException {
            Decidable request = (Decidable) Engine.read(body);
            NamespaceFacts namespace =
                    snapshot.namespaces().get(request.review().namespace());
            return engine.mutate(request, snapshot, namespace).body();
        }
    }

    /** Policies of pools, of which exactly one matches the review. */
    @State(Scope.Benchmark)
    public static class Policies {
        @Param({"10", "10000"})
        public int policies;

        private Question question;

        @Setup
        public void make() throws IOException, InvalidSettingsException {
            List<Policy> pools = new ArrayList<>();
            for (int i = 0; i < policies; i++) {
                pools.add(pool("team-" + i));
            }
            question = Question.of(BenchReview.read("small"), pools, 10);
        }

        private static Policy pool(String team) throws IOException {
            TolerationPolicy object = YAML.readValue("""
                    apiVersion: tolerant.dev/v1alpha1
                    kind: TolerationPolicy
                    metadata: {name: %s}
                    spec:
                      match: {namespaceSelector: {matchLabels: {team: %s}}}
                      tolerations: [{key: dedicated, operator: Equal, value: %s, effect: NoSchedule}]
                      requiredNodeAffinity: [{key: dedicated, operator: In, values: [%s]}]
                    """.formatted(team, team, team, team), TolerationPolicy.class);
            return PolicyCompiler.compile(object, new TolerationRules(true)).policy();
        }
    }

    /** Namespaces, each with a label. */
    @State(Scope.Benchmark)
    public static class Namespaces {
        @Param({"10", "10000"})
        public int namespaces;

        private Question question;

        @Setup
        public void make() throws InvalidSettingsException {
            question = Question.of(BenchReview.read("small"), List.of(), namespaces);
        }
    }

    /** A pod with as many containers as so many bytes hold. */
    @State(Scope.Benchmark)
    public static class Pod {
        @Param({"100000", "1000000"})
        public int bytes;

        private Question question;

        @Setup
        public void make() throws InvalidSettingsException {
            question = Question.of(BenchReview.ofBytes(bytes), List.of(), 10);
        }
    }

    @Benchmark
    public byte[] policies(Policies state) throws InvalidReviewException {
        return state.question.answer();
    }

    @Benchmark
    public byte[] namespaces(Namespaces state) throws InvalidReviewException {
        return state.question.answer();
    }

    @Benchmark
    public byte[] pod(Pod state) throws InvalidReviewException {
        return state.question.answer();
    }
}
