package dev.tolerant.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Compares the starts of two commits.
 *
 * @param programs both of them, with one JVM or several
 */
record PairedStarts(List<Rival> programs, int pairs, Path certificate) implements Measurement {

    @Override
    public String title() {
        return "%d pairs of starts beside %s, each with its first review"
                .formatted(pairs, programs.get(0).revision());
    }

    @Override
    public double seconds() {
        return 2 * pairs * Launch.SECONDS * programs.size();
    }

    @Override
    public void run(Report report) throws IOException, InterruptedException {
        for (Rival program : programs) {
            // The first start of each reads files that are not in memory yet, and the client is cold.
            Starts.figures(program.ours(), certificate);
            Starts.figures(program.theirs(), certificate);
            Pairs starts = new Pairs(
                    report, program.row("start to ready", "s"), program.row("first review after ready", "ms"));
            starts.take(
                    pairs,
                    () -> Starts.figures(program.ours(), certificate),
                    () -> Starts.figures(program.theirs(), certificate));
            starts.end();
        }
    }
}
