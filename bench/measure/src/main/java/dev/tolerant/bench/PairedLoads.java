package dev.tolerant.bench;

import java.io.IOException;

/**
 * Compares two commits under load. What a JVM compiles differs from start to start, so both are started anew several times.
 *
 * @param starts how often both are started
 * @param pairs how often both are measured after each start
 */
record PairedLoads(Rival program, int starts, int pairs, int requests, int tailSeconds) implements Measurement {

    @Override
    public String title() {
        return "reviews a second and the tail beside %s, %d times %d pairs"
                .formatted(program.revision(), starts, pairs);
    }

    @Override
    public double seconds() {
        double both = requests / Throughput.SMALL_PER_SECOND + requests / Throughput.LARGE_PER_SECOND;
        return 2 * starts * (Launch.SECONDS + (1 + pairs) * both + tailSeconds);
    }

    @Override
    public void run(Report report) throws IOException, InterruptedException {
        Pairs small = new Pairs(report, program.row("reviews a second, small", "/s"));
        Pairs large = new Pairs(report, program.row("reviews a second, large", "/s"));
        Pairs tail = new Pairs(report, program.row("p99 at 1,000 reviews a second", "ms"));
        for (int start = 1; start <= starts; start++) {
            report.say("start " + start + " of " + starts + ", and warming both up");
            try (Server ours = program.ours().start();
                    Server theirs = program.theirs().start()) {
                perSecond(ours, "small");
                perSecond(theirs, "small");
                perSecond(ours, "large");
                perSecond(theirs, "large");
                small.take(pairs, () -> perSecond(ours, "small"), () -> perSecond(theirs, "small"));
                large.take(pairs, () -> perSecond(ours, "large"), () -> perSecond(theirs, "large"));
                tail.take(() -> p99(ours), () -> p99(theirs));
            }
        }
        small.end();
        large.end();
        tail.end();
    }

    private double[] perSecond(Server server, String review) throws IOException, InterruptedException {
        return new double[] {new Load(server.url(), BenchReview.file(review)).perSecond(requests)};
    }

    private double[] p99(Server server) throws IOException, InterruptedException {
        return new double[] {Loads.p99(server, tailSeconds)};
    }
}
