package dev.tolerant.engine.words;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Seconds: a number, or never. */
class TolerationSecondsTest {

    @ParameterizedTest
    @ValueSource(strings = {"0", "60", "-1", "9223372036854775807"})
    void aWholeNumberIsReadAsItIsWritten(String text) {
        TolerationSeconds seconds = TolerationSeconds.parse(text);

        assertThat(seconds).isEqualTo(TolerationSeconds.of(Long.parseLong(text)));
        assertThat(seconds).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"never", "Never", "NEVER"})
    void neverIsReadInAnyCase(String text) {
        assertThat(TolerationSeconds.parse(text)).isEqualTo(TolerationSeconds.NEVER);
        assertThat(TolerationSeconds.NEVER).hasToString("never");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "60s", "1.5", "off", "9223372036854775808"})
    void anythingElseSaysWhatIsAccepted(String text) {
        assertThatThrownBy(() -> TolerationSeconds.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("'" + text + "' is neither a whole number of seconds nor 'never'");
    }

    @Test
    void neverHasNoNumber() {
        assertThatThrownBy(() -> new TolerationSeconds(true, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("never has no seconds");
    }

    @ParameterizedTest
    @CsvSource({
        "60, 60, true",
        "60, 59, true",
        "60, 61, false",
        "60, never, false",
        "never, 60, true",
        "never, never, true",
        "0, 0, true",
        "0, never, false"
    })
    void neverLastsLongest(String one, String other, boolean atLeast) {
        assertThat(TolerationSeconds.parse(one).isAtLeast(TolerationSeconds.parse(other)))
                .isEqualTo(atLeast);
    }
}
