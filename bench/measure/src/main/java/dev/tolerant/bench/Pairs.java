package dev.tolerant.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Measures two sides in turn, A B B A, so that a machine that becomes faster or slower favours neither of them. */
final class Pairs {
    private final Report report;
    private final List<PairRow> rows;
    private int taken;

    /** Measures one side; returns a figure for each of the rows, in their order. */
    interface Trial {
        double[] figures() throws IOException, InterruptedException;
    }

    Pairs(Report report, PairRow... rows) {
        this.report = report;
        this.rows = new ArrayList<>(List.of(rows));
    }

    /** Measures both sides once. */
    void take(Trial ours, Trial theirs) throws IOException, InterruptedException {
        boolean oursFirst = taken++ % 2 == 0;
        double[] first = (oursFirst ? ours : theirs).figures();
        double[] second = (oursFirst ? theirs : ours).figures();
        for (int i = 0; i < rows.size(); i++) {
            PairRow row = rows.get(i).and(oursFirst ? first[i] : second[i], oursFirst ? second[i] : first[i]);
            rows.set(i, row);
            report.update(row);
            report.say(row.last());
        }
    }

    /** Measures both sides so many times. */
    void take(int count, Trial ours, Trial theirs) throws IOException, InterruptedException {
        for (int i = 0; i < count; i++) {
            take(ours, theirs);
        }
    }

    /** Prints the rows. */
    void end() throws IOException {
        for (PairRow row : rows) {
            report.add(row);
        }
    }
}
