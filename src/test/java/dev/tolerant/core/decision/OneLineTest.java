package dev.tolerant.core.decision;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OneLineTest {
    private static final String FACE = "\uD83D\uDE00";

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "plain ~text~", "größe", "it's"})
    void aTextWithoutControlCharactersAndDoubleQuotesIsTheSame(String text) {
        assertThat(OneLine.of(text, 20)).isEqualTo(text);
    }

    @Test
    void controlCharactersBecomeSpaces() {
        assertThat(OneLine.of("a\nb\tc\u0000d\u007fe\u0085f", 20)).isEqualTo("a b c d e f");
    }

    @Test
    void doubleQuotesBecomeSingleOnes() {
        assertThat(OneLine.of("say \"no\"", 20)).isEqualTo("say 'no'");
    }

    @Test
    void aTextOfExactlyTheLengthIsNotCut() {
        assertThat(OneLine.of("12345", 5)).isEqualTo("12345");
        assertThat(OneLine.of("1\n345", 5)).isEqualTo("1 345");
    }

    @Test
    void aLongerTextIsCutToTheLength() {
        assertThat(OneLine.of("123456", 5)).isEqualTo("12...");
    }

    @Test
    void aCutNeverSplitsACharacterInTwo() {
        assertThat(OneLine.of("1" + FACE + "4567", 5)).isEqualTo("1...");
        assertThat(OneLine.of(FACE + "34567", 5)).isEqualTo(FACE + "...");
    }
}
