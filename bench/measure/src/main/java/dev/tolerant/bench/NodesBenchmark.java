package dev.tolerant.bench;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.tolerant.engine.controlplane.Node;
import dev.tolerant.engine.crd.PolicyCompiler;
import dev.tolerant.engine.crd.TolerationPolicy;
import dev.tolerant.engine.policy.NamespaceFacts;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.policy.PolicySet;
import dev.tolerant.engine.policy.Snapshot;
import dev.tolerant.engine.review.AdmissionRequest.Decidable;
import dev.tolerant.engine.review.Engine;
import dev.tolerant.engine.review.InvalidReviewException;
import dev.tolerant.engine.toleration.Effect;
import dev.tolerant.engine.toleration.Taint;
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

/** Measures what it costs the engine that policies take their tolerations from 15,000 nodes instead of naming them. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class NodesBenchmark {
    static final String NODES = "nodes";
    static final String BY_HAND = "by hand";

    private static final int NODES_IN_ALL = 15_000;
    private static final int POOLS = 10;
    private static final YAMLMapper YAML = new YAMLMapper();

    /** Ten policies of pools, of which one matches the review. */
    @State(Scope.Benchmark)
    public static class Policies {
        @Param({BY_HAND, NODES})
        public String source = BY_HAND;

        private Engine engine;
        private Snapshot snapshot;
        private byte[] body;

        @Setup
        public void make() throws IOException, InvalidSettingsException {
            Map<String, Node> nodes = source.equals(NODES) ? nodes() : Map.of();
            List<Policy> policies = new ArrayList<>();
            for (int i = 0; i < POOLS; i++) {
                policies.add(policy(i, source.equals(NODES)).withNodes(nodes.values()));
            }
            NamespaceFacts namespace = new NamespaceFacts(
                    "default", true, Map.of("team", "team-7"), List.of(), List.of(), Map.of(), List.of());
            engine = EngineFactory.of(SettingsText.read(""));
            snapshot = new Snapshot(PolicySet.of(policies), Map.of("default", namespace), nodes);
            body = BenchReview.read("small");
        }

        private static Map<String, Node> nodes() {
            Map<String, Node> nodes = new HashMap<>();
            for (int i = 0; i < NODES_IN_ALL; i++) {
                String pool = "pool-" + i % POOLS;
                nodes.put(
                        "node-" + i,
                        new Node(
                                "node-" + i,
                                Map.of("pool", pool),
                                List.of(new Taint("dedicated", pool, Effect.NO_SCHEDULE))));
            }
            return nodes;
        }

        private static Policy policy(int i, boolean fromNodes) throws IOException {
            String given = fromNodes
                    ? "nodes: {selector: {matchLabels: {pool: pool-%d}}}"
                    : "tolerations: [{key: dedicated, operator: Equal, value: pool-%1$d, effect: NoSchedule}],"
                            + " requiredNodeAffinity: [{key: pool, operator: In, values: [pool-%1$d]}]";
            TolerationPolicy object = YAML.readValue(
                    ("{apiVersion: tolerant.dev/v1alpha1, kind: TolerationPolicy, metadata: {name: p-" + i + "}, spec:"
                                    + " {match: {namespaceSelector: {matchLabels: {team: team-" + i + "}}}, " + given
                                    + "}}")
                            .formatted(i),
                    TolerationPolicy.class);
            return PolicyCompiler.compile(object, new TolerationRules(true)).policy();
        }
    }

    @Benchmark
    public byte[] source(Policies state) throws InvalidReviewException {
        Decidable request = (Decidable) Engine.read(state.body);
        NamespaceFacts namespace =
                state.snapshot.namespaces().get(request.review().namespace());
        return state.engine.mutate(request, state.snapshot, namespace).body();
    }
}
