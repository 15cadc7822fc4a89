package dev.tolerant.bench;

import java.io.IOException;

/** Compares the engine of two commits, each measured by its own benchmarks. */
record PairedEngine(String revision, Jmh ours, Jmh theirs, int pairs) implements Measurement {

    @Override
    public String title() {
        return "the engine alone with JMH beside %s, %d pairs for each review".formatted(revision, pairs);
    }

    @Override
    public double seconds() {
        return 2 * pairs * (ours.seconds() + theirs.seconds());
    }

    @Override
    public void run(Report report) throws IOException, InterruptedException {
        for (String review : new String[] {"small", "large"}) {
            Pairs runs = new Pairs(
                    report,
                    PairRow.of("the engine alone, bytes to bytes, " + review, "µs", revision),
                    PairRow.of("allocated for it, " + review, "kB", revision));
            runs.take(pairs, () -> figures(ours, review), () -> figures(theirs, review));
            runs.end();
        }
    }

    private static double[] figures(Jmh jmh, String review) throws IOException, InterruptedException {
        Jmh.Result result = jmh.run("EngineBenchmark.answer", "review", review);
        return new double[] {result.micros(), result.kilobytes()};
    }
}
