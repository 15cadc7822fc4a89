package dev.tolerant.fault;

import java.time.Duration;
import java.util.Locale;

/**
 * A line of the fault table: what was done to the program, and what others got of it meanwhile.
 *
 * @param requests what others asked
 * @param failed which of it was not answered as it should be
 * @param worst the longest that they waited
 */
public record Row(String fault, String load, long requests, long failed, Duration worst) {

    /** The row of a load whose connections must all come about. */
    static Row of(String fault, String load, Answers answers) {
        return new Row(fault, load, answers.requests(), answers.failed() + answers.unconnected(), answers.worst());
    }

    String markdown() {
        return String.format(
                Locale.ROOT, "| %s | %s | %d | %d | %.3f s |", fault, load, requests, failed, worst.toNanos() / 1e9);
    }
}
