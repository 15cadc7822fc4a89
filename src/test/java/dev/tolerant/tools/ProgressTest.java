package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

/** How far a command has come. */
class ProgressTest {
    private final StringWriter err = new StringWriter();

    private String after(int files, boolean watched) {
        Progress progress = Progress.of(new PrintWriter(err), files, watched);
        for (int i = 0; i < files; i++) {
            progress.step();
        }
        return err.toString();
    }

    @Test
    void manyFilesAreCountedOnOneLineThatIsTakenAway() {
        assertThat(after(50, true))
                .startsWith("\rreading file 1 of 50\rreading file 2 of 50")
                .endsWith("\rreading file 49 of 50\r" + " ".repeat("reading file 50 of 50".length()) + "\r");
    }

    @Test
    void fewFilesNeedNoCount() {
        assertThat(after(49, true)).isEmpty();
    }

    @Test
    void whereNobodyLooksNothingIsWritten() {
        assertThat(after(50, false)).isEmpty();
    }
}
