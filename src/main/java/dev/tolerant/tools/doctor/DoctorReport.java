package dev.tolerant.tools.doctor;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.tolerant.engine.model.OneLine;
import dev.tolerant.observed.explain.Report.Palette;
import dev.tolerant.observed.explain.Report.Palette.Tone;
import dev.tolerant.observed.explain.Report.TextTable;
import dev.tolerant.observed.explain.Report.TextTable.Cell;
import dev.tolerant.tools.doctor.Check.Heading;
import dev.tolerant.tools.doctor.CheckResult.Mark;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All checks of a cluster, in the order of their headings. */
public record DoctorReport(List<Checked> checks) {
    private static final Set<String> CORE = Set.of("new-pods", "answers");
    private static final int MAX_LENGTH = 2000;

    /** A check, and what it has found. */
    record Checked(Check check, CheckResult result) {}

    /** How many checks ended so. */
    public long count(Mark mark) {
        return with(mark).count();
    }

    private Stream<Checked> with(Mark mark) {
        return checks.stream().filter(checked -> checked.result().mark() == mark);
    }

    /** Whether nobody could tell if the API server is told to ask the program, nor if the program answers. */
    public boolean isInconclusive() {
        return checks.stream()
                .filter(checked -> CORE.contains(checked.check().code()))
                .allMatch(checked -> checked.result().mark() == Mark.UNKNOWN);
    }

    /** The report as programs read it. */
    public record Document(
            @JsonPropertyDescription("how many checks ended passed, warning, failed and unknown")
            Map<String, Long> counts,

            List<Item> items) {}

    private record Item(
            @JsonPropertyDescription("the name of the check, which stays the same in later versions")
            String code,

            String heading,
            String title,

            @JsonPropertyDescription("passed, warning, failed or unknown")
            String result,

            @JsonPropertyDescription("what was found") String sentence,
            @JsonPropertyDescription("which objects") List<String> details,

            @JsonPropertyDescription("what to do; empty if nothing is")
            String fix) {}

    public Document document() {
        Map<String, Long> counts = new LinkedHashMap<>();
        for (Mark mark : Mark.values()) {
            counts.put(mark.code(), count(mark));
        }
        return new Document(
                counts,
                checks.stream()
                        .map(checked -> new Item(
                                checked.check().code(),
                                checked.check().heading().text(),
                                checked.check().title(),
                                checked.result().mark().code(),
                                checked.result().sentence(),
                                checked.result().details(),
                                checked.result().hint()))
                        .toList());
    }

    /**
     * The report for people: what is wrong first, then a line for each group of checks that passed, and for each reason why some are unknown.
     *
     * @param unicode whether the reader sees more than ASCII
     * @param width how many columns a line has
     * @param all whether to show every check
     */
    public String text(Palette palette, boolean unicode, int width, boolean all) {
        StringBuilder out = new StringBuilder(summary()).append('\n');
        if (all) {
            for (Heading heading : Heading.values()) {
                table(out, palette, unicode, width, heading.text(), of(heading));
            }
            return out.toString();
        }
        List<Checked> wrong =
                Stream.of(Mark.FAILED, Mark.WARNING).flatMap(this::with).toList();
        table(out, palette, unicode, width, "", wrong);
        out.append('\n');
        TextTable well = new TextTable(width);
        for (Heading heading : Heading.values()) {
            long passed = of(heading).stream()
                    .filter(checked -> checked.result().mark() == Mark.PASSED)
                    .count();
            if (passed > 0) {
                well.add(
                        new Cell(Mark.PASSED.tone(), Mark.PASSED.sign(unicode)),
                        Cell.plain(heading.text()),
                        Cell.plain(counted(passed, "check") + " passed"));
            }
        }
        Map<String, List<String>> unknown = with(Mark.UNKNOWN)
                .collect(Collectors.groupingBy(
                        checked -> checked.result().sentence(),
                        LinkedHashMap::new,
                        Collectors.mapping(checked -> checked.check().title(), Collectors.toList())));
        unknown.forEach((why, titles) -> well.add(
                new Cell(Mark.UNKNOWN.tone(), Mark.UNKNOWN.sign(unicode)),
                Cell.plain("Unknown"),
                Cell.plain(line(why) + ": " + String.join(", ", titles))));
        well.write(out, palette);
        return out.toString();
    }

    private List<Checked> of(Heading heading) {
        return checks.stream()
                .filter(checked -> checked.check().heading() == heading)
                .toList();
    }

    private static void table(
            StringBuilder out, Palette palette, boolean unicode, int width, String heading, List<Checked> group) {
        if (group.isEmpty()) {
            return;
        }
        out.append('\n');
        if (!heading.isEmpty()) {
            out.append(palette.paint(Tone.HEADING, heading)).append('\n');
        }
        TextTable table = new TextTable(width);
        for (Checked checked : group) {
            CheckResult result = checked.result();
            table.add(
                    new Cell(result.mark().tone(), result.mark().sign(unicode)),
                    Cell.plain(checked.check().title()),
                    Cell.plain((result.mark() == Mark.UNKNOWN ? "unknown: " : "") + line(result.sentence())));
            result.details()
                    .forEach(detail -> table.add(Cell.plain(""), Cell.plain(""), Cell.plain("- " + line(detail))));
            if (!result.hint().isEmpty()) {
                table.add(Cell.plain(""), Cell.plain(""), new Cell(Tone.HEADING, "fix: " + line(result.hint())));
            }
        }
        table.write(out, palette);
    }

    /** Names come from the cluster: they must not move the cursor of somebody's terminal. */
    private static String line(String text) {
        return OneLine.of(text, MAX_LENGTH);
    }

    /** The line that counts. */
    private String summary() {
        List<String> parts = Stream.of(Mark.FAILED, Mark.WARNING, Mark.UNKNOWN, Mark.PASSED)
                .filter(mark -> count(mark) > 0)
                .map(mark -> mark == Mark.WARNING ? counted(count(mark), "warning") : count(mark) + " " + mark.code())
                .toList();
        return counted(checks.size(), "check") + ": " + String.join(", ", parts);
    }

    private static String counted(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }
}
