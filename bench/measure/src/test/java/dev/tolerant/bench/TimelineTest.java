package dev.tolerant.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A rate over time counts each answer when it is complete. */
class TimelineTest {
    private static final long BEGIN = 1_000_000_000;

    @Test
    void anAnswerCountsInTheBinInWhichItEnds() {
        // Given
        List<Answer> answers = List.of(
                Answer.of("1000000000\t200\t499999"),
                Answer.of("1000400000\t200\t100000"),
                Answer.of("1000900000\t200\t1000"));

        // When
        double[] rates = new Timeline(BEGIN, 500, 4).perSecond(answers);

        // Then
        assertThat(rates).containsExactly(2, 4, 0, 0);
    }

    @Test
    void anAnswerBeforeTheBeginOrAfterTheLastBinDoesNotCount() {
        // Given
        List<Answer> answers = List.of(new Answer(BEGIN - 2, 200, 1), new Answer(BEGIN, 200, 2_000_000));

        // When
        double[] rates = new Timeline(BEGIN, 500, 4).perSecond(answers);

        // Then
        assertThat(rates).containsExactly(0, 0, 0, 0);
    }
}
