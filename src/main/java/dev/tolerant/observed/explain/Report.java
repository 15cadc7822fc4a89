package dev.tolerant.observed.explain;

import dev.tolerant.engine.model.OneLine;
import dev.tolerant.observed.explain.Palette.Tone;
import dev.tolerant.observed.explain.TextTable.Cell;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * An answer for people in parts, each with a heading and a table.
 *
 * @param summary what it comes to, in a line or two
 * @param notes what else the reader should know
 */
public record Report(String title, List<Cell> summary, List<Section> sections, List<String> notes) {
    private static final int MAX_TEXT = 2000;

    /**
     * A part of a report.
     *
     * @param columns the names of the columns
     */
    public record Section(String heading, List<String> columns, List<List<Cell>> rows) {

        /** A section without rows yet. */
        public static Section of(String heading, String... columns) {
            return new Section(heading, List.of(columns), new ArrayList<>());
        }

        public void add(Cell... cells) {
            rows.add(Arrays.asList(cells));
        }
    }

    /** The first names with commas between them, and how many more there are. */
    public static String first(int most, List<String> names) {
        return names.size() <= most
                ? String.join(", ", names)
                : String.join(", ", names.subList(0, most)) + " and " + (names.size() - most) + " more";
    }

    /** For a terminal with lines of this width; sections without rows are left out. */
    public String text(Palette palette, int width) {
        StringBuilder out = new StringBuilder(palette.paint(Tone.HEADING, clean(title))).append('\n');
        TextTable lines = new TextTable(width);
        summary.forEach(line -> lines.add(clean(line)));
        lines.write(out, palette);
        for (Section section : sections) {
            if (!section.rows().isEmpty()) {
                heading(out, section.heading(), palette);
                TextTable table = new TextTable(width);
                section.rows()
                        .forEach(
                                row -> table.add(row.stream().map(Report::clean).toArray(Cell[]::new)));
                table.write(out, palette);
            }
        }
        if (!notes.isEmpty()) {
            heading(out, "Notes", palette);
            TextTable table = new TextTable(width);
            notes.forEach(note -> table.add(new Cell(Tone.DIM, clean(note))));
            table.write(out, palette);
        }
        return out.toString();
    }

    private static void heading(StringBuilder out, String heading, Palette palette) {
        out.append('\n').append(palette.paint(Tone.HEADING, clean(heading))).append('\n');
    }

    /** For a page that understands GitHub's Markdown. */
    public String markdown() {
        StringBuilder out = new StringBuilder("## ").append(escaped(title)).append("\n\n");
        summary.forEach(line -> out.append(escaped(line.text())).append("\n"));
        for (Section section : sections) {
            if (!section.rows().isEmpty()) {
                out.append("\n### ").append(escaped(section.heading())).append("\n\n");
                out.append(line(section.columns()))
                        .append(line(
                                section.columns().stream().map(column -> "---").toList()));
                section.rows()
                        .forEach(row -> out.append(line(
                                row.stream().map(cell -> escaped(cell.text())).toList())));
            }
        }
        if (!notes.isEmpty()) {
            out.append("\n### Notes\n\n");
            notes.forEach(note -> out.append("- ").append(escaped(note)).append('\n'));
        }
        return out.toString();
    }

    private static String line(List<String> cells) {
        return cells.stream().collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    /** Names come from the cluster: they must not become markup. */
    private static String escaped(String text) {
        return clean(text).replaceAll("([\\\\`*_|<>\\[\\]])", "\\\\$1");
    }

    private static Cell clean(Cell cell) {
        return new Cell(cell.tone(), clean(cell.text()));
    }

    private static String clean(String text) {
        return OneLine.of(text, MAX_TEXT);
    }
}
