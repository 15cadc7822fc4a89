package dev.tolerant.bench;

import java.util.Arrays;
import java.util.Collection;

/** Figures of one kind, in ascending order. */
record Samples(double[] ascending) {

    static Samples of(double... figures) {
        double[] ascending = figures.clone();
        Arrays.sort(ascending);
        return new Samples(ascending);
    }

    static Samples of(Collection<Double> figures) {
        return of(figures.stream().mapToDouble(Double::doubleValue).toArray());
    }

    /** The ratios of figures with the same index, in the order of measurement. */
    static Samples ratios(double[] over, double[] under) {
        double[] ratios = new double[over.length];
        Arrays.setAll(ratios, i -> over[i] / under[i]);
        return of(ratios);
    }

    /** The figure in the middle, or the mean of the two in the middle. */
    double median() {
        int half = ascending.length / 2;
        return ascending.length % 2 == 1 ? ascending[half] : (ascending[half - 1] + ascending[half]) / 2;
    }

    /** The smallest figure that so many percent of all figures do not exceed. */
    double percentile(double percent) {
        int rank = (int) Math.ceil(percent / 100 * ascending.length);
        return ascending[Math.max(0, rank - 1)];
    }

    double least() {
        return ascending[0];
    }

    double most() {
        return ascending[ascending.length - 1];
    }
}
