package dev.tolerant.bench;

import java.io.IOException;

/** Compares the first minute of two commits. */
record PairedCold(Rival program, ColdStart.Plan plan, int pairs) implements Measurement {

    @Override
    public String title() {
        return "the first reviews after ready beside %s, %d pairs of starts".formatted(program.revision(), pairs);
    }

    @Override
    public double seconds() {
        return 2 * pairs * (plan.seconds() + Launch.SECONDS + plan.tailSeconds());
    }

    @Override
    public void run(Report report) throws IOException, InterruptedException {
        Pairs starts = new Pairs(
                report,
                program.row("start to ready", "s"),
                program.row("first %,d".formatted(plan.few()), "/s"),
                program.row("next %,d".formatted(plan.few()), "/s"),
                program.row("after %,d".formatted(plan.many()), "/s"),
                program.row("first of later", ""),
                program.row(
                        "p99 of the first %d s at %d /s".formatted(plan.tailSeconds(), ColdStart.Plan.TAIL_RATE),
                        "ms"));
        starts.take(pairs, () -> figures(program.ours()), () -> figures(program.theirs()));
        starts.end();
    }

    private double[] figures(Launch launch) throws IOException, InterruptedException {
        ColdStart start = plan.ratesAndTail(launch);
        return new double[] {
            start.ready(), start.first(), start.next(), start.later(), start.rateRatio(), start.firstTail()
        };
    }
}
