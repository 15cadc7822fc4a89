package dev.tolerant.tools.doctor;

import dev.tolerant.engine.decision.OneLine;
import java.util.List;
import java.util.stream.Collectors;

/** Writes a report for a pull request or an issue: a table in Markdown, what went well at the end. */
public final class DoctorMarkdown {
    private static final int MAX_LENGTH = 1000;

    private DoctorMarkdown() {}

    public static String of(DoctorReport report) {
        StringBuilder out = new StringBuilder("**")
                .append(report.summary())
                .append("**\n\n| | check | found | way out |\n| --- | --- | --- | --- |\n");
        for (Mark mark : List.of(Mark.FAILED, Mark.WARNING, Mark.UNKNOWN, Mark.PASSED)) {
            report.checks().stream()
                    .filter(checked -> checked.finding().mark() == mark)
                    .filter(checked -> !checked.finding().needsCluster())
                    .forEach(checked -> out.append(row(checked)));
        }
        report.needingCluster()
                .ifPresent(line -> out.append("\n").append(cell(line)).append(".\n"));
        return out.toString();
    }

    private static String row(Checked checked) {
        Finding finding = checked.finding();
        String details = finding.details().stream()
                .map(detail -> "<br>- " + cell(detail))
                .collect(Collectors.joining());
        return "| " + finding.mark().code() + " | "
                + cell(checked.check().heading().text() + ": " + checked.check().title()) + " | "
                + cell(finding.sentence()) + details + " | " + cell(finding.wayOut()) + " |\n";
    }

    /** Names and messages come from the cluster: they must not become cells, markup or links. */
    private static String cell(String text) {
        return OneLine.of(text, MAX_LENGTH)
                .replace("\\", "\\\\")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replaceAll("[|`*_\\[\\]]", "\\\\$0");
    }
}
