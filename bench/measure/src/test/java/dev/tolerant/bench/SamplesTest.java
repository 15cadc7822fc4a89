package dev.tolerant.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Medians and percentiles are what their names say. */
class SamplesTest {

    @Test
    void theMedianOfAnEvenNumberIsTheMeanOfTheTwoInTheMiddle() {
        assertThat(Samples.of(4, 1, 3, 10).median()).isEqualTo(3.5);
        assertThat(Samples.of(4, 1, 3).median()).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({"99, 99", "50, 50", "1, 1", "99.5, 100"})
    void aPercentileIsTheLeastFigureThatSoManyPercentDoNotExceed(double percent, double figure) {
        // Given
        double[] figures = new double[100];
        for (int i = 0; i < 100; i++) {
            figures[i] = 100 - i;
        }

        // When, Then
        assertThat(Samples.of(figures).percentile(percent)).isEqualTo(figure);
    }
}
