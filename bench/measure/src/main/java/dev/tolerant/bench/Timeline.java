package dev.tolerant.bench;

import java.util.List;

/**
 * The time from a moment on, cut into equal bins.
 *
 * @param begin the moment, in microseconds of the epoch
 */
record Timeline(long begin, int binMillis, int bins) {

    /** How many answers a second were complete in each bin. */
    double[] perSecond(List<Answer> answers) {
        double[] rates = new double[bins];
        for (Answer answer : answers) {
            long bin = Math.floorDiv(answer.end() - begin, binMillis * 1000L);
            if (bin >= 0 && bin < bins) {
                rates[(int) bin] += 1000.0 / binMillis;
            }
        }
        return rates;
    }
}
