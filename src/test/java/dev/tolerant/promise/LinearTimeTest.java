package dev.tolerant.promise;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.tolerant.engine.review.ResourcesReader;
import dev.tolerant.testing.Names;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Promise 8: an answer takes steps, and so time, linear in the review, whatever names a client chooses. */
@Tag("own-jvm")
@Tag("ci")
class LinearTimeTest {
    private static final long SEED = Long.getLong("tolerant.seed", System.nanoTime());
    private static final int GROWTH = 8;
    /** Linear growth gives 8, and 17 where a text becomes so long that it is read twice; quadratic growth gives 64. */
    private static final double MOST = 24;

    /** Up to the limits of 1,000, and far beyond them. */
    private static final int[] COUNTS = {125, 2000};

    private static final Map<Names, List<String>> CHOSEN = Stream.of(Names.values())
            .collect(Collectors.toMap(names -> names, names -> names.of(GROWTH * 2000, new Random(SEED))));

    @AutoClose
    private static Steps steps;

    @BeforeAll
    static void count() {
        steps = new Steps();
    }

    static Stream<Arguments> reviews() {
        return Stream.of(HostileReview.values())
                .flatMap(review -> Stream.of(Names.values())
                        .flatMap(names -> IntStream.of(COUNTS).mapToObj(count -> Arguments.of(review, names, count))));
    }

    @ParameterizedTest
    @MethodSource("reviews")
    void eightTimesAsMuchTakesAboutEightTimesAsManySteps(HostileReview review, Names names, int count)
            throws Exception {
        List<String> chosen = CHOSEN.get(names);
        byte[] small = review.of(chosen.subList(0, count));
        byte[] large = review.of(chosen.subList(0, GROWTH * count));

        // What is made once does not count.
        DecidingEngine.mutate(small);
        long ofSmall = steps(small);
        long ofLarge = steps(large);

        assertThat((double) ofLarge / ofSmall)
                .as("-Dtolerant.seed=%d: %d steps for %d, %d for %d", SEED, ofSmall, count, ofLarge, GROWTH * count)
                .isLessThan(MOST);
    }

    /** In a file an amount may be of any length. */
    @ParameterizedTest
    @ValueSource(strings = {"0", "7", "0.0", "1e0", "1e-0", ".7"})
    void aLongAmountIsReadInStepsLinearInItsLength(String begin) throws Exception {
        char last = begin.charAt(begin.length() - 1);

        assertThat(growth(names -> ResourcesReader.amount(
                        TextNode.valueOf(begin + String.valueOf(last).repeat(names.size())))))
                .isBetween(GROWTH / 2.0, MOST);
    }

    /** Each of these loops is in the JDK, where the program itself would take no step. */
    @Test
    void quadraticWorkIsSeen() throws Exception {
        assertThat(growth(LinearTimeTest::search)).isGreaterThan(MOST);
        assertThat(growth(names -> new BigInteger("7".repeat(16 * names.size()))))
                .isGreaterThan(MOST);
        assertThat(growth(names -> String.join("", names).matches("(.*)*X"))).isGreaterThan(MOST);
    }

    private static boolean search(List<String> names) {
        List<String> found = new ArrayList<>();
        for (String name : names) {
            if (!found.contains(name)) {
                found.add(name);
            }
        }
        return found.isEmpty();
    }

    private static double growth(Function<List<String>, ?> work) throws Exception {
        List<String> names = CHOSEN.get(Names.RANDOM);
        List<String> small = names.subList(0, 100);
        // What is made once does not count.
        var ignored = work.apply(small);
        double ofSmall = Steps.of(() -> work.apply(small));
        return Steps.of(() -> work.apply(names.subList(0, GROWTH * 100))) / ofSmall;
    }

    private static long steps(byte[] review) throws Exception {
        return Steps.of(() -> DecidingEngine.mutate(review));
    }
}
