package dev.tolerant.observed.explain;

import dev.tolerant.observed.explain.Palette.Tone;
import java.util.ArrayList;
import java.util.List;

/** Rows of text in aligned columns; the last column wraps. */
public final class TextTable {
    /** The width where nothing else is known. */
    public static final int WIDTH = 110;

    private static final int MIN_LAST = 30;
    private static final String INDENT = "  ";
    private static final String GAP = "  ";

    private final List<List<Cell>> rows = new ArrayList<>();
    private final int width;

    public TextTable() {
        this(WIDTH);
    }

    /** @param width how many columns a line has */
    public TextTable(int width) {
        this.width = width;
    }

    /** A piece of text and what it means. */
    public record Cell(Tone tone, String text) {
        public static Cell plain(String text) {
            return new Cell(Tone.PLAIN, text);
        }
    }

    public void add(Cell... cells) {
        rows.add(List.of(cells));
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

    /** The text in lines of at most {@code width} columns; a longer word gets a line of its own. */
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
