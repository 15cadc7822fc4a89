package dev.tolerant.bench;

/**
 * One line of the result: a figure beside another of the same run.
 *
 * @param value the program's figure
 * @param beside what it is compared with
 * @param least the least of the comparisons, one a round
 * @param comparison their median: a ratio, or a difference where the target is one
 * @param target the bound to reach, in words
 * @param besideIs what the other figure measures
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
        String besideIs)
        implements Line {

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

    @Override
    public String heading() {
        return Line.heading("what", "program", "beside", "comparison", "target");
    }

    @Override
    public String markdown() {
        String spread = least == most ? "" : " (" + new Figure(least) + " to " + new Figure(most) + ")";
        return "| " + what + " | " + new Figure(value) + " " + unit + " | " + new Figure(beside) + " " + unit + ", "
                + besideIs + " | " + new Figure(comparison) + spread + " | " + target + " |";
    }
}
