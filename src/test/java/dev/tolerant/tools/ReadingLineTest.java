package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.observed.facts.FactKind;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

/** How far the reading of a cluster has come. */
class ReadingLineTest {
    private final StringWriter err = new StringWriter();

    private String read(boolean watched) {
        try (ReadingLine line = ReadingLine.of(new PrintWriter(err), watched)) {
            line.read(FactKind.POD, 500);
            line.read(FactKind.NODE, 500);
        }
        return err.toString();
    }

    @Test
    void oneLineTellsTheKindAndTheNumberAndIsTakenAway() {
        assertThat(read(true)).isEqualTo("\rreading pods: 500\rreading nodes: 500\r" + " ".repeat(18) + "\r");
    }

    @Test
    void aLineThatIsShorterThanTheOneBeforeLeavesNothingOfIt() {
        ReadingLine line = ReadingLine.of(new PrintWriter(err), true);
        line.read(FactKind.POD, 500);
        line.read(FactKind.JOB, 0);

        assertThat(err.toString()).isEqualTo("\rreading pods: 500\rreading jobs     ");
    }

    @Test
    void whereNobodyLooksNothingIsWritten() {
        assertThat(read(false)).isEmpty();
    }
}
