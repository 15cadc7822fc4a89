package dev.tolerant.bench;

import java.util.List;
import java.util.Locale;

/** The comparisons with the ceiling as bars, in SVG. */
record Picture(List<Row> rows) {
    private static final int WIDTH = 720;
    private static final int LABELS = 300;
    private static final int HEIGHT = 28;

    String svg() {
        StringBuilder svg = new StringBuilder();
        svg.append(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" font-size=\"13\">%n",
                WIDTH,
                HEIGHT * (2 * rows.size() + 1)));
        double most = rows.stream()
                .mapToDouble(row -> Math.max(row.value(), row.beside()))
                .max()
                .orElse(1);
        int y = HEIGHT / 2;
        for (Row row : rows) {
            bar(svg, y, row.what(), row.value(), most, "#326ce5");
            bar(svg, y + HEIGHT - 6, row.besideIs(), row.beside(), most, "#b0b7c3");
            y += 2 * HEIGHT;
        }
        return svg.append("</svg>\n").toString();
    }

    private static void bar(StringBuilder svg, int y, String label, double figure, double most, String colour) {
        double length = (WIDTH - LABELS - 80) * figure / most;
        svg.append(String.format(
                Locale.ROOT,
                "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>"
                        + "<rect x=\"%d\" y=\"%d\" width=\"%.0f\" height=\"16\" fill=\"%s\"/>"
                        + "<text x=\"%.0f\" y=\"%d\">%,.0f</text>%n",
                LABELS - 10,
                y + 13,
                label,
                LABELS,
                y,
                length,
                colour,
                LABELS + length + 6,
                y + 13,
                figure));
    }
}
