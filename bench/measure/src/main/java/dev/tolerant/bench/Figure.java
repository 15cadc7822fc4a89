package dev.tolerant.bench;

import java.util.Locale;

/** A figure as the tables show it. */
record Figure(double value) {

    /** The median of the figures, with the least and the most of them in brackets if they differ. */
    static String spread(Samples samples) {
        String spread = Double.compare(samples.least(), samples.most()) == 0
                ? ""
                : " (" + new Figure(samples.least()) + " to " + new Figure(samples.most()) + ")";
        return new Figure(samples.median()) + spread;
    }

    @Override
    public String toString() {
        if (Double.isNaN(value)) {
            return "-";
        }
        return String.format(Locale.ROOT, Math.abs(value) >= 100 ? "%,.0f" : "%.2f", value);
    }
}
