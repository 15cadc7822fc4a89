package dev.tolerant.tools.doctor;

import dev.tolerant.text.Report;
import dev.tolerant.text.Report.Palette.Tone;
import dev.tolerant.text.Report.Section;
import dev.tolerant.text.Report.TextTable.Cell;
import dev.tolerant.tools.doctor.Check.Heading;
import dev.tolerant.tools.doctor.CheckResult.Mark;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All checks of a cluster, in the order of their headings. */
public record DoctorReport(List<Checked> checks) {
    private static final Set<Check> CORE = EnumSet.of(Check.NEW_PODS, Check.ANSWERS);

    record Checked(Check check, CheckResult result) {
        /** The place where the documents say more about what is wrong; empty where nothing is. */
        String see() {
            boolean wrong = !result.hint().isEmpty() && !check.section.isEmpty();
            return wrong ? "docs/operations.md#" + check.section : "";
        }
    }

    public long count(Mark mark) {
        return with(mark).count();
    }

    private Stream<Checked> with(Mark mark) {
        return checks.stream().filter(checked -> checked.result().mark() == mark);
    }

    /** True if it is unknown whether the API server is told to ask the program, and whether the program answers. */
    public boolean isInconclusive() {
        return checks.stream()
                .filter(checked -> CORE.contains(checked.check()))
                .allMatch(checked -> checked.result().mark() == Mark.UNKNOWN);
    }

    /** @param counts checks that ended passed, warning, failed and unknown */
    public record Document(Map<String, Long> counts, List<Item> items) {}

    /**
     * @param code the name of the check, which stays the same in later versions
     * @param result passed, warning, failed or unknown
     * @param sentence the finding
     * @param details the objects
     * @param fix advice; empty if nothing is to be done
     * @param see the place where the documents say more about it; may be empty
     */
    private record Item(
            String code,
            String heading,
            String title,
            String result,
            String sentence,
            List<String> details,
            String fix,
            String see) {}

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
                                checked.check().heading.text(),
                                checked.check().title,
                                checked.result().mark().code(),
                                checked.result().sentence(),
                                Stream.concat(checked.result().details().stream(), checked.result().more().stream())
                                        .toList(),
                                checked.result().hint(),
                                checked.see()))
                        .toList());
    }

    /** For people: failures first, then a line for each group that passed, and for each reason why checks are unknown. */
    public Report report(boolean unicode, boolean all) {
        List<Section> sections = all
                ? Stream.of(Heading.values())
                        .map(heading -> table(heading.text(), of(heading), unicode, true))
                        .toList()
                : List.of(
                        table(
                                "",
                                Stream.of(Mark.FAILED, Mark.WARNING)
                                        .flatMap(this::with)
                                        .toList(),
                                unicode,
                                false),
                        others(unicode));
        return new Report(summary(), List.of(), sections, List.of());
    }

    private Section others(boolean unicode) {
        Section section = Section.of("");
        for (Heading heading : Heading.values()) {
            long passed = of(heading).stream()
                    .filter(checked -> checked.result().mark() == Mark.PASSED)
                    .count();
            if (passed > 0) {
                section.add(
                        Mark.PASSED.cell(unicode),
                        Cell.plain(heading.text()),
                        Cell.plain(Report.counted(passed, "check") + " passed"));
            }
        }
        Map<String, List<String>> unknown = with(Mark.UNKNOWN)
                .collect(Collectors.groupingBy(
                        checked -> checked.result().sentence(),
                        LinkedHashMap::new,
                        Collectors.mapping(checked -> checked.check().title, Collectors.toList())));
        unknown.forEach((why, titles) -> section.add(
                Mark.UNKNOWN.cell(unicode), Cell.plain("Unknown"), Cell.plain(why + ": " + String.join(", ", titles))));
        return section;
    }

    private List<Checked> of(Heading heading) {
        return checks.stream()
                .filter(checked -> checked.check().heading == heading)
                .toList();
    }

    private static Section table(String heading, List<Checked> group, boolean unicode, boolean all) {
        Section section = Section.of(heading);
        for (Checked checked : group) {
            CheckResult result = checked.result();
            section.add(
                    result.mark().cell(unicode),
                    Cell.plain(checked.check().title),
                    Cell.plain((result.mark() == Mark.UNKNOWN ? "unknown: " : "") + result.sentence()));
            List<String> lines = new ArrayList<>(result.details());
            if (all) {
                lines.addAll(result.more());
            } else if (!result.more().isEmpty()) {
                lines.add("and " + result.more().size() + " more, which -v names");
            }
            lines.forEach(line -> section.add(Cell.plain(""), Cell.plain(""), Cell.plain("- " + line)));
            if (!result.hint().isEmpty()) {
                section.add(Cell.plain(""), Cell.plain(""), new Cell(Tone.HEADING, "fix: " + result.hint()));
            }
            if (!checked.see().isEmpty()) {
                section.add(Cell.plain(""), Cell.plain(""), new Cell(Tone.DIM, "see: " + checked.see()));
            }
        }
        return section;
    }

    private String summary() {
        List<String> parts = Stream.of(Mark.FAILED, Mark.WARNING, Mark.UNKNOWN, Mark.PASSED)
                .filter(mark -> count(mark) > 0)
                .map(mark ->
                        mark == Mark.WARNING ? Report.counted(count(mark), "warning") : count(mark) + " " + mark.code())
                .toList();
        return Report.counted(checks.size(), "check") + ": " + String.join(", ", parts);
    }
}
