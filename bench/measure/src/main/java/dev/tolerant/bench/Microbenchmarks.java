package dev.tolerant.bench;

import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** The benchmarks of the engine alone, which JMH runs. */
final class Microbenchmarks {
    private final Collection<RunResult> results;

    private Microbenchmarks(Collection<RunResult> results) {
        this.results = results;
    }

    /** Runs what is asked for the engine as it is. */
    static Microbenchmarks run(Jvm jvm) throws RunnerException {
        return run(
                jvm,
                new OptionsBuilder()
                        .include(EngineBenchmark.class.getSimpleName())
                        .include(GrowthBenchmark.class.getSimpleName()));
    }

    /** Runs what nodes cost the engine. */
    static Microbenchmarks ofNodes(Jvm jvm) throws RunnerException {
        return run(jvm, new OptionsBuilder().include(NodesBenchmark.class.getSimpleName()));
    }

    private static Microbenchmarks run(Jvm jvm, ChainedOptionsBuilder benchmarks) throws RunnerException {
        return new Microbenchmarks(new Runner(benchmarks
                        .jvmArgs(jvm.options().toArray(String[]::new))
                        .jvmArgsAppend("-Djava.util.logging.manager=org.jboss.logmanager.LogManager", "-Xmx1g")
                        .forks(2)
                        .warmupIterations(4)
                        .warmupTime(TimeValue.seconds(1))
                        .measurementIterations(16)
                        .measurementTime(TimeValue.milliseconds(250))
                        .addProfiler(GCProfiler.class)
                        .verbosity(VerboseMode.SILENT)
                        .build())
                .run());
    }

    List<Row> rows() {
        return List.of(
                engine("small", "at most 2.0"),
                engine("large", "at most 1.6"),
                allocation("small"),
                allocation("large"),
                growth("10,000 policies", "policies", "10000", "10", "10 policies"),
                growth("10,000 namespaces", "namespaces", "10000", "10", "10 namespaces"),
                Row.ratio(
                        "a pod of 1 MB",
                        "µs",
                        new double[] {micros("pod", "1000000")},
                        new double[] {10 * micros("pod", "100000")},
                        "at most 1, which is linear",
                        "ten of 100 kB"));
    }

    /** What policies that take tolerations from nodes cost, beside the same policies with tolerations by hand. */
    Row ofNodes() {
        return Row.ratio(
                "an answer with tolerations from 15,000 nodes",
                "µs",
                new double[] {micros("source", NodesBenchmark.NODES)},
                new double[] {micros("source", NodesBenchmark.BY_HAND)},
                "1, within noise",
                "by hand");
    }

    private Row engine(String review, String target) {
        return Row.ratio(
                "the engine alone, bytes to bytes, " + review,
                "µs",
                new double[] {micros("answer", review)},
                new double[] {micros("tokenise", review)},
                target,
                "Jackson's tokeniser");
    }

    private Row allocation(String review) {
        return Row.ratio(
                "allocated for it, " + review,
                "kB",
                new double[] {kilobytes("answer", review)},
                new double[] {kilobytes("tokenise", review)},
                "",
                "Jackson's tokeniser");
    }

    private Row growth(String what, String benchmark, String many, String few, String besideIs) {
        return Row.ratio(
                what,
                "µs",
                new double[] {micros(benchmark, many)},
                new double[] {micros(benchmark, few)},
                "at most 2.0",
                besideIs);
    }

    /** The best of all iterations: other work on the machine can only slow an iteration down. */
    private double micros(String benchmark, String parameter) {
        return result(benchmark, parameter).getPrimaryResult().getStatistics().getMin();
    }

    private double kilobytes(String benchmark, String parameter) {
        return result(benchmark, parameter)
                        .getSecondaryResults()
                        .get("gc.alloc.rate.norm")
                        .getScore()
                / 1000;
    }

    private RunResult result(String benchmark, String parameter) {
        return results.stream()
                .filter(result -> result.getParams().getBenchmark().endsWith("." + benchmark))
                .filter(result -> result.getParams().getParamsKeys().stream()
                        .anyMatch(key -> result.getParams().getParam(key).equals(parameter)))
                .findFirst()
                .orElseThrow();
    }
}
