package dev.tolerant.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.text.Report.TextTable;
import org.junit.jupiter.api.Test;

/** How reports are laid out, beyond what the golden answers of commands show. */
class ReportTest {
    @Test
    void aLongSentenceIsWrappedBetweenWords() {
        assertThat(TextTable.wrapped("one two three four", 9)).containsExactly("one two", "three", "four");
        assertThat(TextTable.wrapped("longer-than-the-line x", 5)).containsExactly("longer-than-the-line", "x");
        assertThat(TextTable.wrapped("", 5)).containsExactly("");
    }
}
