package dev.tolerant.bench;

import java.io.IOException;

/** Measures the engine alone: beside Jackson's tokeniser, as a cluster and a pod grow, and while policies change. */
record Microbenchmarks(Jmh jmh) implements Measurement {
    private static final int BENCHMARKS = 12;

    @Override
    public String title() {
        return "the engine alone with JMH";
    }

    @Override
    public double seconds() {
        return BENCHMARKS * jmh.seconds();
    }

    @Override
    public void run(Report report) throws IOException, InterruptedException {
        engine("small", "at most 2.0", report);
        engine("large", "at most 1.6", report);
        growth("policies", report);
        growth("namespaces", report);
        report.say("JMH: 1,000 policies, of which two change ten times a second");
        String changes = "ChangesBenchmark.changes";
        report.add(Row.ratio(
                "an answer while policies change ten times a second",
                "µs",
                new double[] {jmh.run(changes, "changes", "10").micros()},
                new double[] {jmh.run(changes, "changes", "0").micros()},
                "at most 1.1",
                "while none changes"));
        report.say("JMH: a pod of 1 MB");
        report.add(Row.ratio(
                "a pod of 1 MB",
                "µs",
                new double[] {jmh.run("GrowthBenchmark.pod", "bytes", "1000000").micros()},
                new double[] {
                    10 * jmh.run("GrowthBenchmark.pod", "bytes", "100000").micros()
                },
                "at most 1, which is linear",
                "ten of 100 kB"));
    }

    private void engine(String review, String target, Report report) throws IOException, InterruptedException {
        report.say("JMH: the " + review + " review, bytes to bytes");
        Jmh.Result answer = jmh.run("EngineBenchmark.answer", "review", review);
        Jmh.Result tokens = jmh.run("EngineBenchmark.tokenise", "review", review);
        report.add(Row.ratio(
                "the engine alone, bytes to bytes, " + review,
                "µs",
                new double[] {answer.micros()},
                new double[] {tokens.micros()},
                target,
                "Jackson's tokeniser"));
        report.add(Row.ratio(
                "allocated for it, " + review,
                "kB",
                new double[] {answer.kilobytes()},
                new double[] {tokens.kilobytes()},
                "",
                "Jackson's tokeniser"));
    }

    private void growth(String what, Report report) throws IOException, InterruptedException {
        report.say("JMH: 10,000 " + what);
        String benchmark = "GrowthBenchmark." + what;
        report.add(Row.ratio(
                "10,000 " + what,
                "µs",
                new double[] {jmh.run(benchmark, what, "10000").micros()},
                new double[] {jmh.run(benchmark, what, "10").micros()},
                "at most 2.0",
                "10 " + what));
    }
}
