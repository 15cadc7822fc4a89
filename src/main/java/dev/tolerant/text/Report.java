package dev.tolerant.text;

import dev.tolerant.engine.words.OneLine;
import dev.tolerant.text.Report.Palette.Tone;
import dev.tolerant.text.Report.TextTable.Cell;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An answer for people in parts, each with a heading and a table.
 *
 * @param summary a line or two
 * @param notes further facts for the reader
 */
public record Report(String title, List<Cell> summary, List<Section> sections, List<String> notes) {
    private static final int MAX_TEXT = 2000;

    /**
     * @param heading empty where the rows speak for themselves
     */
    public record Section(String heading, List<String> columns, List<List<Cell>> rows) {

        public static Section of(String heading, String... columns) {
            return new Section(heading, List.of(columns), new ArrayList<>());
        }

        public void add(Cell... cells) {
            rows.add(Arrays.asList(cells));
        }
    }

    /** Several have the noun with an {@code s}. */
    public static String counted(long number, String noun) {
        return counted(number, noun, noun + "s");
    }

    public static String counted(long number, String one, String several) {
        return number + " " + (number == 1 ? one : several);
    }

    /** For a terminal with lines of this width; sections without rows are left out. */
    public String text(Palette palette, int width) {
        StringBuilder out = new StringBuilder(palette.paint(Tone.HEADING, clean(title))).append('\n');
        table(out, summary.stream().map(List::of), palette, width);
        return out.append(body(palette, width)).toString();
    }

    public String body(Palette palette, int width) {
        StringBuilder out = new StringBuilder();
        for (Section section : sections) {
            if (!section.rows().isEmpty()) {
                heading(out, section.heading(), palette);
                table(out, section.rows().stream(), palette, width);
            }
        }
        if (!notes.isEmpty()) {
            heading(out, "Notes", palette);
            table(out, notes.stream().map(note -> List.of(new Cell(Tone.DIM, note))), palette, width);
        }
        return out.toString();
    }

    private static void heading(StringBuilder out, String heading, Palette palette) {
        out.append('\n').append(heading.isEmpty() ? "" : palette.paint(Tone.HEADING, clean(heading)) + "\n");
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

    private static void table(StringBuilder out, Stream<List<Cell>> rows, Palette palette, int width) {
        List<List<Cell>> clean = rows.map(row -> row.stream()
                        .map(cell -> new Cell(cell.tone(), clean(cell.text())))
                        .toList())
                .toList();
        new TextTable(clean, width).write(out, palette);
    }

    /** Nothing has checked names and values before admission: they must not move the cursor of a terminal. */
    public static String clean(String text) {
        return OneLine.of(text, MAX_TEXT);
    }

    /**
     * Rows of text in aligned columns; the last column wraps.
     *
     * @param width in columns
     */
    public record TextTable(List<List<Cell>> rows, int width) {
        /** Where nothing else is known. */
        public static final int WIDTH = 110;

        private static final int MIN_LAST = 30;
        private static final String INDENT = "  ";
        private static final String GAP = "  ";

        public record Cell(Tone tone, String text) {
            public static Cell plain(String text) {
                return new Cell(Tone.PLAIN, text);
            }
        }

        public void write(StringBuilder out, Palette palette) {
            int last = rows.stream().mapToInt(List::size).max().orElse(1) - 1;
            int[] widths = new int[last];
            for (List<Cell> row : rows) {
                for (int i = 0; i < last; i++) {
                    widths[i] = Math.max(widths[i], row.get(i).text().length());
                }
            }
            int offset = INDENT.length();
            for (int width : widths) {
                offset += width + GAP.length();
            }
            for (List<Cell> row : rows) {
                out.append(INDENT);
                for (int i = 0; i < last; i++) {
                    Cell cell = row.get(i);
                    out.append(palette.paint(cell.tone(), cell.text()))
                            .append(" ".repeat(widths[i] - cell.text().length()))
                            .append(GAP);
                }
                writeLast(out, row.get(last), offset, palette);
            }
        }

        private void writeLast(StringBuilder out, Cell cell, int offset, Palette palette) {
            List<String> lines = wrapped(cell.text(), Math.max(MIN_LAST, width - offset));
            out.append(lines.get(0).isEmpty() ? "" : palette.paint(cell.tone(), lines.get(0)));
            for (String line : lines.subList(1, lines.size())) {
                out.append('\n').append(" ".repeat(offset)).append(palette.paint(cell.tone(), line));
            }
            int end = out.length();
            while (end > 0 && out.charAt(end - 1) == ' ') {
                end--;
            }
            out.setLength(end);
            out.append('\n');
        }

        /** In lines of at most {@code width} columns; a longer word gets a line of its own. */
        public static List<String> wrapped(String text, int width) {
            List<String> lines = new ArrayList<>();
            StringBuilder line = new StringBuilder();
            for (String word : text.split(" ", -1)) {
                if (!line.isEmpty() && line.length() + 1 + word.length() > width) {
                    lines.add(line.toString());
                    line.setLength(0);
                }
                line.append(line.isEmpty() ? "" : " ").append(word);
            }
            lines.add(line.toString());
            return lines;
        }
    }

    /** Highlights parts of a text for a terminal. */
    @FunctionalInterface
    public interface Palette {
        /** No colours: for files, pipes and terminals without colours. */
        Palette PLAIN = (tone, text) -> text;

        enum Tone {
            HEADING,
            GOOD,
            BAD,
            DIM,
            PLAIN
        }

        /** Must not change the width of the text in columns. */
        String paint(Tone tone, String text);
    }
}
