package dev.tolerant.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A line that compares two commits by pairs of figures.
 *
 * @param revision the commit that the working tree is compared with
 */
record PairRow(String what, String unit, String revision, List<Pair> pairs) implements Line {

    /** Two figures that were measured one directly after the other. */
    record Pair(double ours, double theirs) {
        double ratio() {
            return ours / theirs;
        }
    }

    /** A row without pairs yet. */
    static PairRow of(String what, String unit, String revision) {
        return new PairRow(what, unit, revision, List.of());
    }

    /** The row with one pair more. */
    PairRow and(double ours, double theirs) {
        List<Pair> more = new ArrayList<>(pairs);
        more.add(new Pair(ours, theirs));
        return new PairRow(what, unit, revision, List.copyOf(more));
    }

    /** The last pair, in words. */
    String last() {
        Pair last = pairs.get(pairs.size() - 1);
        return "pair " + pairs.size() + ", " + what + ": " + new Figure(last.ours()) + " and "
                + new Figure(last.theirs()) + " " + unit + ", ratio " + new Figure(last.ratio());
    }

    @Override
    public String heading() {
        return Line.heading("what", "working tree", revision, "ratio", "ratio of each pair");
    }

    @Override
    public String markdown() {
        String each =
                pairs.stream().map(pair -> new Figure(pair.ratio()).toString()).collect(Collectors.joining(", "));
        return "| " + what + " | " + median(pairs.stream().map(Pair::ours).toList()) + " " + unit + " | "
                + median(pairs.stream().map(Pair::theirs).toList()) + " " + unit + " | "
                + Figure.spread(Samples.of(pairs.stream().map(Pair::ratio).toList())) + " | " + each + " |";
    }

    private static Figure median(List<Double> figures) {
        return new Figure(Samples.of(figures).median());
    }
}
