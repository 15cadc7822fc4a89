package dev.tolerant.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Measures how long servers take from the start of the process until they are ready, and then for the first review.
 *
 * @param cached the program with its AOT cache, if a Java that can use one is there
 * @param count how often each of them is started
 */
record Starts(Launch program, Launch ceiling, @Nullable Launch cached, int count, Path certificate)
        implements Measurement {

    /** What the starts of one application have shown. */
    private record Seen(List<Double> secondsToReady, List<Double> firstReview) {
        Seen() {
            this(new ArrayList<>(), new ArrayList<>());
        }

        Samples ready() {
            return Samples.of(secondsToReady);
        }

        Samples first() {
            return Samples.of(firstReview);
        }
    }

    @Override
    public String title() {
        return count + " starts of " + (cached == null ? "the program" : "the program, with and without the AOT cache,")
                + " and of the ceiling, each with its first review";
    }

    @Override
    public double seconds() {
        return Launch.SECONDS * (1 + count * (cached == null ? 2 : 3));
    }

    @Override
    public void run(Report report) throws IOException, InterruptedException {
        warmUpClient();
        Seen own = new Seen();
        Seen bare = new Seen();
        Seen quick = new Seen();
        for (int round = 1; round <= count; round++) {
            report.say("start " + round + " of " + count);
            start(program, own);
            start(ceiling, bare);
            if (cached != null) {
                start(cached, quick);
            }
            for (Row row : rows(own, bare, quick)) {
                report.update(row);
            }
        }
        for (Row row : rows(own, bare, quick)) {
            report.add(row);
        }
    }

    /** So that the times are the server's. */
    private void warmUpClient() throws IOException, InterruptedException {
        try (Server server = ceiling.start();
                Connection connection = Connection.open(server.port(), certificate)) {
            for (int i = 0; i < 2000; i++) {
                connection.milliseconds(BenchReview.read("small"));
            }
        }
    }

    private void start(Launch launch, Seen seen) throws IOException, InterruptedException {
        double[] figures = figures(launch, certificate);
        seen.secondsToReady().add(figures[0]);
        seen.firstReview().add(figures[1]);
    }

    /** One start: its seconds until ready, and the milliseconds of its first review. */
    static double[] figures(Launch launch, Path certificate) throws IOException, InterruptedException {
        try (Server server = launch.start();
                Connection connection = Connection.open(server.port(), certificate)) {
            return new double[] {server.secondsToReady(), connection.milliseconds(BenchReview.read("small"))};
        }
    }

    private List<Row> rows(Seen own, Seen bare, Seen quick) {
        List<Row> rows = new ArrayList<>();
        rows.add(Row.figure(
                "first review after ready", "ms", own.first(), bare.first().median(), "under 20 ms", "the ceiling"));
        rows.add(Row.difference("start to ready", "s", own.ready(), bare.ready(), "at most 0.6 s more", "the ceiling"));
        if (cached == null) {
            return rows;
        }
        rows.add(Row.ratio(
                "start to ready with the AOT cache",
                "s",
                new double[] {quick.ready().median()},
                new double[] {own.ready().median()},
                "at most 0.8",
                "without it"));
        rows.add(Row.figure(
                "first review after ready with the AOT cache",
                "ms",
                quick.first(),
                own.first().median(),
                "",
                "without it"));
        return rows;
    }
}
