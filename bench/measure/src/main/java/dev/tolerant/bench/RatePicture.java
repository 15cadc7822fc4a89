package dev.tolerant.bench;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Reviews a second over the seconds after ready as curves, in SVG. */
record RatePicture(List<Curve> curves, int binMillis) {
    private static final int WIDTH = 720;
    private static final int HEIGHT = 360;
    private static final int LEFT = 64;
    private static final int RIGHT = 16;
    private static final int TOP = 16;
    private static final int BOTTOM = 44;
    private static final List<String> COLOURS = List.of("#326ce5", "#e07b39", "#3a9d5d", "#9350a8");

    /** A rate for each bin. */
    record Curve(String name, double[] rates) {}

    String svg() {
        double most = top(curves.stream()
                .flatMapToDouble(curve -> Arrays.stream(curve.rates()))
                .max()
                .orElse(1));
        StringBuilder svg = new StringBuilder();
        svg.append(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" font-size=\"12\">\n"
                        .formatted(WIDTH, HEIGHT));
        int bins = curves.stream().mapToInt(curve -> curve.rates().length).max().orElse(1);
        rates(svg, most);
        seconds(svg, bins);
        for (int i = 0; i < curves.size(); i++) {
            curve(svg, i, most, bins);
        }
        return svg.append("</svg>\n").toString();
    }

    /** The top of the scale: the least of 1, 2, 5, 10, 20, 50 and so on that is not below the rate. */
    static double top(double most) {
        double power = Math.pow(10, Math.floor(Math.log10(Math.max(most, 1))));
        return Stream.of(power, 2 * power, 5 * power)
                .filter(top -> top >= most)
                .findFirst()
                .orElse(10 * power);
    }

    private static void rates(StringBuilder svg, double most) {
        for (int i = 0; i <= 5; i++) {
            double y = y(most * i / 5, most);
            svg.append(String.format(
                    Locale.ROOT,
                    "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#d0d5dd\"/>"
                            + "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%,.0f</text>\n",
                    LEFT,
                    y,
                    WIDTH - RIGHT,
                    y,
                    LEFT - 8,
                    y + 4,
                    most * i / 5));
        }
    }

    private void seconds(StringBuilder svg, int bins) {
        int last = bins * binMillis / 1000;
        int every = Math.max(1, last / 10);
        for (int second = 0; second <= last; second += every) {
            svg.append(String.format(
                    Locale.ROOT,
                    "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>\n",
                    x(second * 1000.0 / binMillis, bins),
                    HEIGHT - BOTTOM + 16,
                    second));
        }
        svg.append("<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">seconds after ready</text>\n"
                .formatted((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8));
    }

    private void curve(StringBuilder svg, int index, double most, int bins) {
        Curve curve = curves.get(index);
        String colour = COLOURS.get(index % COLOURS.size());
        String points = IntStream.range(0, curve.rates().length)
                .mapToObj(
                        bin -> String.format(Locale.ROOT, "%.1f,%.1f", x(bin + 0.5, bins), y(curve.rates()[bin], most)))
                .collect(Collectors.joining(" "));
        svg.append(
                "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>\n".formatted(points, colour));
        int y = HEIGHT - BOTTOM - 16 * (curves.size() - index);
        svg.append(
                "<rect x=\"%d\" y=\"%d\" width=\"12\" height=\"4\" fill=\"%s\"/>".formatted(WIDTH / 2, y - 6, colour));
        svg.append("<text x=\"%d\" y=\"%d\">%s</text>\n".formatted(WIDTH / 2 + 18, y, text(curve.name())));
    }

    private static String text(String name) {
        return name.replace("&", "&amp;").replace("<", "&lt;");
    }

    private static double x(double bin, int bins) {
        return LEFT + (WIDTH - LEFT - RIGHT) * bin / bins;
    }

    private static double y(double rate, double most) {
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * rate / most;
    }
}
