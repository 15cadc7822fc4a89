package dev.tolerant.bench;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.tolerant.engine.crd.PolicyReader;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.policy.Pool;
import dev.tolerant.engine.review.AdmissionRequest.InvalidReviewException;
import dev.tolerant.engine.review.Engine;
import dev.tolerant.engine.standing.PolicySet;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.TolerationRules;
import dev.tolerant.settings.Settings;
import dev.tolerant.settings.Settings.InvalidSettingsException;
import dev.tolerant.setup.EngineFactory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Measures the engine alone, from the bytes of a review to those of its answer. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class EngineBenchmark {
    private static final Path REVIEWS = Path.of("bench/reviews");
    private static final String POLICY = """
            apiVersion: tolerant.dev/v1alpha1
            kind: TolerationPolicy
            metadata: {name: TEAM}
            spec:
              match: {namespaceSelector: {matchLabels: {team: TEAM}}}
              tolerations: [{key: dedicated, operator: Equal, value: TEAM, effect: NoSchedule}]
              requiredNodeAffinity: [{key: dedicated, operator: In, values: [TEAM]}]
            """;

    private static final String POOL = """
            apiVersion: tolerant.dev/v1alpha1
            kind: TolerationPolicy
            metadata: {name: pool}
            spec:
              match: {namespaceSelector: {matchExpressions: [{key: team, operator: Exists}]}}
              nodes: {selector: SELECTOR, taintKeys: [dedicated]}
            """;

    private final NamespaceFacts namespace =
            new NamespaceFacts("default", true, Map.of("team", "team-7"), List.of(), List.of(), List.of(), Map.of());
    private Engine engine;
    private Snapshot manyPolicies;
    private Snapshot ofOneTeam;
    private Snapshot ofManyTeams;
    private byte[] small;
    private byte[] large;
    private byte[] megabyte;

    @Setup
    public void prepare() throws IOException, InvalidSettingsException {
        // Seconds of its own, so that there is something to change in every pod.
        engine = EngineFactory.of(Settings.ofText(
                "tolerant.rules.node-failure.not-ready=60\ntolerant.rules.node-failure.unreachable=60"));
        small = Files.readAllBytes(REVIEWS.resolve("small-review.json"));
        large = Files.readAllBytes(REVIEWS.resolve("large-review.json"));
        megabyte = withContainers(Files.readString(REVIEWS.resolve("small-review.json")), 1_000_000);
        manyPolicies = new Snapshot(PolicySet.of(policies(10_000)), Map.of("default", namespace), Map.of());
        ofOneTeam = pool("{matchLabels: {dedicated: team-7}}");
        ofManyTeams = pool("{matchLabelsFrom: {dedicated: {namespaceLabel: team}}}");
    }

    /** The review, with as many containers as it takes to reach this many bytes. */
    private static byte[] withContainers(String review, int bytes) {
        // A hundred variables in each, because the rules refuse pods with many small containers.
        String variable = "{\"name\":\"VARIABLE\",\"value\":\"" + "v".repeat(48) + "\"},";
        String container =
                "{\"name\":\"c0\",\"image\":\"i\",\"env\":[" + variable.repeat(99) + "{\"name\":\"LAST\"}]},";
        int first = review.indexOf("{\"name\":\"c\",");
        return (review.substring(0, first) + container.repeat(bytes / container.length()) + review.substring(first))
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Policies of teams, of which exactly one matches the namespace. */
    private static List<Policy> policies(int count) throws IOException {
        List<Policy> policies = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            policies.add(policy(POLICY.replace("TEAM", "team-" + i)));
        }
        return policies;
    }

    private static Policy policy(String yaml) throws IOException {
        return PolicyReader.read(new YAMLMapper().readTree(yaml), new TolerationRules(true))
                .policy();
    }

    /** A policy with a pool over 5,000 nodes of 1,000 teams. */
    private static Snapshot pool(String selector) throws IOException {
        List<Node> nodes = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            String team = "team-" + i % 1_000;
            nodes.add(new Node(
                    "n" + i,
                    Map.of("dedicated", team),
                    List.of(new Taint("dedicated", team, Taint.Effect.NO_SCHEDULE))));
        }
        Policy policy = policy(POOL.replace("SELECTOR", selector)).withPoolOf(nodes, List.of(), Pool.Memory.NONE);
        return new Snapshot(PolicySet.of(List.of(policy)), Map.of(), Map.of());
    }

    @Benchmark
    public byte[] small() throws InvalidReviewException {
        return answer(small, Snapshot.EMPTY);
    }

    @Benchmark
    public byte[] large() throws InvalidReviewException {
        return answer(large, Snapshot.EMPTY);
    }

    @Benchmark
    public byte[] tenThousandPolicies() throws InvalidReviewException {
        return answer(small, manyPolicies);
    }

    @Benchmark
    public byte[] oneTeam() throws InvalidReviewException {
        return answer(small, ofOneTeam);
    }

    @Benchmark
    public byte[] thousandTeamsOfOnePolicy() throws InvalidReviewException {
        return answer(small, ofManyTeams);
    }

    @Benchmark
    public byte[] podOfOneMegabyte() throws InvalidReviewException {
        return answer(megabyte, Snapshot.EMPTY);
    }

    private byte[] answer(byte[] review, Snapshot snapshot) throws InvalidReviewException {
        return engine.answer(Engine.read(review), snapshot, namespace).body();
    }

    /** Runs all of it with JMH's own options, and prints a line for each figure as {@code Summary} reads it. */
    public static void main(String... options) throws CommandLineOptionException, RunnerException {
        Options all = new OptionsBuilder()
                .parent(new CommandLineOptions(options))
                .include(EngineBenchmark.class.getName())
                .addProfiler(GCProfiler.class)
                .shouldFailOnError(true)
                .build();
        for (RunResult result : new Runner(all).run()) {
            String what = result.getPrimaryResult()
                    .getLabel()
                    .replaceAll("([A-Z])", " $1")
                    .toLowerCase(Locale.ROOT);
            // The best of all iterations, because other work on the machine can only slow one down.
            double micros = result.getPrimaryResult().getStatistics().getMin();
            double bytes =
                    result.getSecondaryResults().get("gc.alloc.rate.norm").getScore();
            System.out.printf(Locale.ROOT, "the engine, %s\tµs\t%.3f%n", what, micros);
            System.out.printf(Locale.ROOT, "allocated for it, %s\tkB\t%.3f%n", what, bytes / 1000);
        }
    }
}
