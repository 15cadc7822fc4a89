package dev.tolerant.engine.review;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tolerant.engine.review.PodReader.ResourcesReader.Amount;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AmountTest {
    private static final List<String> SUFFIXES = List.of(
            "", "n", "u", "m", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei", "e3", "E-2", ".5");

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "007, 7",
        "100m, 0.1",
        "1Ki, 1024",
        "64Mi, 67108864",
        "999999999Gi, 1073741822926258176",
        "1000000000Gi, 1073741824000000000",
        "1.5, 1.5",
        "-1, -1",
        "2e3, 2000",
    })
    void aQuantityIsReadAsItsNumber(String quantity, BigDecimal number) {
        BigDecimal amount = Amount.of(quantity);

        assertThat(amount).isEqualByComparingTo(number);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "m", "1 ", "1mm", "1Kim", "1z"})
    void whatIsNoQuantityIsRefused(String text) {
        assertThatThrownBy(() -> Amount.of(text)).isInstanceOf(IllegalArgumentException.class);
    }

    /** A megabyte of digits takes Java half a minute. */
    @ParameterizedTest
    @ValueSource(strings = {"9", "0", "0.", "."})
    void aTextLongerThanAnyQuantityOfTheApiIsRefusedUnread(String digits) {
        String text = "1" + digits.repeat(64);

        assertThatThrownBy(() -> Amount.of(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a quantity has at most 64 characters");
    }

    @Test
    void theShortWayGivesWhatTheGeneralWayGives() {
        Random random = new Random(20_260_101L);

        for (int i = 0; i < 20_000; i++) {
            String number = Long.toString(random.nextLong(1L << random.nextInt(1, 50)));
            String quantity = number + SUFFIXES.get(random.nextInt(SUFFIXES.size()));

            BigDecimal amount = Amount.of(quantity);

            assertThat(amount)
                    .as(quantity)
                    .isEqualByComparingTo(Quantity.parse(quantity).getNumericalAmount());
        }
    }
}
