package dev.tolerant.bench;

import java.util.Locale;

/**
 * One line of the result: a figure beside another of the same run.
 *
 * @param value the program's figure
 * @param beside what it is compared with
 * @param least the least of the comparisons, one a round
 * @param comparison their median: a ratio, or a difference where the target is one
 * @param target the bound that is aimed at, as it is written
 * @param besideIs what the other figure is of
 */
record Row(
        String what,
        String unit,
        double value,
        double beside,
        double least,
        double comparison,
        double most,
        String target,
        String besideIs) {

    /** A row whose comparison is the ratio of the two, by round. */
    static Row ratio(String what, String unit, double[] values, double[] besides, String target, String besideIs) {
        Samples ratios = Samples.ratios(values, besides);
        return new Row(
                what,
                unit,
                Samples.of(values).median(),
                Samples.of(besides).median(),
                ratios.least(),
                ratios.median(),
                ratios.most(),
                target,
                besideIs);
    }

    /** A row whose comparison is the difference of the medians. */
    static Row difference(String what, String unit, Samples values, Samples besides, String target, String besideIs) {
        double difference = values.median() - besides.median();
        return new Row(
                what, unit, values.median(), besides.median(), difference, difference, difference, target, besideIs);
    }

    /** A row whose figure is itself what the target bounds. */
    static Row figure(String what, String unit, Samples values, double beside, String target, String besideIs) {
        return new Row(
                what, unit, values.median(), beside, values.least(), values.median(), values.most(), target, besideIs);
    }

    String markdown() {
        String spread = least == most ? "" : " (" + text(least) + " to " + text(most) + ")";
        return "| " + what + " | " + text(value) + " " + unit + " | " + text(beside) + " " + unit + ", " + besideIs
                + " | " + text(comparison) + spread + " | " + target + " |";
    }

    private static String text(double figure) {
        if (Double.isNaN(figure)) {
            return "-";
        }
        return String.format(Locale.ROOT, Math.abs(figure) >= 100 ? "%,.0f" : "%.2f", figure);
    }
}
