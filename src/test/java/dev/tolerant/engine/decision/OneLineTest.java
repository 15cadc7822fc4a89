package dev.tolerant.engine.decision;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
    void aLineOfTheLogHasTwoThousandCharacters() {
        assertThat(OneLine.logged("a\n" + "b".repeat(1998))).isEqualTo("a " + "b".repeat(1998));
        assertThat(OneLine.logged("a\n" + "b".repeat(1999))).hasSize(2000).endsWith("b...");
    }

    @Test
    void aFailureIsLoggedAsItsMessageOnOneLine() {
        assertThat(OneLine.logged(new IllegalStateException("two\nlines"))).isEqualTo("two lines");
        assertThat(OneLine.logged(new IllegalStateException())).isEqualTo("null");
    }

    @Test
    void aCutNeverSplitsACharacterInTwo() {
        assertThat(OneLine.of("1" + FACE + "4567", 5)).isEqualTo("1...");
        assertThat(OneLine.of(FACE + "34567", 5)).isEqualTo(FACE + "...");
    }

    @ParameterizedTest
    @CsvSource({
        "2028, a line separator",
        "2029, a paragraph separator",
        "202E, text from right to left",
        "2066, an isolate",
        "061C, a mark of direction",
        "200B, a space without width",
        "00AD, a soft hyphen",
        "FEFF, a byte order mark",
        "D800, half of a character",
        "DC00, the other half"
    })
    void aCharacterThatMisleadsTheReaderIsEscaped(String hex, String what) {
        // Given
        String text = "a" + (char) Integer.parseInt(hex, 16) + "b";
        String escaped = "a\\u" + hex.toLowerCase(Locale.ROOT) + "b";

        // When, Then
        assertThat(OneLine.of(text, 20)).as(what).isEqualTo(escaped);
        assertThat(OneLine.quoted(text, 20)).as(what).isEqualTo('"' + escaped + '"');
    }

    @Test
    void aMisleadingCharacterOfTwoHalvesIsEscapedByHalves() {
        assertThat(OneLine.of("a" + Character.toString(0xE0041), 20)).isEqualTo("a\\udb40\\udc41");
    }

    @Test
    void aCutNeverSplitsAnEscape() {
        assertThat(OneLine.of("12\u20283456789", 10)).isEqualTo("12...");
        assertThat(OneLine.of("1\u20283456", 10)).isEqualTo("1\\u2028...");
        assertThat(OneLine.of("1234\u2028", 10)).isEqualTo("1234\\u2028");
    }

    @Test
    void aQuotedTextCannotEndItsQuotes() {
        assertThat(OneLine.quoted("a\" decision=\"b", 40)).isEqualTo("\"a\\u0022 decision=\\u0022b\"");
        assertThat(OneLine.quoted("a\\", 20)).isEqualTo("\"a\\u005c\"");
        assertThat(OneLine.quoted("a\nb", 20)).isEqualTo("\"a\\u000ab\"");
        assertThat(OneLine.quoted("a\u0085b\u007f", 20)).isEqualTo("\"a\\u0085b\\u007f\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "web-0", "größe", "it's", FACE})
    void aQuotedTextIsOtherwiseTheSame(String text) {
        assertThat(OneLine.quoted(text, 20)).isEqualTo('"' + text + '"');
    }

    @Test
    void aQuotedTextIsCutWithinItsQuotes() {
        assertThat(OneLine.quoted("123456", 5)).isEqualTo("\"12...\"");
    }

    @Test
    void ofATextOfAnyLengthNoMoreIsWrittenThanFits() {
        assertThat(OneLine.quoted("\u2028".repeat(1_000_000), 2000)).hasSizeLessThanOrEqualTo(2002);
    }

    @Test
    void twoTextsThatDifferAreQuotedDifferently() {
        assertThat(OneLine.quoted("a\nb", 20)).isNotEqualTo(OneLine.quoted("a\\u000ab", 20));
    }
}
