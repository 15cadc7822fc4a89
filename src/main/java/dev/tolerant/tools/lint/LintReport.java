package dev.tolerant.tools.lint;

import dev.tolerant.text.Report;
import dev.tolerant.text.Report.Palette;
import dev.tolerant.text.Report.Palette.Tone;
import dev.tolerant.tools.junit.JUnitReport;
import dev.tolerant.tools.lint.Finding.CheckedObject;
import dev.tolerant.tools.lint.LintCode.Severity;
import java.util.List;
import java.util.stream.Collectors;

/**
 * All objects that lint has checked, and what it has found.
 *
 * @param placeholders the objects of which a part is not judged, with that part
 */
public record LintReport(List<CheckedObject> objects, List<String> placeholders, List<Finding> findings) {
    public boolean has(Severity severity) {
        return findings.stream().anyMatch(finding -> finding.severity().isAtLeast(severity));
    }

    public String text(Palette palette) {
        StringBuilder text = new StringBuilder();
        for (Finding finding : findings) {
            Tone tone = finding.severity() == Severity.ERROR ? Tone.BAD : Tone.PLAIN;
            text.append(palette.paint(tone, finding.line())).append('\n');
        }
        long notices = count(Severity.NOTICE);
        return text + Report.counted(objects.size(), "object") + ", " + Report.counted(count(Severity.ERROR), "error")
                + ", "
                + Report.counted(count(Severity.WARNING), "warning")
                + (notices == 0 ? "" : ", " + Report.counted(notices, "notice")) + "\n";
    }

    private long count(Severity severity) {
        return findings.stream()
                .filter(finding -> finding.severity() == severity)
                .count();
    }

    /** @param objects the number of objects that were checked */
    public record Document(int objects, List<Finding.Item> items) {}

    public Document document() {
        return new Document(objects.size(), findings.stream().map(Finding::item).toList());
    }

    /** A line for each finding, as GitHub's workflows read them. */
    public String gitHub() {
        return findings.stream().map(finding -> finding.ofGitHub() + "\n").collect(Collectors.joining());
    }

    public static LintReport of(List<LintReport> parts) {
        return new LintReport(
                parts.stream().flatMap(part -> part.objects.stream()).toList(),
                parts.stream().flatMap(part -> part.placeholders.stream()).toList(),
                parts.stream().flatMap(part -> part.findings.stream()).toList());
    }

    /** A test for each object; findings less severe than {@code failing} are remarks. */
    public String junit(Severity failing) {
        List<JUnitReport.Case> cases = objects.stream()
                .map(object -> new JUnitReport.Case(
                        object.place().file(),
                        object.place().inFile() + " " + object.title(),
                        lines(object, failing, true),
                        lines(object, failing, false)))
                .toList();
        return new JUnitReport("tolerant lint", cases).xml();
    }

    private List<String> lines(CheckedObject object, Severity failing, boolean fails) {
        return findings.stream()
                .filter(finding -> finding.object().equals(object))
                .filter(finding -> finding.severity().isAtLeast(failing) == fails)
                .map(Finding::line)
                .toList();
    }
}
