package dev.tolerant.fault;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What came of the requests of a load.
 *
 * @param answered requests that got the answer that a good request gets
 * @param failed requests on a connection that the server had accepted, without the answer that a good request gets
 * @param unconnected connections that did not come about
 * @param failures how often each failure occurred
 * @param worstNanos the longest that any request took, failed or not
 * @param length how long the load lasted
 */
record Answers(
        long answered, long failed, long unconnected, Map<String, Integer> failures, long worstNanos, Duration length) {

    /** How many requests were sent, or would have been if there had been a connection. */
    long requests() {
        return answered + failed + unconnected;
    }

    Duration worst() {
        return Duration.ofNanos(worstNanos);
    }

    /** The two together, as one load. */
    static Answers sum(List<Answers> all) {
        Map<String, Integer> failures = new TreeMap<>();
        all.forEach(answers -> answers.failures().forEach((what, count) -> failures.merge(what, count, Integer::sum)));
        return new Answers(
                all.stream().mapToLong(Answers::answered).sum(),
                all.stream().mapToLong(Answers::failed).sum(),
                all.stream().mapToLong(Answers::unconnected).sum(),
                failures,
                all.stream().mapToLong(Answers::worstNanos).max().orElse(0),
                all.stream().map(Answers::length).max(Duration::compareTo).orElse(Duration.ZERO));
    }
}
