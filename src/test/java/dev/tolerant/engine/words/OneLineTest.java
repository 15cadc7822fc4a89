package dev.tolerant.engine.words;

import static org.assertj.core.api.Assertions.assertThat;

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
    void aFailureIsLoggedAsItsMessageOnOneLineOrElseAsItsClass() {
        assertThat(OneLine.logged(new IllegalStateException("two\nlines"))).isEqualTo("two lines");
        assertThat(OneLine.logged(new IllegalStateException())).isEqualTo("IllegalStateException");
    }

    @Test
    void aCutLeavesNoHalfOfACharacter() {
        assertThat(OneLine.of("1" + FACE + "4567", 5)).isEqualTo("1 ...");
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
    void aCharacterThatMisleadsTheReaderBecomesASpace(String hex, String what) {
        String text = "a" + (char) Integer.parseInt(hex, 16) + "b";

        assertThat(OneLine.of(text, 20)).as(what).isEqualTo("a b");
        assertThat(OneLine.quoted(text, 20)).as(what).isEqualTo("\"a b\"");
    }

    @Test
    void aQuotedTextCannotEndItsQuotes() {
        assertThat(OneLine.quoted("a\" decision=\"b", 40)).isEqualTo("\"a' decision='b\"");
        assertThat(OneLine.quoted("a\\", 20)).isEqualTo("\"a/\"");
        assertThat(OneLine.quoted("a\nb", 20)).isEqualTo("\"a b\"");
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
}
