package dev.tolerant.tools.doctor;

import dev.tolerant.engine.model.OneLine;
import dev.tolerant.observed.explain.Report.Palette;
import dev.tolerant.observed.explain.Report.Palette.Tone;
import dev.tolerant.observed.explain.Report.TextTable;
import dev.tolerant.observed.explain.Report.TextTable.Cell;
import java.util.List;

/** Writes a report for people. */
public final class DoctorText {
    private static final int MAX_LENGTH = 2000;

    private DoctorText() {}

    /**
     * The report as text.
     *
     * @param unicode whether the reader sees more than ASCII
     * @param width how many columns a line has
     */
    public static String of(DoctorReport report, Palette palette, boolean unicode, int width) {
        StringBuilder out = new StringBuilder();
        for (Heading heading : Heading.values()) {
            List<Checked> group = report.checks().stream()
                    .filter(checked -> checked.check().heading() == heading)
                    .filter(checked -> !checked.finding().needsCluster())
                    .toList();
            if (!group.isEmpty()) {
                out.append(palette.paint(Tone.HEADING, heading.text())).append('\n');
                TextTable table = new TextTable(Math.min(width, TextTable.WIDTH));
                group.forEach(checked -> add(table, checked, unicode));
                table.write(out, palette);
                out.append('\n');
            }
        }
        report.needingCluster().ifPresent(line -> {
            TextTable table = new TextTable(Math.min(width, TextTable.WIDTH));
            table.add(new Cell(Mark.UNKNOWN.tone(), Mark.UNKNOWN.sign(unicode)), Cell.plain(line));
            table.write(out, palette);
            out.append('\n');
        });
        return out.append(report.summary()).append('\n').toString();
    }

    private static void add(TextTable table, Checked checked, boolean unicode) {
        Finding finding = checked.finding();
        table.add(
                new Cell(finding.mark().tone(), finding.mark().sign(unicode)),
                Cell.plain(checked.check().title()),
                Cell.plain((finding.mark() == Mark.UNKNOWN ? "unknown: " : "") + line(finding.sentence())));
        finding.details().forEach(detail -> table.add(Cell.plain(""), Cell.plain(""), Cell.plain("- " + line(detail))));
        if (!finding.wayOut().isEmpty()) {
            table.add(Cell.plain(""), Cell.plain(""), new Cell(Tone.HEADING, "fix: " + line(finding.wayOut())));
        }
    }

    /** Names come from the cluster: they must not move the cursor of somebody's terminal. */
    private static String line(String text) {
        return OneLine.of(text, MAX_LENGTH);
    }
}
