package dev.tolerant.promise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.review.InvalidReviewException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Promise 8: the time for an answer is linear in the review, whatever names a client chooses. */
class LinearTimeTest {
    private static final long SEED = Long.getLong("tolerant.seed", System.nanoTime());
    private static final int GROWTH = 8;
    /** Linear growth gives 8, and up to 20 with a tree's logarithm and cold caches; quadratic growth gives 64. */
    private static final int MOST = 32;

    /** Up to the limits of 1,000, and far beyond them. */
    private static final int[] COUNTS = {125, 2000};

    private static final Map<Names, List<String>> CHOSEN = Stream.of(Names.values())
            .collect(Collectors.toMap(names -> names, names -> names.of(GROWTH * 2000, new Random(SEED))));

    private static final int ROUNDS = 15;
    private static final long MEASURED_NANOS = 1_000_000;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    static Stream<Arguments> reviews() {
        return Stream.of(HostileReview.values())
                .flatMap(review -> Stream.of(Names.values())
                        .flatMap(names -> IntStream.of(COUNTS).mapToObj(count -> Arguments.of(review, names, count))));
    }

    @ParameterizedTest
    @MethodSource("reviews")
    void eightTimesAsMuchTakesAboutEightTimesAsLong(HostileReview review, Names names, int count)
            throws InvalidReviewException {
        // Given
        List<String> chosen = CHOSEN.get(names);
        byte[] small = review.of(chosen.subList(0, count));
        byte[] large = review.of(chosen.subList(0, GROWTH * count));
        double bytes = (double) large.length / small.length;

        // When
        double ofSmall = Double.MAX_VALUE;
        double ofLarge = Double.MAX_VALUE;
        // Whatever else the machine does only adds to a time, so the shortest of many counts.
        for (int round = 0; round < ROUNDS && (round < 2 || ofLarge / ofSmall > bytes); round++) {
            ofSmall = Math.min(ofSmall, nanos(small));
            ofLarge = Math.min(ofLarge, nanos(large));
        }

        // Then
        assertThat(ofLarge / ofSmall)
                .as(
                        "-Dtolerant.seed=%d: %.0f µs for %d, %.0f µs for %d",
                        SEED, ofSmall / 1000, count, ofLarge / 1000, GROWTH * count)
                .isLessThan(MOST);
    }

    /** The thread's own time for both answers, so that what other processes do does not count. */
    private static double nanos(byte[] review) throws InvalidReviewException {
        long start = THREADS.getCurrentThreadCpuTime();
        long now = start;
        int answers = 0;
        while (now - start < MEASURED_NANOS) {
            DecidingEngine.mutate(review);
            DecidingEngine.validate(review);
            answers++;
            now = THREADS.getCurrentThreadCpuTime();
        }
        return (double) (now - start) / answers;
    }
}
