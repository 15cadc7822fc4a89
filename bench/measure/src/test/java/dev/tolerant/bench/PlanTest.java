package dev.tolerant.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.bench.Checkout.Need;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The benchmark says how long it takes, and that each part is short enough to be run alone. */
class PlanTest {
    private static final double FIVE_MINUTES = 300;
    private static final Size USUAL = new Size(false, null, null, null, null);
    private static final Size QUICK = new Size(true, null, null, null, null);
    private static final Path JDK = Path.of(System.getProperty("java.home"));
    private static final Jvm JVM = Jvm.with("-Xmx128m");

    @ParameterizedTest
    @EnumSource(Part.class)
    void eachPartTakesAFewMinutes(Part part) throws IOException {
        assertThat(alone(USUAL, part).seconds()).isBetween(30.0, FIVE_MINUTES);
    }

    @ParameterizedTest
    @EnumSource(
            value = Part.class,
            names = {"LOADS", "STARTS", "COLD", "ENGINE"})
    void eachPartTakesAFewMinutesBesideAnotherCommitToo(Part part) throws IOException {
        // Given
        Beside beside = new Beside(checkout(USUAL), checkout(USUAL), "1234567", JVM, Path.of("certificate"), USUAL);

        // When
        Measurement measurement = beside.plan(Set.of(part)).measurements().get(part);

        // Then
        assertThat(measurement.seconds()).isBetween(30.0, FIVE_MINUTES);
    }

    @Test
    void allPartsTogetherAreQuick() throws IOException {
        // Given
        double seconds = 0;

        // When
        for (Part part : Part.values()) {
            seconds += alone(QUICK, part).seconds();
        }

        // Then
        assertThat(seconds).isLessThan(160);
    }

    @Test
    void moreRoundsTakeLonger() throws IOException {
        // Given
        Size more = new Size(false, 20, null, null, null);

        // When, Then
        assertThat(alone(more, Part.LOADS).seconds())
                .isGreaterThan(2 * alone(USUAL, Part.LOADS).seconds());
    }

    @Test
    void thePlanHasALinePerPartAndTheSum() {
        // Given
        Plan plan = new Plan(Map.of(Part.LOADS, new Idle(150)));

        // When, Then
        assertThat(plan.lines())
                .containsExactly("LOADS  2.5 min: nothing", "in all 2.5 min on an idle machine, after the builds");
    }

    @ParameterizedTest
    @CsvSource({"0.4, 0 s", "89, 89 s", "90, 1.5 min", "200, 3.3 min"})
    void durationsAreRounded(double seconds, String text) {
        assertThat(Plan.duration(seconds)).isEqualTo(text);
    }

    @Test
    void aPartBuildsOnlyWhatItNeeds() {
        assertThat(Part.needsOf(EnumSet.of(Part.ENGINE))).isEmpty();
        assertThat(Part.needsOf(EnumSet.of(Part.FLEET))).containsExactly(Need.PROGRAM);
        assertThat(Part.needsOf(EnumSet.of(Part.COLD))).containsExactlyInAnyOrder(Need.PROGRAM, Need.CACHE);
        assertThat(Part.needsOfOther(EnumSet.of(Part.LOADS))).containsExactly(Need.PROGRAM);
        assertThat(Part.needsOfOther(EnumSet.of(Part.ENGINE))).containsExactly(Need.BENCHMARKS);
    }

    private static Measurement alone(Size size, Part part) throws IOException {
        Alone alone = new Alone(checkout(size), JVM, Path.of("certificate"), size);
        return alone.plan(Set.of(part), Map.of(), false).measurements().get(part);
    }

    private static Checkout checkout(Size size) {
        return new Checkout(Path.of("../.."), JDK, size.quick());
    }

    private record Idle(double seconds) implements Measurement {
        @Override
        public String title() {
            return "nothing";
        }

        @Override
        public void run(Report report) {}
    }
}
