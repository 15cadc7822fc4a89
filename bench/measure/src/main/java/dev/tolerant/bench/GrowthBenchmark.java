package dev.tolerant.webhook;

import dev.tolerant.bench.BenchReview;
import dev.tolerant.cluster.CurrentSnapshot;
import dev.tolerant.core.policy.NamespaceFacts;
import dev.tolerant.core.policy.Policy;
import dev.tolerant.core.policy.PolicyFixture;
import dev.tolerant.core.policy.PolicySet;
import dev.tolerant.core.policy.Snapshot;
import dev.tolerant.review.InvalidReviewException;
import dev.tolerant.review.Mode;
import dev.tolerant.settings.InjectorFactory;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What a review costs in a small cluster and in the largest, with all that is done about it but HTTP. */
@BenchmarkMode(org.openjdk.jmh.annotations.Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class GrowthBenchmark {

    /** Policies of pools, of which exactly one matches the review. */
    @State(Scope.Benchmark)
    public static class Policies {
        @Param({"10", "1000", "10000"})
        public int policies;

        private Admission admission = admission(List.of(), 0);
        private byte[] body = {};

        @Setup
        public void make() {
            List<Policy> pools = new ArrayList<>();
            for (int i = 0; i < policies; i++) {
                String team = "team-" + i;
                pools.add(PolicyFixture.of("""
                        metadata: {name: %s}
                        spec:
                          match: {namespaceSelector: {matchLabels: {team: %s}}}
                          tolerations: [{key: dedicated, operator: Equal, value: %s, effect: NoSchedule}]
                          requiredNodeAffinity: [{key: dedicated, operator: In, values: [%s]}]
                        """.formatted(team, team, team, team)));
            }
            admission = admission(pools, 10);
            body = BenchReview.read("small");
        }
    }

    /** Namespaces, each with a label. */
    @State(Scope.Benchmark)
    public static class Namespaces {
        @Param({"10", "10000"})
        public int namespaces;

        private Admission admission = admission(List.of(), 0);
        private byte[] body = {};

        @Setup
        public void make() {
            admission = admission(List.of(), namespaces);
            body = BenchReview.read("small");
        }
    }

    /** A pod with containers for so many bytes. */
    @State(Scope.Benchmark)
    public static class Pod {
        @Param({"100000", "1000000"})
        public int bytes;

        private final Admission admission = admission(List.of(), 10);
        private byte[] body = {};

        @Setup
        public void make() {
            body = BenchReview.ofBytes(bytes);
        }
    }

    private static Admission admission(List<Policy> policies, int namespaces) {
        Map<String, NamespaceFacts> facts = new HashMap<>();
        facts.put("default", namespace("default", "team-7"));
        for (int i = 1; i < namespaces; i++) {
            facts.put("namespace-" + i, namespace("namespace-" + i, "team-" + i));
        }
        CurrentSnapshot snapshot = new CurrentSnapshot();
        snapshot.set(new Snapshot(PolicySet.of(policies), facts));
        return new Admission(
                InjectorFactory.of(Webhook.config(Map.of())),
                snapshot,
                new AdmissionMetrics(new SimpleMeterRegistry()),
                Mode.ENFORCE);
    }

    private static NamespaceFacts namespace(String name, String team) {
        return new NamespaceFacts(name, true, Map.of("team", team), List.of(), List.of(), Map.of(), List.of());
    }

    @Benchmark
    public Object policies(Policies state) throws InvalidReviewException {
        return state.admission.answer(state.body, false).await().indefinitely();
    }

    @Benchmark
    public Object namespaces(Namespaces state) throws InvalidReviewException {
        return state.admission.answer(state.body, false).await().indefinitely();
    }

    @Benchmark
    public Object pod(Pod state) throws InvalidReviewException {
        return state.admission.answer(state.body, false).await().indefinitely();
    }
}
